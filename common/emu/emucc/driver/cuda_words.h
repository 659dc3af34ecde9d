// g++'s messages in CUDA's words.
#ifndef EMU_CUDA_WORDS_H
#define EMU_CUDA_WORDS_H

// Says on stderr what CUDA's rule is, for each kind of error in g++'s messages, which are without colours, that has one.
void say_in_words_of_cuda(const char *messages);

#endif
