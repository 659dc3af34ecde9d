// The tables: headers, symbols, and why not.
#include "grader/submission/allowed.h"
#include "base/text.h"
#include <stdlib.h>
#include <string.h>

struct rule {
  const char *pattern; // a trailing '*' stands for any rest, a leading one for any beginning
  const char *reason;
};

static bool matches(const char *pattern, const char *s) {
  size_t n = strlen(pattern);
  if (pattern[0] == '*' && pattern[n - 1] == '*') {
    char inner[64];
    memcpy(inner, pattern + 1, n - 2);
    inner[n - 2] = 0;
    return strstr(s, inner) != NULL;
  }
  return pattern[n - 1] == '*' ? strncmp(pattern, s, n - 1) == 0 : strcmp(pattern, s) == 0;
}

static const char *find(const struct rule *rules, const char *s) {
  for (; rules->pattern; rules++)
    if (matches(rules->pattern, s)) return rules->reason;
  return NULL;
}

#define LIBRARY "is the library this lab is measured against; write the kernel yourself"
#define SYSTEM  "talks to the operating system; a submission only computes"
#define FILES   "is for files; a submission gets its data as arguments and returns it the same way"
#define OURS    "belongs to the grader; a submission needs the lab's own header alone"

static const struct rule headers_allowed[] = {{"cuda_runtime.h", ""},
                                              {"cuda_runtime_api.h", ""},
                                              {"cuda_fp16.h", ""},
                                              {"cuda_bf16.h", ""},
                                              {"mma.h", ""},
                                              {"cooperative_groups*", ""},
                                              {"cuda_pipeline*", ""},
                                              {"device_functions.h", ""},
                                              {"device_launch_parameters.h", ""},
                                              {"driver_types.h", ""},
                                              {"math_constants.h", ""},
                                              {"math_functions.h", ""},
                                              {"vector_functions.h", ""},
                                              {"vector_types.h", ""},
                                              {"cuda/atomic", ""},
                                              {"cuda/barrier", ""},
                                              {"cuda/cmath", ""},
                                              {"cuda/functional", ""},
                                              {"cuda/pipeline", ""},
                                              {"cuda/std/*", ""},
                                              {"assert.h", ""},
                                              {"cassert", ""},
                                              {"cerrno", ""},
                                              {"errno.h", ""},
                                              {"float.h", ""},
                                              {"cfloat", ""},
                                              {"limits.h", ""},
                                              {"climits", ""},
                                              {"limits", ""},
                                              {"math.h", ""},
                                              {"cmath", ""},
                                              {"stdbool.h", ""},
                                              {"stddef.h", ""},
                                              {"cstddef", ""},
                                              {"stdint.h", ""},
                                              {"cstdint", ""},
                                              {"inttypes.h", ""},
                                              {"cinttypes", ""},
                                              {"stdio.h", ""},
                                              {"cstdio", ""},
                                              {"stdlib.h", ""},
                                              {"cstdlib", ""},
                                              {"string.h", ""},
                                              {"cstring", ""},
                                              {"algorithm", ""},
                                              {"array", ""},
                                              {"exception", ""},
                                              {"functional", ""},
                                              {"initializer_list", ""},
                                              {"iterator", ""},
                                              {"memory", ""},
                                              {"new", ""},
                                              {"numeric", ""},
                                              {"optional", ""},
                                              {"stdexcept", ""},
                                              {"string", ""},
                                              {"tuple", ""},
                                              {"type_traits", ""},
                                              {"utility", ""},
                                              {"vector", ""},
                                              {NULL, NULL}};

