// Iterators that hold no memory, as CUB before 3 has them: numbers that count up, one number, items through a function.
#ifndef EMU_CUB_INPUT_ITERATORS_CUH
#define EMU_CUB_INPUT_ITERATORS_CUH

#include "../thread/thread_operators.cuh"

namespace cub {

template <class T_, class Self_> struct emu_iterator {
  typedef T_ value_type;
  typedef T_ reference;
  typedef T_ *pointer;
  typedef ptrdiff_t difference_type;
  typedef std::random_access_iterator_tag iterator_category;
  ptrdiff_t at = 0;

  __host__ __device__ T_ operator[](ptrdiff_t i) const {
    return ((const Self_ *)this)->item(at + i);
  }
  __host__ __device__ T_ operator*() const {
    return (*this)[0];
  }
  __host__ __device__ Self_ operator+(ptrdiff_t n) const {
    Self_ moved = *(const Self_ *)this;
    moved.at += n;
    return moved;
  }
  __host__ __device__ Self_ &operator++() {
    at++;
    return *(Self_ *)this;
  }
};

template <class T_, class Offset_ = ptrdiff_t>
struct CountingInputIterator : emu_iterator<T_, CountingInputIterator<T_, Offset_>> {
  T_ first;
  __host__ __device__ explicit CountingInputIterator(T_ first) : first(first) {}
  __host__ __device__ T_ item(ptrdiff_t i) const {
    return first + (T_)i;
  }
};
template <class T_, class Offset_ = ptrdiff_t>
struct ConstantInputIterator : emu_iterator<T_, ConstantInputIterator<T_, Offset_>> {
  T_ value;
  __host__ __device__ explicit ConstantInputIterator(T_ value) : value(value) {}
  __host__ __device__ T_ item(ptrdiff_t) const {
    return value;
  }
};
template <class T_, class Op_, class In_, class Offset_ = ptrdiff_t>
struct TransformInputIterator : emu_iterator<T_, TransformInputIterator<T_, Op_, In_, Offset_>> {
  In_ in;
  Op_ op;
  __host__ __device__ TransformInputIterator(In_ in, Op_ op) : in(in), op(op) {}
  __host__ __device__ T_ item(ptrdiff_t i) const {
    return op((emu_value<In_>)in[i]);
  }
};
template <class In_, class Offset_ = ptrdiff_t>
struct ArgIndexInputIterator
    : emu_iterator<KeyValuePair<Offset_, emu_value<In_>>, ArgIndexInputIterator<In_, Offset_>> {
  In_ in;
  __host__ __device__ explicit ArgIndexInputIterator(In_ in) : in(in) {}
  __host__ __device__ KeyValuePair<Offset_, emu_value<In_>> item(ptrdiff_t i) const {
    return {(Offset_)i, in[i]};
  }
};

} // namespace cub
#endif
