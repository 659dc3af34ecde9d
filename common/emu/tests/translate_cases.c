// The translator's cases: an input, and what is written or which error is told.
#include "translate_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *what, *input, *output; // output without the #line in front; NULL: the input itself
} rewrites[] = {
    {"launch", "k<<<1, 2>>>(a, b);", CALL("\"k\"", "k", "EMU_FUNCTION(k), ") "1, 2))(a, b);"},
    {"launch behind a label's colon", "case 0:k<<<1, 2>>>(a, b);",
     "case 0: " CALL("\"k\"", "k", "EMU_FUNCTION(k), ") "1, 2))(a, b);"},
    {"launch behind a lone carriage return", "// it's\rk<<<1, 2>>>(a, b);",
     "// it's\r" CALL("\"k\"", "k", "EMU_FUNCTION(k), ") "1, 2))(a, b);"},
    {"four-part launch", "k<<<g, b, 16 * sizeof(float), s>>>();",
     CALL("\"k\"", "k", "EMU_FUNCTION(k), ") "g, b, 16 * sizeof(float), s))();"},
    {"launch over lines", "f(1);\nns::k<float,\n 4>\n <<<dim3(1,\n2), 3>>>\n (x);\n",
     "f(1);\n" CALL("\"ns::k<float, 4>\"", "ns::k<float,\n 4>\n ",
                    "EMU_INSTANCE(ns::k<float, 4>), ") "dim3(1,\n2), 3))\n (x);\n"},
    {"global scope kernel", "return ::k<<<1, 1>>>(0);",
     "return " CALL("\"::k\"", "::k", "EMU_FUNCTION(::k), ") "1, 1))(0);"},
    {"member and subscript", "x->table[i + 1].f<<<1, 1>>>(0);",
     CALL("\"x->table[i + 1].f\"", "x->table[i + 1].f", "EMU_FUNCTION(x->table[i + 1].f), ") "1, 1))(0);"},
    {"call result", "pick(n, \"a\\n\")<<<1, 1>>>(0);",
     CALL("\"pick(n, \\\"a\\\\n\\\")\"", "pick(n, \"a\\n\")",
          "EMU_FUNCTION(pick(n, \"a\\n\")), ") "1, 1))(0);"},
    {"parenthesised pointer after if", "if (n > 0) (*f)<<<1, 1>>>(0);",
     "if (n > 0) " CALL("\"(*f)\"", "(*f)", "EMU_FUNCTION((*f)), ") "1, 1))(0);"},
    {"name after if", "if (n) k<<<1, 1>>>(0); else k<<<2, 1>>>(0);",
     "if (n) " CALL("\"k\"", "k", "EMU_FUNCTION(k), ") "1, 1))(0); else " CALL(
         "\"k\"", "k", "EMU_FUNCTION(k), ") "2, 1))(0);"},
    {"template member", "o.template k<T, (a > b)><<<1, 1>>>(0);",
     CALL("\"o.template k<T, (a > b)>\"", "o.template k<T, (a > b)>",
          "EMU_INSTANCE(o.template k<T, (a > b)>), ") "1, 1))(0);"},
    {"shift in a template argument", "k<(1 << 4)><<<1, 1>>>(0);",
     CALL("\"k<(1 << 4)>\"", "k<(1 << 4)>", "EMU_INSTANCE(k<(1 << 4)>), ") "1, 1))(0);"},
    {"templates closed by three angles", "k<<<1, sizeof(v<v<v<int>>>)>>>(v<v<v<int>>>());",
     CALL("\"k\"", "k", "EMU_FUNCTION(k), ") "1, sizeof(v<v<v<int>>>)))(v<v<v<int>>>());"},
    {"a template right before the close", "k<<<1, n<int>>>>(0);",
     CALL("\"k\"", "k", "EMU_FUNCTION(k), ") "1, n<int>))(0);"},
    {"shift and comparison in the configuration", "k<<<(n >> 2) + (a < b), m << 1>>>(0);",
     CALL("\"k\"", "k", "EMU_FUNCTION(k), ") "(n >> 2) + (a < b), m << 1))(0);"},
    {"comments inside", "k /* < */ <<< 1 /* >>> */, // )\n 2 >>> /* ( */ (0);",
     CALL("\"k\"", "k /* < */ ", "EMU_FUNCTION(k), ") " 1 /* >>> */, // )\n 2 )) /* ( */ (0);"},
    {"launch in a macro", "#define L(k, ...) \\\n  k<T><<<1, \\\n 2>>>(__VA_ARGS__)\nint x;",
     "#define L(k, ...) \\\n  " CALL("\"\" #k \"<T>\"", "k<T>",
                                     "EMU_INSTANCE(k<T>), ") "1, \\\n 2))(__VA_ARGS__)\nint x;"},
    {"macro defined by a digraph", "%:define L k<<<1, 2>>>()",
     "%:define L " CALL("\"k\"", "k", "EMU_FUNCTION(k), ") "1, 2))()"},
    {"comments that begin and end on two lines", "/\\\n/ k<<<1, 2>>>()\n/* *\\\n/ k<<<1, 2>>>();",
     "/\\\n/ k<<<1, 2>>>()\n/* *\\\n/ " CALL("\"k\"", "k", "EMU_FUNCTION(k), ") "1, 2))();"},
    {"pasted kernel name", "#define L(n) reduce_##n<<<1, 2>>>()",
     "#define L(n) " CALL("\"reduce_\" #n \"\"", "reduce_##n", "EMU_FUNCTION(reduce_##n), ") "1, 2))()"},
    {"object-like macro", "#define L k<<<1, 2>>>()",
     "#define L " CALL("\"k\"", "k", "EMU_FUNCTION(k), ") "1, 2))()"},
    {"launch inside a launch's arguments", "k<<<1, 2>>>([&] { j<<<3, 4>>>(0); return 1; }());",
     CALL("\"k\"", "k", "EMU_FUNCTION(k), ") "1, 2))([&] { " CALL(
         "\"j\"", "j", "EMU_FUNCTION(j), ") "3, 4))(0); return 1; }());"},
    {"conditional configuration", "k<<<1,\n#ifdef BIG\n512\n#else\n32\n#endif\n>>>(0);",
     CALL("\"k\"", "k", "EMU_FUNCTION(k), ") "1,\n#ifdef BIG\n512\n#else\n32\n#endif\n))(0);"},

    {"overload beside a kernel", "void k() {}\n__global__ void k(int) {}\nvoid f() { k<<<1, 1>>>(1); }",
     "void k() {}\n__global__ void k(int) {}\nvoid f() { " CALL("\"k\"", "k",
                                                                "EMU_FUNCTION(k), ") "1, 1))(1); }"},
    {"parameter named as a function", "void k() {}\nvoid f(void (*k)()) { k<<<1, 1>>>(); }",
     "void k() {}\nvoid f(void (*k)()) { " CALL("\"k\"", "k", "EMU_FUNCTION(k), ") "1, 1))(); }"},
    {"qualified by a macro", "#define K __global__\nK void k() {}\nvoid f() { k<<<1, 1>>>(); }",
     "#define K __global__\nK void k() {}\nvoid f() { " CALL("\"k\"", "k",
                                                             "EMU_FUNCTION(k), ") "1, 1))(); }"},
    {"friend found by its arguments",
     "struct S { friend __global__ void k(S); void f() { k<<<1, 1>>>(*this); } };",
     "struct S { friend __global__ void k(S); void f() { " CALL("\"k\"", "k", "") "1, 1))(*this); } };"},
    {"friend declared before",
     "__global__ void k(S); struct S { friend __global__ void k(S); void f() { k<<<1, 1>>>(*this); } };",
     "__global__ void k(S); struct S { friend __global__ void k(S); void f() { " CALL(
         "\"k\"", "k", "EMU_FUNCTION(k), ") "1, 1))(*this); } };"},
    {"local arrays",
     "__global__ void k(int n, int *q) { int a[8], b[9]; a[n] = 1; for (int i = 0; i < 9; i++) b[i] = q[i]; "
     "}",
     "__global__ void k(int n, int *q) { int a[8], b[9]; EMU_LOCAL_ARRAY(a, 1, \"n\"); EMU_LOCAL_ARRAY(b, 0, "
     "\"\"); a[n] = "
     "1; for (int i = 0; i < 9; i++) b[i] = q[i]; }"},
    {"index by data", "__device__ void f(const int *q) { int a[8] = {0};\n a[q[0]]++; }",
     "__device__ void f(const int *q) { int a[8] = {0}; EMU_LOCAL_ARRAY(a, 2, \"q[0]\");\n a[q[0]]++; }"},
    {"index that a loop with an end in the data steps",
     "__device__ void f(const int *q) { int a[8], k = 0; while (k < *q) a[k++] = 0; }",
     "__device__ void f(const int *q) { int a[8], k = 0; EMU_LOCAL_ARRAY(a, 1, \"k++\"); while (k < *q) "
     "a[k++] = 0; }"},
    {"index of an unrolled loop",
     "__device__ void f() { int a[8], k = 0; while (k < 8) a[k++] = 0; do a[--k]++; while (k); }",
     "__device__ void f() { int a[8], k = 0; EMU_LOCAL_ARRAY(a, 0, \"\"); while (k < 8) a[k++] = 0; do "
     "a[--k]++; while (k); }"},
    {"arrays that are no automatic ones",
     "__device__ void f(int *a, int n) { __shared__ int s[8]; struct T { int m[4]; } t; static int u[2]; "
     "s[n] = t.m[n] "
     "= u[n] = a[n]; delete[] a; }",
     NULL},
    {"a host function's array", "void f(int n) { int a[8]; a[n] = 0; }", NULL},
    {"a prototype and a variable",
     "__device__ void f(int); __device__ int v[4] = {1}; void g(int n) { int a[8]; a[n] = 0; }",
     "__device__ void f(int); __constinit EMU_DEVICE_VARIABLE int v[4] = {1}; void g(int n) { int a[8]; a[n] "
     "= 0; }"},
    {"shared object", "struct S { S() {} }; void f() {\n  static __shared__ S a,\n b[2][N + 1]; }",
     "struct S { S() {} }; void f() {\n  __shared__  ::emu::storage<S > emu_storage_a; S (&a)  = "
     "emu_storage_a.object();__shared__  "
     "::emu::storage<S [ 2 ] [ N + 1 ]> emu_storage_b; S (&b) [ 2 ] [ N + 1 ] = emu_storage_b.object()\n; }"},
    {"shared object without a constructor",
     "struct S { int x; S &f(S = {}); }; void f() { __shared__ S a; __shared__ S *p; }", NULL},
    {"kernel chosen by a lambda", "pick([] { return 1; })<<<1, 1>>>();",
     CALL("\"pick([] { return 1; })\"", "pick([] { return 1; })", "") "1, 1))();"},

    {"noinline", "__device__ __noinline__ int f();\n#define NI __noinline__\n",
     "__device__ __attribute__((noinline)) int f();\n#define NI __attribute__((noinline))\n"},
    {"the compiler's noinline stays",
     "__attribute__((__noinline__, pure)) int f(); __attribute__((unused, __noinline__)) int g(); "
     "[[gnu::__noinline__]] int h();",
     NULL},

    {"extern shared", "void f() {\n  extern __shared__ float s[];\n}",
     "void f() {\n  float *s = (float *)::emu::dynamic_shared(\"s\");\n}"},
    {"qualifiers in any order", "void f() { __shared__ extern volatile unsigned int s[]; }",
     "void f() { volatile unsigned int *s = (volatile unsigned int *)::emu::dynamic_shared(\"s\"); }"},
    {"alignment dropped", "void f() { extern __shared__ __align__(16) unsigned char s[]; }",
     "void f() {  unsigned char *s = (unsigned char *)::emu::dynamic_shared(\"s\"); }"},
    {"attributes dropped", "void f() { alignas(8) extern __shared__ T s[] __attribute__((aligned(8))); }",
     "void f() {  T *s = (T *)::emu::dynamic_shared(\"s\"); }"},
    {"rows", "void f() { extern __shared__ float t[][TILE + 1][2]; }",
     "void f() { float (*t)[TILE + 1][2] = (float (*)[TILE + 1][2])::emu::dynamic_shared(\"t\"); }"},
    {"two names", "void f() { extern __shared__ float a[], b[]; }",
     "void f() { float *a = (float *)::emu::dynamic_shared(\"a\"), *b = (float "
     "*)::emu::dynamic_shared(\"b\"); }"},
    {"array of pointers", "void f() { extern __shared__ const float *p[]; }",
     "void f() { const float **p = (const float * *)::emu::dynamic_shared(\"p\"); }"},
    {"dependent type over lines", "void f() { extern __shared__\n typename X<T, 2>::type\n s[\n]; }",
     "void f() { \n typename X<T, 2>::type\n *s\n = (typename X<T, 2>::type *)::emu::dynamic_shared(\"s\"); "
     "}"},
    {"in a macro", "#define S(T) extern __shared__ T s[]",
     "#define S(T) T *s = (T *)::emu::dynamic_shared(\"s\")"},
    {"known size is static", "void f() { extern __shared__ float s[16]; extern __shared__ int n; }",
     "void f() { __shared__ float s[16]; __shared__ int n; }"},
    {"namespace scope",
     "namespace a::b { extern __shared__ float s[]; }\nextern \"C\" {\nextern __shared__ int t[][4]; }",
     "namespace a::b { extern float s[] __asm__(\"emu_dynamic_arena\"); }\nextern \"C\" {\n"
     "extern int t[][4] __asm__(\"emu_dynamic_arena\"); }"},
    {"attributes outside functions stay",
     "extern __shared__ __align__(16) char s[]; alignas(8) __shared__ extern int t[] "
     "__attribute__((aligned(8)));",
     "extern __align__(16) char s[] __asm__(\"emu_dynamic_arena\"); alignas(8) extern int t[] "
     "__asm__(\"emu_dynamic_arena\") __attribute__((aligned(8)));"},
    {"two names outside functions", "extern __shared__ int a[], b[][2];",
     "extern int a[] __asm__(\"emu_dynamic_arena\"), b[][2] __asm__(\"emu_dynamic_arena\");"},
    {"scope through #if", "#if A\nvoid f(int) {\n#else\nvoid f() {\n#endif\n}\nextern __shared__ float s[];",
     "#if A\nvoid f(int) {\n#else\nvoid f() {\n#endif\n}\nextern float s[] __asm__(\"emu_dynamic_arena\");"},
    {"alignas behind", "void f() { __shared__ alignas(16) char t[64]; }",
     "void f() { alignas(16) __shared__  char t[64]; }"},
    {"clusters", "__global__ void __cluster_dims__(2, 1, 1) k(int *p) { }",
     "__global__ void __cluster_dims__(2, 1, 1) k(int *p) { emu_cluster_dims(2, 1, 1); }"},
    {"static shared", "void f() { static __shared__ int a[2]; __shared__ static int b; static int c; }",
     "void f() { __shared__ int a[2]; __shared__ int b; static int c; }"},
    {"static __shared__ in a macro", "#define TILE_OF(T) static __shared__ T t[2]",
     "#define TILE_OF(T) __shared__ T t[2]"},

    {"device variables",
     "__device__ int n; static __device__ float t[3] = {1, 2};\nextern __device__ V<int, 2> v{};",
     "EMU_DEVICE_VARIABLE int n; static __constinit EMU_DEVICE_VARIABLE float t[3] = {1, 2};\nextern "
     "__constinit EMU_DEVICE_VARIABLE "
     "V<int, 2> v{};"},
    {"constant variables",
     "__constant__ float c[4]; __device__ __constant__ int d; __constant__ __device__ int e;",
     "EMU_CONSTANT_VARIABLE float c[4]; EMU_CONSTANT_VARIABLE int d; EMU_CONSTANT_VARIABLE int e;"},
    {"const variables",
     "const __device__ int a = 1; __constant__ const float b[] = {1}; __device__ constexpr int c = 2;",
     "const __constinit EMU_DEVICE_CONST int a = 1; __constinit EMU_CONSTANT_CONST const float b[] = {1}; "
     "EMU_DEVICE_CONST constexpr "
     "int c = 2;"},
    {"pointers to const", "__device__ const float *p; __device__ const float *const q = 0;",
     "EMU_DEVICE_VARIABLE const float *p; __constinit EMU_DEVICE_CONST const float *const q = 0;"},
    {"packed launch",
     "void f() { cudaLaunchCooperativeKernel((void *)k<4>, g, b, a); cudaLaunchKernel((const void*)k, g); }",
     "void f() { cudaLaunchCooperativeKernel(k<4>, g, b, a); cudaLaunchKernel(k, g); }"},
    {"packed launch of a pointer",
     "void f() { cudaLaunchKernel((f_t)k, g, b, a); cudaLaunchKernel(k, g, b, a); }",
     "void f() { cudaLaunchKernel((f_t)k, g, b, a); cudaLaunchKernel(k, g, b, a); }"},
    {"static locals",
     "__device__ int f() { static int n; static const int t[] = {1}; return n; } int g() { static int n; }",
     "__device__ int f() { static EMU_DEVICE_VARIABLE int n; static EMU_DEVICE_CONST const int t[] = {1}; "
     "return n; } int g() { static int n; }"},
    {"of a template",
     "template <class T> __device__ T a; template <class T> __constant__ const T b[2] = {1, 2}; __device__ X "
     "c(0); __device__ X "
     "d(int);",
     "template <class T> EMU_DEVICE_VARIABLE_OF_TEMPLATE T a; template <class T> inline __constinit "
     "EMU_CONSTANT_CONST_OF_TEMPLATE "
     "const T b[2] = {1, 2}; __constinit EMU_DEVICE_VARIABLE X c(0); __device__ X d(int);"},
    {"managed", "__managed__ int m; __device__ __managed__ int n;", "__managed__ int m; __managed__ int n;"},
    {"aligned", "__device__ __align__(16) float a[4]; __device__ alignas(8) int b;",
     "EMU_DEVICE_VARIABLE __align__(16) float a[4]; alignas(8) EMU_DEVICE_VARIABLE  int b;"},
    {"table of functions", "__device__ float (*table[2])(float) = {f, g}; __device__ op chosen = f;",
     "EMU_DEVICE_VARIABLE float (*table[2])(float) = {f, g}; __constinit EMU_DEVICE_VARIABLE op "
     "chosen = f;"},

    {"inline PTX", "x();\nasm volatile(\"mov.u32 %0, %%laneid;\" : \"=r\"(x));",
     "x();\n({ ::emu::ptx::set((x), ::emu::ptx::op_mov(::emu::ptx::sreg_laneid())); });"},
    {"inline PTX that is not known", "asm(\"vote.sync.any.pred p, q, 1;\" ::);",
     "_Pragma(\"GCC error \\\"inline PTX: `vote.sync.any.pred` is not among the instructions that the "
     "emulator has "
     "(common/emu/SUPPORTED.md)\\\"\") asm(\"vote.sync.any.pred p, q, 1;\" ::);"},
    {"inline PTX of macros",
     "#define OP(name, d, a) asm(name \" %0, %1;\" : \"=r\"(d) : IN(a))\n#define IN(x) \"r\"(x)\n#define "
     "F(op) int f_##op(int x) "
     "{ OP(#op \".b32\", x, x); return x; }\nF(not) x = 1; OP(\"mov.\" \"u32\", y,\n x + 1);",
     "#define OP(name, d, a) asm(name \" %0, %1;\" : \"=r\"(d) : IN(a))\n#define IN(x) \"r\"(x)\n#define "
     "F(op) int f_##op(int x) "
     "{ OP(#op \".b32\", x, x); return x; }\nint f_not(int x) { ({ ::emu::ptx::set((x), "
     "::emu::ptx::op_not_b32((x))); }); return x; "
     "} x = 1; ({ ::emu::ptx::set((y), ::emu::ptx::op_mov((x + 1))); })\n;"},
    {"own names", "dim3 gridDim(2); c.blockDim = gridDim;\n__global__ void k() { int n = blockDim.x; }",
     "dim3 emu_own_gridDim(2); c.emu_own_blockDim = emu_own_gridDim;\n__global__ void k() { int n = "
     "blockDim.x; }"},

    {"functions stay",
     "__device__ int f(int x) { return x; } __host__ __device__ inline T g(); template <int N = 3> "
     "__device__ void h();",
     NULL},
    {"members and operators stay",
     "struct S { __device__ S(); __device__ ~S(); __device__ S &operator=(const S &); __device__ bool "
     "operator[](int) const; "
     "__device__ constexpr static int f() { return 1; } };",
     NULL},
    {"templates with conditions stay",
     "template <class T> __device__ std::enable_if_t<(sizeof(T) >= 4), T> f(T x = 1);", NULL},
    {"lambdas stay",
     "auto f = [=] __device__(int i) { return i; }; auto g = [] __host__ __device__ { return 1; };", NULL},
    {"qualifier macros stay", "#define HD __host__ __device__\nHD int f();\n#define SHARED __shared__\n",
     NULL},
    {"kernels stay", "template <class T> __global__ void k(T *p) { __shared__ int s[32]; }", NULL},
    {"shared vectors, halves and what may be one",
     "template <class T> __global__ void k(T *p) { __shared__ T s[32]; __shared__ float4 v[2]; __shared__ "
     "__half h; }",
     "template <class T> __global__ void k(T *p) { __constinit __shared__ T s[32]; __constinit __shared__ "
     "float4 v[2]; EMU_SHAPE(v, EMU_SHAPE_FIELD(v, x) EMU_SHAPE_FIELD(v, y) EMU_SHAPE_FIELD(v, z) "
     "EMU_SHAPE_FIELD(v, w)); __shared__ __half h; }"},
    {"shared vectors, some of them no arrays", "__global__ void k() { __shared__ float1 v[2], one; }",
     "__global__ void k() { __shared__ float1 v[2], one; }"},
    {"vectors of unions",
     "typedef union { uint4 v; char b[16]; } B; union alignas(16) U { const float2 p[2], q; struct { int2 i; "
     "} s; "
     "union { int4 deep; } u; double2 after; float4 *pointer; float4 f(float4 a) { float4 b = a; return b; } "
     "}; "
     "union U *u; struct S { float4 v; };",
     "typedef union { ::emu_in_union<uint4> v; char b[16]; } B; union alignas(16) U { const "
     "::emu_in_union<float2> p[2], q; struct { ::emu_in_union<int2> i; } s; union { ::emu_in_union<int4> "
     "deep; "
     "} u; ::emu_in_union<double2> after; float4 *pointer; float4 f(float4 a) { ::emu_in_union<float4> b = "
     "a; "
     "return b; } }; union U *u; struct S { float4 v; };"},
    {"shapes of rows and of structs",
     "struct P { float x[N], y; int *next; }; struct Q { int f(); int n; }; void f() {\n"
     "  __shared__ float one[4], tile[8][N + 1], last;\n  __shared__ P p;\n  __shared__ Q q[2], r[2][2]; }\n"
     "__shared__ int outside[2][2];",
     "struct P { float x[N], y; int *next; }; struct Q { int f(); int n; }; void f() {\n"
     "  __shared__ float one[4], tile[8][N + 1], last; EMU_SHAPE(tile,);\n  __shared__ P p; EMU_SHAPE(p, "
     "EMU_SHAPE_FIELD(p, x) "
     "EMU_SHAPE_FIELD(p, y) EMU_SHAPE_FIELD(p, next));\n"
     "  __shared__ Q q[2], r[2][2]; EMU_SHAPE(r,); }\n__shared__ int outside[2][2];"},
    {"views of dynamic shared memory",
     "struct P { float x[N]; int y; }; __global__ void k(int n, float *q) { extern __shared__ float raw[];\n"
     "  float (*s)[33] = (float (*)[33])raw, one = raw[0]; row *r = (row *)(raw + n); P *p = (P *)&r[1];\n"
     "  auto &u = *reinterpret_cast<P *>(p); auto v = ((P *)raw)->x; float *moves = raw, *stays = moves;\n"
     "  moves += n, n = *raw; float *other = q; r[0][0] = raw[1]; return raw; }\n"
     "__device__ void f(float *raw) { float *p = raw; }",
     "struct P { float x[N]; int y; }; __global__ void k(int n, float *q) { float *raw = (float "
     "*)::emu::dynamic_shared(\"raw\");\n"
     "  float (*s)[33] = (float (*)[33])raw, one = raw[0]; EMU_VIEW(s,) EMU_VIEW(one,) row *r = (row "
     "*)(raw "
     "+ n); EMU_VIEW(r,) P *p = (P *)&r[1]; EMU_VIEW(p, EMU_VIEW_FIELD(p, x) EMU_VIEW_FIELD(p, y))\n"
     "  auto &u = *reinterpret_cast<P *>(p); EMU_VIEW(u, EMU_VIEW_FIELD(u, x) EMU_VIEW_FIELD(u, y)) auto v "
     "= "
     "((P *)raw)->x; EMU_VIEW(v,) float *moves = raw, *stays = moves; EMU_VIEW(stays,)\n"
     "  moves += n, n = *raw; float *other = q; r[0][0] = raw[1]; return raw; }\n"
     "__device__ void f(float *raw) { float *p = raw; }"},
    {"device functions inside another one",
     "__global__ void k(float *p, int *q, int n) { struct L { __device__ int f(float x) { int i = x; return "
     "(int)x << i; } "
     "}; auto g = [=] __device__(float x) { return (int)x << n; }; }",
     "__global__ void k(float *p, int *q, int n) { struct L { __device__ int f(float x) { int i = "
     "::emu::put<int>(x); "
     "return ::emu::to<int>(x) << emu_shift <<  i; } "
     "}; auto g = [=] __device__(float x) { return ::emu::to<int>(x) << emu_shift <<  n; }; }"},
    {"shifts",
     "__device__ int f(int a, int b) { a <<= b; a >>= b + 1; return a << b >> 3 | a << 40; }\n"
     "__device__ void g() { A<B<int>> x; n = a < b && c < d >> e; s << \"x\" << b; static_cast<T *>(p) >> k; "
     "}\n"
     "int host(int a, int b) { return a << b; }\n#define BIT(n) (1u << (n))\n#define PUT(n) os << n\n",
     "__device__ int f(int a, int b) { a <<= emu_shift <<=  b; a >>= emu_shift >>=  b + 1; return a << "
     "emu_shift "
     "<<  b >> 3 | a << emu_shift <<  40; }\n"
     "__device__ void g() { A<B<int>> x; n = a < b && c < d >> emu_shift >>  e; s << \"x\" << b; "
     "static_cast<T *>(p) >> emu_shift >>  k; }\n"
     "int host(int a, int b) { return a << b; }\n#define BIT(n) (1u << emu_shift <<  (n))\n#define PUT(n) os "
     "<< n\n"},
    {"what may be a declaration or two comparisons",
     "__device__ double v; typedef int s; __device__ int f(int a, int b, int c, int d) { s (&p)[2] = *(s "
     "(*)[2])v; auto [x, y] = v; "
     "h((int)a < b && c > (d), (int)a < b, c > (d), (int)t<int, 2>(v)); return d ? a :(int)v; }",
     "EMU_DEVICE_VARIABLE double v; typedef int s; __device__ int f(int a, int b, int c, int d) { s (&p)[2] "
     "= *(s (*)[2])v; auto "
     "[x, y] = v; h((int)a < b && c > (d), (int)a < b, c > (d), ::emu::to<int>(t<int, 2>(v))); return "
     "::emu::put<int>(d ? a : "
     "::emu::to<int>(v)); }"},
    {"folds of shifts", "template <class... A> __device__ int f(A... a) { return (a << ... << a.n); }",
     "template <class... A> __device__ int f(A... a) { return (a << ... << a.n); }"},
    {"conversions",
     "__device__ int f(float x, int n) { n = x; int m = x + n, k = n; m = (int)x * (T)n - (n); return x; }\n"
     "__device__ void g(float *p, int *q) { p[0] = p[1]; *(T *)q = p[1]; q[0] = -p[1]; h((int)p[0].y++, "
     "sizeof(int), "
     "int(2)); }\n"
     "int host(float x) { return (int)x; }\n",
     "__device__ int f(float x, int n) { n = ::emu::put<decltype(n)>(x); int m = ::emu::put<int>(x + n), k = "
     "n; m = "
     "::emu::put<decltype(m)>(::emu::to<int>(x) * ::emu::to<T>(n) - (n)); return ::emu::put<int>(x); }\n"
     "__device__ void g(float *p, int *q) { p[0] = p[1]; *(T *)q = p[1]; q[0] = "
     "::emu::put<decltype(q[0])>(-p[1]); "
     "h(::emu::to<int>(p[0].y++), sizeof(int), ::emu::to<int>(2)); }\n"
     "int host(float x) { return (int)x; }\n"},
    {"conversions to qualified names",
     "__device__ void f(float x) { h(std::size_t(x), 1 + ::cuda::std::uint32_t(x), (::int64_t)x); return "
     "::int8_t(x); }\n"
     "__device__ void g(float x) { cuda::std::size_t n = x; n = std::\nsize_t(x); h(own::uint8_t(x), "
     "A<B>::size_t(x), ::own::std::size_t(x), std::max(x)); std::size_t(m); }\n",
     "__device__ void f(float x) { h(::emu::to<std::size_t>(x), 1 + ::emu::to<::cuda::std::uint32_t>(x), "
     "::emu::to<::int64_t>(x)); return ::emu::to<::int8_t>(x); }\n"
     "__device__ void g(float x) { cuda::std::size_t n = ::emu::put<cuda::std::size_t>(x); n = "
     "::emu::put<decltype(n)>(::emu::to<std::"
     "\nsize_t>(x)); h(own::uint8_t(x), A<B>::size_t(x), ::own::std::size_t(x), std::max(x)); "
     "std::size_t(m); }\n"},
    {"a namespace at the end",
     "__device__ void f(float x) { h(std::", "__device__ void f(float x) { h(std::"},
    {"two namespaces at the end",
     "__device__ void f(float x) { h(::cuda::std::", "__device__ void f(float x) { h(::cuda::std::"},
    {"a qualified name at the end", "__device__ void f(float x) { h(cuda::std::size_t(",
     "__device__ void f(float x) { h(cuda::std::size_t("},
    {"a qualified name at the beginning", "::size_t(x); __device__ void f(float x) { ::int8_t(x); }",
     "::size_t(x); __device__ void f(float x) { ::int8_t(x); }"},
    {"__CUDA_ARCH__",
     "__device__ int f() { return __CUDA_ARCH__; }\n__host__ __device__ int g(int n) {\n#ifdef "
     "__CUDA_ARCH__\n"
     "  return n << n;\n#endif\n}\nint host() {\n#ifdef __CUDA_ARCH__\n#endif\n}\n",
     "__device__ int f() {\n#define __CUDA_ARCH__ 800\n#line 1\n return __CUDA_ARCH__; \n#undef "
     "__CUDA_ARCH__\n"
     "#line 1\n}\n__host__ __device__ int g(int n) { if (::emu::on_device()) {\n#define __CUDA_ARCH__ "
     "800\n#line 2\n"
     "\n#ifdef __CUDA_ARCH__\n  return n << emu_shift <<  n;\n#endif\n\n#undef __CUDA_ARCH__\n#line 6\n} "
     "else {\n"
     "#line 2\n\n#ifdef __CUDA_ARCH__\n  return n << emu_shift <<  n;\n#endif\n\n#line 6\n}}\n"
     "int host() {\n#ifdef __CUDA_ARCH__\n#endif\n}\n"},
    {"launch bounds",
     "template <int N> __global__ void __launch_bounds__(max(N,\n32), 2) k(int *p)\n{ }\n"
     "template <int N> __global__ void __launch_bounds__(shape<N, 2>::n, 1) s() {}\n"
     "template <int N> __global__ void __launch_bounds__(N < 32 ? 32 : N, 1) t() {}\n"
     "__global__ void __launch_bounds__(64) declared(int *);\n#define BOUNDS __launch_bounds__(8)\n"
     "#define WIDE __launch_bounds__(N * \\\n 32, 2)\n__global__ void WIDE w() { }\nstatic __global__ WIDE "
     "void v() {}\n"
     "#define TWO __launch_bounds__(8)\n#define TWO\n__global__ void TWO two() {}\n",
     "template <int N> __global__ void __launch_bounds__(max(N,\n32), 2) k(int *p)\n"
     "{ emu_launch_bounds((max(N, 32))); }\n"
     "template <int N> __global__ void __launch_bounds__(shape<N, 2>::n, 1) s() { "
     "emu_launch_bounds((shape<N, 2>::n));}\n"
     "template <int N> __global__ void __launch_bounds__(N < 32 ? 32 : N, 1) t() { emu_launch_bounds((N < 32 "
     "? 32 : N));}\n"
     "__global__ void __launch_bounds__(64) declared(int *);\n#define BOUNDS __launch_bounds__(8)\n"
     "#define WIDE __launch_bounds__(N * \\\n 32, 2)\n__global__ void WIDE w() { emu_launch_bounds((N *    "
     "32)); }\n"
     "static __global__ WIDE void v() { emu_launch_bounds((N *    32));}\n"
     "#define TWO __launch_bounds__(8)\n#define TWO\n__global__ void TWO two() {}\n"},
    {"strings, characters and comments stay",
     "char c = '<'; auto s = \"k<<<1, 2>>>(x) // \\\" asm\"; /* k<<<1>>> asm */ // static __shared__ \\\n "
     "k<<<\nint n = 1'000'000;",
     NULL},
    {"raw strings stay",
     "auto s = R\"x(k<<<1, 2>>>( )\" asm \n extern __shared__ int s[]; )x\"; auto t = u8R\"(asm)\"; int R = "
     "1;",
     NULL},
    {"templates and shifts stay",
     "v<v<v<int>>> x; a = b << 3 >> 1; a <<= 2; if (a < b && c > d) {} std::cout << \"<<<\" << x;", NULL},
    {"operator<<<T> stays", "operator<<<int>(out, x);", NULL},
    {"a configuration in a macro", "#define A(g, b) <<<g, b>>>\nk A(1, 2)(x);",
     "#define A(g, b) ->* ::emu::late(g, b)\nk A(1, 2)(x);"},
    {"conflict marks stay", "<<<<<<< ours\nint x;\n=======\n>>>>>>> theirs\n", NULL},
    {"#if 0 stays",
     "#if 0\nk<<<1 don't asm\n#if 1\n#else\nasm\n#endif\n#endif\n#error don't use asm k<<<\n#pragma "
     "message(\"k<<<\")\n",
     NULL},
    {"a lone carriage return ends a line", "// \rint a;\r#define X \\ \r  1\rint b;\r", NULL},
    {"carriage returns stay", "int a;\r\n#define X \\\r\n  1\r\nint b;\r\n", NULL},
    {"no final newline, no text", "", NULL},
};

