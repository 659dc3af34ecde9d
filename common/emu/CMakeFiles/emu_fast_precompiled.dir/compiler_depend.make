# Empty custom commands generated dependencies file for emu_fast_precompiled.
# This may be replaced when dependencies are built.
