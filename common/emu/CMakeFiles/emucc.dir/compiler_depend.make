# Empty custom commands generated dependencies file for emucc.
# This may be replaced when dependencies are built.