static const struct {
  const char *what, *input, *error; // the message after "t.cu:"
} errors[] = {
    {"unclosed launch", "\n\nk<<<1, 2;\n",
     "3: error: this `<<<` is not closed by `>>>`: the search ended at `;` in line 3"},
    {"closed by two", "k<<<1, 2>>(x);\nj<<<1, 2>>>(x);",
     "1: error: this `<<<` is not closed by `>>>`: the search ended at `;` in line 1"},
    {"cut off", "\nk<<<f(1,\n2",
     "2: error: this `<<<` is not closed by `>>>`: the search ended at `(` in line 2"},
    {"no arguments", "int x;\nk<<<1, 2>>>;",
     "2: error: a launch needs its arguments: write (...) after `>>>`, also when there are none"},
    {"an initialiser that depends on __CUDA_ARCH__",
     "#define N __CUDA_ARCH__\nstruct S { int n;\n__host__ __device__ S() : n(N) {} };",
     "3: error: what stands between the parameters and the body of this __host__ __device__ function depends "
     "on "
     "__CUDA_ARCH__: the emulator has two bodies for it, but one list; assign the members in the body"},
    {"a configuration in a macro, not closed", "#define A <<<1, 2>>\n",
     "1: error: this `<<<` is not closed by `>>>` in its macro"},
    {"no configuration", "k<<<>>>(x);", "1: error: an empty `<<<>>>`: a launch needs <<<grid, block>>>"},
    {"no kernel", "return <<<1, 2>>>(x);",
     "1: error: no kernel name before `<<<`: write kernel<<<grid, block>>>(arguments)"},
    {"initialised shared", "void f() {\n  __shared__ int n = 0;\n}",
     "2: error: a __shared__ variable cannot have an initialiser: let one thread store the value, then "
     "__syncthreads()"},
    {"initialised shared array", "__shared__ int n[2] = {0, 1};",
     "1: error: a __shared__ variable cannot have an initialiser: let one thread store the value, then "
     "__syncthreads()"},
    {"mixed extern shared", "void f() { extern __shared__ int a[], b; }",
     "1: error: every name of this extern __shared__ declaration needs an open extent, name[]"},
    {"extern shared without a type", "void f() {\nextern __shared__ s[]; }",
     "2: error: extern __shared__ needs a type: extern __shared__ float s[];"},
    {"mixed extern shared outside a function", "extern __shared__ int a[], b;",
     "1: error: every name of this extern __shared__ declaration needs an open extent, name[]"},
    {"no kernel at all", "void add(int *p) {}\nvoid f() {\n  add<<<1, 1>>>(0);\n}",
     "3: error: add is launched but is no __global__ function"},
    {"no kernel, a template",
     "int n;\ntemplate <class T> static __device__ void add(T *p) {}\nvoid f() { add<int><<<1, 1>>>(0); }",
     "3: error: add is launched but is no __global__ function"},
};

static void test_rewrites(void) {
  char error[1024], expected[4096];
  for (size_t i = 0; i < sizeof rewrites / sizeof *rewrites; i++) {
    const char *input = rewrites[i].input, *wanted = rewrites[i].output ? rewrites[i].output : input;
    snprintf(expected, sizeof expected, "%s%s", first_line, wanted);
    char *got = translate(input, strlen(input), NULL, error);
    if (!got || strcmp(got, expected))
      complain(rewrites[i].what, input, expected, got ? got : error);
    else if (!strstr(got + strlen(first_line), "#line ") && count_lines(got) != count_lines(input) + 1)
      complain(rewrites[i].what, "lines moved", input, got);
    free(got);
  }
}

static void test_errors(void) {
  char error[1024], expected[1024];
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
    snprintf(expected, sizeof expected, "t.cu:%s", errors[i].error);
    char *got = translate(errors[i].input, strlen(errors[i].input), NULL, error);
    if (got || strcmp(error, expected))
      complain(errors[i].what, errors[i].input, expected, got ? got : error);
    free(got);
  }
}

void test_cases(void) {
  test_rewrites();
  test_errors();
}