static const struct rule headers_refused[] = {
    {"thrust/*", LIBRARY},
    {"cub/*", LIBRARY},
    {"cublas*", LIBRARY},
    {"cusparse*", LIBRARY},
    {"cudnn*", LIBRARY},
    {"cufft*", LIBRARY},
    {"curand*", LIBRARY},
    {"cusolver*", LIBRARY},
    {"cutlass/*", LIBRARY},
    {"nvrtc*", LIBRARY},
    {"cuda.h", "is the driver's interface; the labs use the runtime's, cuda_runtime.h"},
    {"unistd.h", SYSTEM},
    {"sys/*", SYSTEM},
    {"linux/*", SYSTEM},
    {"dlfcn.h", SYSTEM},
    {"signal.h", SYSTEM},
    {"csignal", SYSTEM},
    {"pthread.h", SYSTEM},
    {"thread", SYSTEM},
    {"spawn.h", SYSTEM},
    {"sched.h", SYSTEM},
    {"link.h", SYSTEM},
    {"threads.h", SYSTEM},
    {"future", SYSTEM},
    {"iostream",
     "prints by the C++ library's streams, which a kernel does not have; include <cstdio> and use printf, "
     "in kernels too"},
    {"iomanip", "is for the C++ library's streams; include <cstdio> and use printf"},
    {"sstream", "is for the C++ library's streams; include <cstdio> and use printf"},
    {"chrono", "measures the host's clock; on a GPU `bench` measures the time"},
    {"time.h", "measures the host's clock; on a GPU `bench` measures the time"},
    {"ctime", "measures the host's clock; on a GPU `bench` measures the time"},
    {"helper_*", "comes with NVIDIA's samples; write the few lines that you need of it into your file"},
    {"fcntl.h", FILES},
    {"fstream", FILES},
    {"filesystem", FILES},
    {"dirent.h", FILES},
    {"base/*", OURS},
    {"worker/*", OURS},
    {"grader/*", OURS},
    {"emu/*", OURS},
    {"emu_*", OURS},
    {NULL, NULL}};

bool header_allowed(const char *name) {
  // A name with ".." could lead out of a folder that the table lets in.
  return !strstr(name, "..") && find(headers_allowed, name);
}

const char *header_reason(const char *name) {
  const char *reason = find(headers_refused, name);
  return reason ? reason
                : "is not among the headers a submission may include (common/grader/README.md lists them)";
}

// ---- words ----

#define UNCOUNTED "would keep the compiler from counting or checking what this code does"
#define BEFORE    "would run code where no task asks for it; the contract's functions are called, nothing else"
#define ANOTHER   "would give a symbol another meaning than its name says"

static const struct rule attributes_refused[] = {{"no_sanitize*", UNCOUNTED},
                                                 {"no_instrument_function", UNCOUNTED},
                                                 {"no_profile*", UNCOUNTED},
                                                 {"optimize", UNCOUNTED},
                                                 {"target", UNCOUNTED},
                                                 {"target_clones", UNCOUNTED},
                                                 {"naked", UNCOUNTED},
                                                 {"simd", UNCOUNTED},
                                                 {"patchable*", UNCOUNTED},
                                                 {"no_stack_limit", UNCOUNTED},
                                                 {"constructor", BEFORE},
                                                 {"destructor", BEFORE},
                                                 {"init_priority", BEFORE},
                                                 {"ifunc", BEFORE},
                                                 {"cleanup", BEFORE},
                                                 {"section", BEFORE},
                                                 {"alias", ANOTHER},
                                                 {"weakref", ANOTHER},
                                                 {"symver", ANOTHER},
                                                 {"copy", ANOTHER},
                                                 {NULL, NULL}};

const char *attribute_reason(const char *name) {
  return find(attributes_refused, name);
}

static const struct rule pragmas_refused[] = {{"GCC optimize", UNCOUNTED},
                                              {"GCC target", UNCOUNTED},
                                              {"GCC push_options", UNCOUNTED},
                                              {"GCC pop_options", UNCOUNTED},
                                              {"GCC reset_options", UNCOUNTED},
                                              {"GCC system_header", UNCOUNTED},
                                              {"GCC dependency", "is for files; a submission is one file"},
                                              {"GCC visibility", ANOTHER},
                                              {"redefine_extname *", ANOTHER},
                                              {"weak *", ANOTHER},
                                              {NULL, NULL}};

