// What the files of the boundary share.
#pragma once

#include <memory>
#include <string>

#include "experiments/experiment.hpp"

#define ATTN_EXPORT extern "C" __attribute__((used, visibility("default")))

/// An experiment as its host holds it.
struct Handle {
  std::unique_ptr<attn::Experiment> experiment;
  std::string directory;
};

/// 0, or 1 with the failure's sentence left behind for the host.
int reported(const attn::Failure& failure);
