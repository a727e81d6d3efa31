// Finds the operations of the model in this program by the names of their local symbols.
#include <cstdlib>
#include <cstring>

#include "model_operation.hpp"
#include "operations.hpp"
#include "support/elf_symbols.hpp"

namespace hedgerow::proof {
namespace {

// Finds name and number in a demangled name, for example "Vec hedgerow::avx2::rotl32<5>(hedgerow::avx2::Vec const&)".
bool parse(const elf::Function& f, ModelOperation* op) {
  if (!f.local) return false;
  const std::string name = elf::demangled(f.name);
  if (name.find("hedgerow::") == std::string::npos || name.find("(anonymous") != std::string::npos)
    return false;
  const std::size_t open = name.find('(');
  if (open == std::string::npos || name.find("[clone") != std::string::npos) return false;
  std::string before = name.substr(0, open);
  op->signature = name.substr(open);
  if (op->signature.find("HalfVec") != std::string::npos ||
      op->signature.find("{lambda") != std::string::npos)
    return false;
  if (before.ends_with('>')) {
    const std::size_t angle = before.rfind('<');
    op->arguments = before.substr(angle);
    op->number = std::atoi(before.c_str() + angle + 1);
    before.resize(angle);
  }
  // Only functions of hedgerow::<isa> itself: a kernel has its own functions in other namespaces.
  op->name = before.substr(before.rfind(':') + 1);
  const std::size_t space = before.rfind(' ') + 1, isa = space + std::strlen("hedgerow::");
  if (before.find(':', isa) + 2 != before.size() - op->name.size()) return false;
  op->isa = before.substr(isa, before.find(':', isa) - isa);
  op->address = f.address;
  op->object = f.object;
  return true;
}

// The number of bytes of a vector. An operation on zeros writes so many zeros through a pointer, or returns 16 bytes in
// registers.
int width_of(const ModelOperation& op) {
  static const Bytes zeros{};
  Bytes out;
  out.fill(0xff);
  ((void (*)(void*, const void*, const void*, const void*, const void*))op.address)(
      out.data(), &zeros, &zeros, &zeros, &zeros);
  int n = 0;
  while (out[(std::size_t)n] == 0) n++;
  return n ? n : 16;
}

}  // namespace

Operations::Operations() {
  std::map<int, int> widths;  // by object
  for (const elf::Function& f : elf::functions_of_this_program()) {
    auto op = std::make_unique<ModelOperation>();
    if (!parse(f, op.get())) continue;
    if (op->keeps_zeros() && !widths.count(op->object)) widths[op->object] = width_of(*op);
    if (op->is_replaced()) operations_.push_back(std::move(op));
  }
  for (auto& op : operations_) op->width = widths.count(op->object) ? widths[op->object] : 0;
  std::erase_if(operations_, [](const auto& op) { return op->width == 0; });
}
Operations::~Operations() = default;

void Operations::attach(Machine& machine) const {
  for (const auto& op : operations_)
    machine.intercept(op->address, [p = op.get()](Machine& m) { return p->run(m); });
}

}  // namespace hedgerow::proof
