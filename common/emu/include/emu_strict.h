// Behind the other headers where the program asks for a standard of C++ without g++'s own words.
#ifndef EMU_STRICT_H
#define EMU_STRICT_H

#undef linux
#undef unix

#endif
