// A lab whose tasks are named after what a worker may do wrong, for the grading loop's test.
#ifndef PMPP_TOY_LAB_H
#define PMPP_TOY_LAB_H

// Each task doubles n floats. The fake worker looks up by the task's name what to do instead.
// X(name, verdict, words that the message, hazard, hint or output must contain)
#define TOY_TASKS(X)                                                                                         \
  X(right, PASS, "")                                                                                         \
  X(wrong_tail, WRONG, "the second warp; it is also the last")                                               \
  X(wrong_unwritten, WRONG, "nothing was written")                                                           \
  X(wrong_copied, WRONG, "every wrong element equals the same element of x")                                 \
  X(wrong_mistaken, WRONG, "x is divided by 4, not doubled")                                                 \
  X(wrong_by_schedule, WRONG, "order of blocks, warps and lanes")                                            \
  X(cuda_error, WRONG, "CUDA error 9: invalid configuration")                                                \
  X(hazard, HAZARD, "reads past the end")                                                                    \
  X(guard, HAZARD, "a byte 5 after the last of the 1 elements of y")                                         \
  X(guard_before, HAZARD, "a byte 8 before the first element of y")                                          \
  X(changed, WRONG, "an input was changed: x[0] was")                                                        \
  X(changed_plan, WRONG, "toy_changed_plan changed plan, which all calls share: plan[0] became 7")           \
  X(changed_hazard, HAZARD, "reads past the end")                                                            \
  X(leak, HAZARD, "64 bytes of device memory")                                                               \
  X(inefficient, INEFFICIENT, "fewer barriers")                                                              \
  X(inefficient_then_wrong, INEFFICIENT, "fewer barriers")                                                   \
  X(counts_by_schedule, PASS, "")                                                                            \
  X(large_by_schedule, PASS, "")                                                                             \
  X(todo, TODO, "")                                                                                          \
  X(todo_launched, TODO, "it launched a kernel, and answered todo all the same")                             \
  X(todo_after_plan, TODO, "")                                                                               \
  X(todo_later, TODO, "case n=33 answered todo after 1 passed")                                              \
  X(missing, REJECTED, "toy.cu does not define toy_missing, declared in toy.h")                              \
  X(plan_error, WRONG, "toy_plan ended with CUDA error 9: invalid configuration")                            \
  X(plan_todo, TODO, "toy_plan answered PMPP_TODO")                                                          \
  X(plan_missing, REJECTED, "toy.cu does not define toy_plan, declared in toy.h")                            \
  X(no_device, NOT_ASSESSED, "no device here")                                                               \
  X(infra, INFRA, "out of luck")                                                                             \
  X(segfault, CRASH, "SIGSEGV")                                                                              \
  X(abort, CRASH, "SIGABRT")                                                                                 \
  X(exit_0, CRASH, "exit status 0 before it answered")                                                       \
  X(exit_at_once, CRASH, "exit status 3 before it answered")                                                 \
  X(prints_pass, CRASH, "Score: 100/100")                                                                    \
  X(hazard_then_loop, TIMEOUT, "reads past the end")                                                         \
  X(hazard_then_abort, CRASH, "mend the hazard first")                                                       \
  X(hazard_then_close, CRASH, "leave alone")                                                                 \
  X(garbage_hazard_then_abort, CRASH, "SIGABRT")                                                             \
  X(loop, TIMEOUT, "no answer within 0.4 s of processor time. does every loop end?")                         \
  X(stopped, TIMEOUT, "no answer within 1 s: it waits for something")                                        \
  X(daemon, PASS, "")                                                                                        \
  X(daemon_then_exit, CRASH, "exit status 0 before it answered")                                             \
  X(many_daemons, INFRA, "killed from outside")                                                              \
  X(close_all, CRASH, "leave alone")                                                                         \
  X(close_all_and_loop, CRASH, "leave alone")                                                                \
  X(flood, PASS, "")                                                                                         \
  X(flood_for_ever, TIMEOUT, "bytes more")                                                                   \
  X(control_characters, CRASH, "?[31mred")                                                                   \
  X(answers_twice, CRASH, "leave alone")                                                                     \
  X(answers_a_page, CRASH, "leave alone")                                                                    \
  X(garbage_memory, CRASH, "makes no sense")                                                                 \
  X(garbage_status, CRASH, "makes no sense")                                                                 \
  X(garbage_counts, CRASH, "makes no sense")                                                                 \
  X(garbage_changed, CRASH, "makes no sense")                                                                \
  X(garbage_element, CRASH, "makes no sense")                                                                \
  X(garbage_element_before, CRASH, "makes no sense")                                                         \
  X(garbage_role, CRASH, "makes no sense")                                                                   \
  X(garbage_note, CRASH, "makes no sense")                                                                   \
  X(garbage_notes, CRASH, "makes no sense")                                                                  \
  X(noted, PASS, "")                                                                                         \
  X(garbage_hazard, CRASH, "makes no sense")                                                                 \
  X(endless_strings, HAZARD, "AAAA")                                                                         \
  X(no_answer_written, CRASH, "makes no sense")                                                              \
  X(shrinks_memory, PASS, "")                                                                                \
  X(punches_memory, WRONG, "every wrong value is 0")                                                         \
  X(changes_inputs, PASS, "")                                                                                \
  X(big_file, CRASH, "SIGXFSZ")                                                                              \
  X(looks_round, PASS, "")                                                                                   \
  X(devices, PASS, "a worker of 0 devices")                                                                  \
  X(slow, PASS, "")                                                                                          \
  X(right_again, PASS, "")

#endif
