# Empty dependencies file for emu_fast.
# This may be replaced when dependencies are built.