const char *pragma_reason(const char *first, const char *second) {
  char *both = must_print("%s %s", first, second);
  const char *reason = find(pragmas_refused, both);
  free(both);
  return reason;
}

static const struct rule assembly_refused[] = {{"*syscall*", SYSTEM},
                                               {"*sysenter*", SYSTEM},
                                               {"*int $0x80*", SYSTEM},
                                               {"*svc #0*", SYSTEM},
                                               {"*.incbin*", "is for files; a submission is one file"},
                                               {"*.include*", "is for files; a submission is one file"},
                                               {"*.section*", BEFORE},
                                               {"*.pushsection*", BEFORE},
                                               {"*.init_array*", BEFORE},
                                               {"*.symver*", ANOTHER},
                                               {"*.globl*", ANOTHER},
                                               {NULL, NULL}};

const char *assembly_reason(const char *strings) {
  return find(assembly_refused, strings);
}

// Functions that the compiler makes of these have no instrumented loads and stores, or look at who called them.
static const struct rule words_refused[] = {{"__builtin_ia32_*", UNCOUNTED},
                                            {"__builtin_aarch64_*", UNCOUNTED},
                                            {"__builtin_mem*", UNCOUNTED},
                                            {"__builtin_str*", UNCOUNTED},
                                            {"__builtin_apply*", ANOTHER},
                                            {"__builtin_return_address", OURS},
                                            {"__builtin_frame_address", OURS},
                                            {"__builtin_setjmp", OURS},
                                            {"__builtin_longjmp", OURS},
                                            {"__tsan_*", OURS},
                                            {"__sanitizer_*", OURS},
                                            {"__ubsan_*", OURS},
                                            {"__wrap_*", OURS},
                                            {"__real_*", OURS},
                                            {NULL, NULL}};

static const struct rule words_of_the_emulator[] = {
    {"EMU_*", OURS}, {"emu_*", OURS}, {"__CONCAT*", "would make up names"}, {NULL, NULL}};

const char *word_reason(const char *word, bool translated) {
  const char *reason = find(words_refused, word);
  return reason || translated ? reason : find(words_of_the_emulator, word);
}

// ---- symbols ----

// C++ names (_Z...) that a submission may well define, and names that compilers generate. The last ones are CUDA's
// functions, inline in the emulator's headers, which the C library's <math.h> declares as C functions: some C libraries'
// only, rsqrt and the multiples of pi since glibc 2.41 and 2.42.
static const struct rule definitions_allowed[] = {
    {"_Z*", ""},         {"DW.ref.*", ""}, {"__nv_*", ""},   {"__cuda*", ""}, {"__fatbin*", ""},
    {"fatbinData*", ""}, {"__expf", ""},   {"__exp10f", ""}, {"__logf", ""},  {"__log2f", ""},
    {"__log10f", ""},    {"__powf", ""},   {"__sinf", ""},   {"__cosf", ""},  {"__tanf", ""},
    {"__sincosf", ""},   {"rsqrt", ""},    {"rsqrtf", ""},   {"sinpi", ""},   {"sinpif", ""},
    {"cospi", ""},       {"cospif", ""},   {NULL, NULL}};

static const struct rule definitions_refused[] = {{"_Znwm", "would replace operator new"},
                                                  {"_Znam", "would replace operator new"},
                                                  {"_ZdlPv*", "would replace operator delete"},
                                                  {"_ZdaPv*", "would replace operator delete"},
                                                  {"*N6thrust*", LIBRARY},
                                                  {"*N3cub*", LIBRARY},
                                                  {NULL, NULL}};

static const struct rule data_refused[] = {{"environ", "belongs to the C library"},
                                           {"std*", "may belong to the C library"},
                                           {"_*", "begins with an underscore, which is reserved"},
                                           {NULL, NULL}};

