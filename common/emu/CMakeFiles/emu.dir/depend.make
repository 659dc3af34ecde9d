# Empty dependencies file for emu.
# This may be replaced when dependencies are built.
