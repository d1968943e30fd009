// SPDX-License-Identifier: Apache-2.0
#pragma once

// CUDA's short vectors, of the same sizes and alignments.

namespace cudasim {

template <class T>
struct Vector1 {
  T x;
};

template <class T>
struct alignas(2 * sizeof(T)) Vector2 {
  T x, y;
};

template <class T>
struct Vector3 {
  T x, y, z;
};

// Aligned at most 16 bytes, as in CUDA.
template <class T>
struct alignas(sizeof(T) < 4 ? 4 * sizeof(T) : 16) Vector4 {
  T x, y, z, w;
};

}  // namespace cudasim

using char2 = cudasim::Vector2<signed char>;
using char3 = cudasim::Vector3<signed char>;
using char4 = cudasim::Vector4<signed char>;
using uchar2 = cudasim::Vector2<unsigned char>;
using uchar3 = cudasim::Vector3<unsigned char>;
using uchar4 = cudasim::Vector4<unsigned char>;
using short2 = cudasim::Vector2<short>;
using short3 = cudasim::Vector3<short>;
using short4 = cudasim::Vector4<short>;
using ushort2 = cudasim::Vector2<unsigned short>;
using ushort3 = cudasim::Vector3<unsigned short>;
using ushort4 = cudasim::Vector4<unsigned short>;
using int1 = cudasim::Vector1<int>;
using int2 = cudasim::Vector2<int>;
using int3 = cudasim::Vector3<int>;
using int4 = cudasim::Vector4<int>;
using uint1 = cudasim::Vector1<unsigned>;
using uint2 = cudasim::Vector2<unsigned>;
using uint3 = cudasim::Vector3<unsigned>;
using uint4 = cudasim::Vector4<unsigned>;
using longlong2 = cudasim::Vector2<long long>;
using ulonglong2 = cudasim::Vector2<unsigned long long>;
using float1 = cudasim::Vector1<float>;
using float2 = cudasim::Vector2<float>;
using float3 = cudasim::Vector3<float>;
using float4 = cudasim::Vector4<float>;
using double1 = cudasim::Vector1<double>;
using double2 = cudasim::Vector2<double>;
using double3 = cudasim::Vector3<double>;

/// Sizes of a grid or a block; what is not named is 1.
struct dim3 {
  unsigned x = 1, y = 1, z = 1;

  constexpr dim3(unsigned vx = 1, unsigned vy = 1, unsigned vz = 1) : x(vx), y(vy), z(vz) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};
