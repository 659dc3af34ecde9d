// Several implementations in one worker: each runs where the program is started by its name.
//
// The tests' wrong and accepted submissions of a task are compiled together (common/grader/submission/bundle.c), each in a
// namespace of its own, and every one of them has a link to the program, `NAME.emu`. A worker of one implementation has no
// bundle, and its functions are those of the contract's names.
#ifndef PMPP_BUNDLE_H
#define PMPP_BUNDLE_H

#ifdef __cplusplus
extern "C" {
#endif

struct pmpp_bundled {
  const char *name;              // the program's, without folder and ".emu"
  void (*const *function)(void); // in the order of pmpp_bundle_functions; NULL: it lacks that one
};

// Both end with NULL; a bundle alone defines them.
extern const struct pmpp_bundled pmpp_bundle[] __attribute__((weak));
extern const char *const pmpp_bundle_functions[] __attribute__((weak));

#ifdef __cplusplus
}
#endif
#endif
