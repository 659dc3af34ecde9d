// expect: crash 4_mpi_staged
#error "compiled, although there is no MPI"
