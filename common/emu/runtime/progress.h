// What a program that takes long says of itself.
#ifndef EMU_RUNTIME_PROGRESS_H
#define EMU_RUNTIME_PROGRESS_H

void progress_begin(void); // reads the setting
void progress_look(void);  // often, during a launch

#endif
