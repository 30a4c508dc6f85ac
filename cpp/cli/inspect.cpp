#include <cstdio>

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/session.hpp"
#include "model/gpt2.hpp"
#include "model/model.hpp"

namespace attn::cli {
namespace {

void line(std::string_view name, std::string_view dtype, const std::vector<int>& shape, std::size_t count) {
  std::printf("%-40.*s %-5.*s %-16s %12zu\n", static_cast<int>(name.size()), name.data(),
              static_cast<int>(dtype.size()), dtype.data(), shape_text(shape).c_str(), count);
}

void inspect_weights(const std::string& bytes) {
  const SafetensorsFile file = read_safetensors(std::as_bytes(std::span(bytes)));
  if (!file.error.empty()) throw Stop{file.error};
  std::size_t total = 0;
  for (const StoredTensor& tensor : file.tensors) {
    std::size_t count = 1;
    for (const int extent : tensor.shape) count *= static_cast<std::size_t>(extent);
    line(tensor.name, tensor.dtype, tensor.shape, count);
    total += count;
  }
  std::printf("%zu tensors, %zu numbers, %zu bytes\n", file.tensors.size(), total, bytes.size());
}

// Nothing is allocated: models too large for this machine can be looked at, too.
void inspect_config(const std::string& json, const std::string& kind) {
  TensorSet tensors;
  Config config = kind == "decoder" ? read_decoder_config(json) : Config(json);
  const auto make = kind == "decoder"     ? make_decoder
                    : kind == "recurrent" ? make_recurrent
                                          : make_transformer;
  const std::unique_ptr<Model> model = make(tensors, config);
  if (!model) throw Stop{config.error()};
  std::size_t total = 0;
  for (const Tensor* tensor : model->tensors().weights()) {
    line(tensor->name, "F32", tensor->shape, tensor->size());
    total += tensor->size();
  }
  const std::size_t forward = tensors.n_bytes();
  model->tensors().declare_training();
  std::printf("%zu tensors, %zu parameters, %zu bytes of memory, %zu in training\n",
              model->tensors().parameters().size(), total, forward, tensors.n_bytes());
}

}  // namespace

void inspect(Options options) {
  const std::string bytes = read_file(options.word("FILE"));
  options.no_more_words();
  // A safetensors file starts with the length of its header, whose highest byte is 0 in every real one.
  const bool is_text = bytes.find('\0') == bytes.npos;
  const std::string kind = is_text ? kind_of(bytes, options) : "";
  options.no_more_options();
  is_text ? inspect_config(bytes, kind) : inspect_weights(bytes);
}

}  // namespace attn::cli
