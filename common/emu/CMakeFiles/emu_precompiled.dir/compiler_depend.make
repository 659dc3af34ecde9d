# Empty custom commands generated dependencies file for emu_precompiled.
# This may be replaced when dependencies are built.
