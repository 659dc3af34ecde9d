// What a submission may include and link against, as tables.
#ifndef PMPP_ALLOWED_H
#define PMPP_ALLOWED_H

#include <stdbool.h>

// "cuda_runtime.h" and the like.
bool header_allowed(const char *name);

// Why a header that is not allowed is not; never NULL.
const char *header_reason(const char *name);

// Why a submission's text must not use them; NULL where nothing speaks against it. `name` without "__" round it;
// `strings`: of an asm statement. `translated`: the emulator's translator may have written the word.
const char *attribute_reason(const char *name);
const char *pragma_reason(const char *first, const char *second);
const char *assembly_reason(const char *strings);
const char *word_reason(const char *word, bool translated);

// Why a submission must not define (or refer to) a symbol; NULL where nothing speaks against it.
// `offered`: the lab's own library defines it, for submissions to call. `contract` and `ours`: its name is a contract function's, or one that the grader's own libraries define.
const char *definition_reason(const char *symbol, bool is_function, bool contract, bool ours);
const char *reference_reason(const char *symbol, bool offered);

#endif
