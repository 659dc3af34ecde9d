// What the emulator takes from the environment.
#ifndef EMU_MEMORY_SETTING_H
#define EMU_MEMORY_SETTING_H

// A setting that cannot be: the message to standard error, and the program ends with status 99. It was cut short, so nothing of it is
// judged or reported.
_Noreturn void setting_refused(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
