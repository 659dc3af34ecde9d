# Empty dependencies file for emu_objects.
# This may be replaced when dependencies are built.