static const struct rule references_refused[] = {
    {"dlopen", SYSTEM},
    {"dlmopen", SYSTEM},
    {"dlsym", SYSTEM},
    {"dlvsym", SYSTEM},
    {"dl_iterate_phdr", SYSTEM},
    {"system", SYSTEM},
    {"popen", SYSTEM},
    {"fork", SYSTEM},
    {"vfork", SYSTEM},
    {"_Fork", SYSTEM},
    {"clone", SYSTEM},
    {"daemon", SYSTEM},
    {"exec*", SYSTEM},
    {"fexecve", SYSTEM},
    {"posix_spawn*", SYSTEM},
    {"syscall", SYSTEM},
    {"ptrace", SYSTEM},
    {"process_vm_*", SYSTEM},
    {"kill", SYSTEM},
    {"killpg", SYSTEM},
    {"prctl", SYSTEM},
    {"setsid", SYSTEM},
    {"socket*", SYSTEM},
    {"connect", SYSTEM},
    {"pthread_create", SYSTEM},
    {"thrd_create", SYSTEM},
    {"_ZNSt6thread*", SYSTEM},
    {"open", FILES},
    {"open64", FILES},
    {"openat*", FILES},
    {"fopen*", FILES},
    {"freopen*", FILES},
    {"_ZNSt13basic_filebuf*", FILES},
    {"mmap*", SYSTEM},
    {"mprotect", SYSTEM},
    {"cublas*", LIBRARY},
    {"cusparse*", LIBRARY},
    {"cudnn*", LIBRARY},
    {"cufft*", LIBRARY},
    {"curand*", LIBRARY},
    {"cusolver*", LIBRARY},
    {"nvrtc*", LIBRARY},
    {"*N6thrust*", LIBRARY},
    {"*N3cub*", LIBRARY},
    {"cudaGetDriverEntryPoint*", "reaches the driver past the runtime"},
    {"cudaLaunchHostFunc*", "runs host code outside the timed stretch"},
    {"sigqueue", SYSTEM},
    {"tgkill", SYSTEM},
    {"tkill", SYSTEM},
    {"pidfd_*", SYSTEM},
    {"getppid", SYSTEM},
    {"setpgid", SYSTEM},
    {"setpgrp", SYSTEM},
    {"unshare", SYSTEM},
    {"wordexp", SYSTEM},
    {"personality", SYSTEM},
    {"creat", FILES},
    {"creat64", FILES},
    {"mkstemp*", FILES},
    {"mkostemp*", FILES},
    {"mkdtemp", FILES},
    {"tmpfile*", FILES},
    {"tmpnam*", FILES},
    {"unlink*", FILES},
    {"remove", FILES},
    {"rename*", FILES},
    {"rmdir", FILES},
    {"mkdir*", FILES},
    {"link", FILES},
    {"linkat", FILES},
    {"symlink*", FILES},
    {"truncate*", FILES},
    {"chdir", FILES},
    {"glob*", FILES},
    {"opendir", FILES},
    {"scandir*", FILES},
    {"setvbuf", "reaches what the program prints; a submission returns its results"},
    {"setbuf*", "reaches what the program prints; a submission returns its results"},
    {"at_quick_exit", BEFORE},
    {"on_exit", BEFORE},
    {"_ZNSt10filesystem*", FILES},
    {"_ZNKSt10filesystem*", FILES},
    {"_ZN9__gnu_cxx13stdio_filebuf*", FILES},
    {"_ZNSt12__basic_file*", FILES},
    {"pmpp_*", OURS},
    {NULL, NULL}};

const char *definition_reason(const char *symbol, bool is_function, bool contract, bool ours) {
  if (contract) return NULL;
  if (ours) return "would replace the grader's own";
  const char *reason = find(definitions_refused, symbol);
  if (reason || find(definitions_allowed, symbol)) return reason;
  if (is_function)
    return "is not a function of the contract and could replace another part's; make it static or take it "
           "out "
           "of extern \"C\"";
  return find(data_refused, symbol);
}

