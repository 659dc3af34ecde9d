# Empty compiler generated dependencies file for emu.
# This may be replaced when dependencies are built.
