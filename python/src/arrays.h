// Arrays of numpy, made here.
#pragma once

#include <pybind11/numpy.h>

#include <algorithm>
#include <vector>

namespace noughts::python {

// An array of zeros, row by row. Its strides are given: pybind11 before 2.12 reads the size of an
// element where numpy 2 no longer has it, and would make all strides 0.
template <class T>
pybind11::array_t<T> make_array(const std::vector<pybind11::ssize_t>& shape) {
  std::vector<pybind11::ssize_t> strides(shape.size());
  pybind11::ssize_t bytes = sizeof(T);
  for (std::size_t i = shape.size(); i-- > 0; bytes *= shape[i]) strides[i] = bytes;
  pybind11::array_t<T> array(shape, strides);
  std::fill_n(array.mutable_data(), array.size(), T{});
  return array;
}

}  // namespace noughts::python