// What compilers and CUDA's headers make references of, and of the C library what computes or prints.
static const char *const references_allowed[] = {
    // CUDA's runtime, and what nvcc registers kernels with
    "cuda*", "__cuda*", "__nv_*", "__fatbin*",
    // the emulator: what its headers and translator call
    "emu_async_*", "emu_atomic*", "emu_bessel_i", "emu_bfloat16*", "emu_block_*", "emu_by_rank",
    "emu_block_run", "emu_cluster_*", "emu_convert", "emu_dynamic_arena", "emu_dynamic_shared", "emu_element",
    "emu_erfcx", "emu_exception_left_kernel", "emu_fp8_*", "emu_free", "emu_grid_*", "emu_group_*",
    "emu_half*", "emu_know_kernel", "emu_lane*", "emu_launch", "emu_launch_bounds", "emu_launch_clusters",
    "emu_launch_cooperative", "emu_launch_known", "emu_local_array", "emu_malloc", "emu_matrix_*",
    "emu_member_*", "emu_move", "emu_normcdf", "emu_numbered_*", "emu_objects_made_without_fast",
    "emu_old_value", "emu_on_device", "emu_parameters", "emu_print", "emu_processor", "emu_rcbrt",
    "emu_rhypot", "emu_rnorm*", "emu_rsqrt", "emu_set", "emu_shared_*", "emu_shift_told", "emu_shuffle*",
    "emu_small_end", "emu_space_of", "emu_surface", "emu_texture*", "emu_thread_*", "emu_tile_mask",
    "emu_view", "emu_warp_op*", "__activemask", "__all_sync", "__any_sync", "__ballot_sync", "__nanosleep",
    "__syncthreads*", "__syncwarp", "__threadfence*", "__trap", "clock", "clock64", "__dadd_*", "__ddiv_*",
    "__dmul_*", "__double2*", "__drcp_*", "__dsqrt_*", "__dsub_*", "__fadd_*", "__fdiv_*", "__float2*",
    "__fma_*", "__fmaf_*", "__fmul_*", "__frcp_*", "__fsqrt_*", "__fsub_*", "__int2*", "__ll2*", "__uint2*",
    "__ull2*",
    // MPI and NCCL, as far as the worker watches them; what Open MPI's header makes of its constants
    "MPI_Comm_rank", "MPI_Comm_size", "MPI_Send", "MPI_Ssend", "MPI_Recv", "MPI_Sendrecv", "MPI_Isend",
    "MPI_Issend", "MPI_Irecv", "MPI_Wait", "MPI_Waitall", "MPI_Waitany", "MPI_Test", "MPI_Testall",
    "MPI_Barrier", "MPI_Bcast", "MPI_Reduce", "MPI_Allreduce", "MPIX_Query_cuda_support", "ompi_mpi_*",
    "ompi_request_null", "ncclGet*", "ncclComm*", "ncclGroup*", "ncclSend", "ncclRecv", "ncclAllReduce",
    // instrumentation
    "__tsan_*", "emu_read4_at", "emu_read8_at", "emu_read16_at", "emu_write4_at", "emu_write8_at",
    "emu_write16_at", "emu_out_of_bounds_at", "emu_log_n", "__sanitizer_cov_trace_pc",
    "__ubsan_handle_out_of_bounds", "__ubsan_handle_float_cast_overflow", "__ubsan_handle_divrem_overflow",
    // the compiler's runtime and the C++ library
    "_Z*", "_GLOBAL_OFFSET_TABLE_", "_Unwind_Resume", "__gxx_personality_v0", "__cxa_*", "__dso_handle",
    "__tls_get_addr", "__stack_chk_fail", "__assert_fail", "__popcount*", "__clz*", "__ctz*", "__ffs*",
    "__parity*", "__bswap*", "__udiv*", "__umod*", "__div*", "__mod*", "__mul*", "__ash*", "__lsh*", "__pow*",
    "__extend*", "__trunc*", "__fix*", "__float*", "__gmon_start__", "_ITM_*", "__pthread_key_create",
    "__gthrw_*", "__libc_single_threaded", "__aarch64_*",
    // the C library; nvcc's own code calls atexit, whose functions run after the last answer
    "malloc", "calloc", "realloc", "free", "aligned_alloc", "posix_memalign", "memcpy", "memmove", "memset",
    "memcmp", "memchr", "strlen", "strcmp", "strncmp", "strcpy", "strncpy", "strcat", "strncat", "strchr",
    "strrchr", "strstr", "abort", "atexit", "exit", "abs", "labs", "llabs", "div", "ldiv", "lldiv", "qsort",
    "bsearch", "rand", "srand", "atoi", "atol", "atoll", "atof", "strto*", "printf", "fprintf", "sprintf",
    "snprintf", "vprintf", "vfprintf", "vsprintf", "vsnprintf", "puts", "putchar", "putc", "fputs", "fputc",
    "fwrite", "fflush", "perror", "stdout", "stderr", "sscanf", "__printf_chk", "__fprintf_chk",
    "__sprintf_chk", "__snprintf_chk", "__vsnprintf_chk", "__memcpy_chk", "__memset_chk", "__memmove_chk",
    "__strcpy_chk", "__errno_location", "strerror", "__fpclassify*", "__signbit*", "__isnan*", "__isinf*",
    "__finite*", "__strto*", NULL};

