// The grader's exit statuses, and its two ways to give up.
#ifndef PMPP_DIE_H
#define PMPP_DIE_H

enum { EXIT_PASSED = 0, EXIT_NOT_PASSED = 1, EXIT_USAGE = 2, EXIT_NOT_ASSESSED = 77, EXIT_INFRA = 99 };

// Print one message to stderr and end with status 2 or 99.
void die_usage(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
void die_infra(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

#endif
