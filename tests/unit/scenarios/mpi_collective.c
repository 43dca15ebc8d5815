/* Runs one MPI collective once for each size: mpi_collective NAME BYTES... (bytes as orrery counts
 * them). What it sends is measured from outside. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static void run(const char* name, int bytes, int p, char* in, char* out, int* counts,
                int* offsets) {
  const MPI_Comm world = MPI_COMM_WORLD;
  const int part = bytes / p;
  for (int i = 0; i < p; ++i) {
    counts[i] = part;
    offsets[i] = i * part;
  }
  if (strcmp(name, "allgather") == 0)
    MPI_Allgather(in, bytes, MPI_CHAR, out, bytes, MPI_CHAR, world);
  else if (strcmp(name, "allgatherv") == 0)
    MPI_Allgatherv(in, part, MPI_CHAR, out, counts, offsets, MPI_CHAR, world);
  else if (strcmp(name, "allreduce") == 0)
    MPI_Allreduce(in, out, bytes, MPI_UNSIGNED_CHAR, MPI_SUM, world);
  else if (strcmp(name, "alltoall") == 0)
    MPI_Alltoall(in, bytes, MPI_CHAR, out, bytes, MPI_CHAR, world);
  else if (strcmp(name, "broadcast") == 0)
    MPI_Bcast(in, bytes, MPI_CHAR, 0, world);
  else if (strcmp(name, "reduce") == 0)
    MPI_Reduce(in, out, bytes, MPI_UNSIGNED_CHAR, MPI_SUM, 0, world);
  else if (strcmp(name, "reduce-scatter") == 0)
    MPI_Reduce_scatter(in, out, counts, MPI_UNSIGNED_CHAR, MPI_SUM, world);
  else
    MPI_Abort(world, 2);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int p = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &p);
  for (int i = 2; i < argc; ++i) {
    const int bytes = atoi(argv[i]);
    const size_t room = (size_t)p * (size_t)bytes;
    char *in = calloc(room, 1), *out = calloc(room, 1);
    int* counts = calloc((size_t)p, sizeof *counts);
    int* offsets = calloc((size_t)p, sizeof *offsets);
    run(argv[1], bytes, p, in, out, counts, offsets);
    free(in);
    free(out);
    free(counts);
    free(offsets);
  }
  MPI_Finalize();
  return 0;
}