// Functions of <math.h>, without the f or l that names another type.
static const char *const mathematics[] = {
    "acos",      "acosh",      "asin",  "asinh",     "atan",   "atan2",  "atanh",  "cbrt",    "ceil",
    "copysign",  "cos",        "cosh",  "erf",       "erfc",   "exp",    "exp10",  "exp2",    "expm1",
    "fabs",      "fdim",       "floor", "fma",       "fmax",   "fmin",   "fmod",   "frexp",   "hypot",
    "ilogb",     "j0",         "j1",    "jn",        "ldexp",  "lgamma", "llrint", "llround", "log",
    "log10",     "log1p",      "log2",  "logb",      "lrint",  "lround", "modf",   "nan",     "nearbyint",
    "nextafter", "nexttoward", "pow",   "remainder", "remquo", "rint",   "round",  "scalbln", "scalbn",
    "sin",       "sincos",     "sinh",  "sqrt",      "tan",    "tanh",   "tgamma", "trunc",   "y0",
    "y1",        "yn",         NULL};

static bool is_mathematics(const char *symbol) {
  for (const char *const *name = mathematics; *name; name++) {
    size_t n = strlen(*name);
    if (strncmp(*name, symbol, n)) continue;
    if (!symbol[n] || ((symbol[n] == 'f' || symbol[n] == 'l') && !symbol[n + 1])) return true;
  }
  return false;
}

// glibc has a function twice where standards differ: __isoc99_sscanf and, from 2.38 on, __isoc23_strtol are sscanf, strtol.
static const char *plain_name(const char *symbol) {
  bool versioned = starts_with(symbol, "__isoc") && symbol[6] && symbol[7] && symbol[8] == '_';
  return versioned ? symbol + 9 : symbol;
}

const char *reference_reason(const char *symbol, bool offered) {
  symbol = plain_name(symbol);
  const char *reason = find(references_refused, symbol);
  if (reason || offered) return reason;
  for (const char *const *pattern = references_allowed; *pattern; pattern++)
    if (matches(*pattern, symbol)) return NULL;
  if (is_mathematics(symbol)) return NULL;
  if (starts_with(symbol, "emu_")) return OURS;
  if (strcmp(symbol, "MPI_Request_free") == 0)
    return "leaves nobody who knows when the buffer is free again: MPI_Wait does";
  if (starts_with(symbol, "MPI_") || starts_with(symbol, "nccl"))
    return "is not among the calls of MPI and NCCL that a submission may make (common/worker/README.md lists "
           "them)";
  return "is not among the functions that a submission may call: CUDA's, the C++ library's, and those of C "
         "that compute, allocate or print";
}
