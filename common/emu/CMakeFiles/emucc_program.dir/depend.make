# Empty dependencies file for emucc_program.
# This may be replaced when dependencies are built.
