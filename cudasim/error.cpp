// SPDX-License-Identifier: Apache-2.0
#include "thalweg/base/error.h"
#include "cudasim/block.h"
#include "cudasim/runtime.h"

namespace {

thread_local cudaError_t last_error = cudaSuccess;

struct Text {
  const char* name;
  const char* text;
};

Text text_of(cudaError_t error) {
  switch (error) {
    case cudaSuccess:
      return {"cudaSuccess", "no error"};
    case cudaErrorInvalidValue:
      return {"cudaErrorInvalidValue", "invalid argument"};
    case cudaErrorMemoryAllocation:
      return {"cudaErrorMemoryAllocation", "out of memory"};
    case cudaErrorInitializationError:
      return {"cudaErrorInitializationError", "initialization error"};
    case cudaErrorInvalidConfiguration:
      return {"cudaErrorInvalidConfiguration", "invalid configuration argument"};
    case cudaErrorInvalidPitchValue:
      return {"cudaErrorInvalidPitchValue", "invalid pitch argument"};
    case cudaErrorInvalidSymbol:
      return {"cudaErrorInvalidSymbol", "invalid device symbol"};
    case cudaErrorInvalidDevicePointer:
      return {"cudaErrorInvalidDevicePointer", "invalid device pointer"};
    case cudaErrorInvalidMemcpyDirection:
      return {"cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"};
    case cudaErrorInvalidDeviceFunction:
      return {"cudaErrorInvalidDeviceFunction", "invalid device function"};
    case cudaErrorNoDevice:
      return {"cudaErrorNoDevice", "no CUDA-capable device is detected"};
    case cudaErrorInvalidDevice:
      return {"cudaErrorInvalidDevice", "invalid device ordinal"};
    case cudaErrorInvalidResourceHandle:
      return {"cudaErrorInvalidResourceHandle", "invalid resource handle"};
    case cudaErrorNotReady:
      return {"cudaErrorNotReady", "device not ready"};
    case cudaErrorIllegalAddress:
      return {"cudaErrorIllegalAddress", "an illegal memory access was encountered"};
    case cudaErrorPeerAccessAlreadyEnabled:
      return {"cudaErrorPeerAccessAlreadyEnabled", "peer access is already enabled"};
    case cudaErrorLaunchFailure:
      return {"cudaErrorLaunchFailure", "unspecified launch failure"};
    case cudaErrorNotPermitted:
      return {"cudaErrorNotPermitted", "operation not permitted"};
    case cudaErrorNotSupported:
      return {"cudaErrorNotSupported", "operation not supported"};
    case cudaErrorUnknown:
      return {"cudaErrorUnknown", "unknown error"};
  }
  return {"unrecognized error code", "unrecognized error code"};
}

}  // namespace

namespace cudasim {

cudaError_t record(cudaError_t error) {
  // Every call of the runtime ends here, so here it shows that a kernel has made one.
  if (running_block) {
    throw thalweg::DeviceError(
        "cuda: the runtime is not for kernels; got a call of it inside one; kernels may call what "
        "device_functions.h declares");
  }
  if (error != cudaSuccess) last_error = error;
  return error;
}

}  // namespace cudasim

cudaError_t cudaGetLastError() {
  const cudaError_t error = last_error;
  last_error = cudaSuccess;
  return error;
}

cudaError_t cudaPeekAtLastError() { return last_error; }

const char* cudaGetErrorName(cudaError_t error) { return text_of(error).name; }

const char* cudaGetErrorString(cudaError_t error) { return text_of(error).text; }
