// Calls those FusedOps that process one message, because they share one signature.
#pragma once

#include "subject.hpp"

namespace hedgerow::ledger {

enum class FusedOp { kEncryptTweaked, kDecryptTweaked, kDecryptChained, kDecryptFeedback };
constexpr FusedOp kFusedOps[] = {FusedOp::kEncryptTweaked, FusedOp::kDecryptTweaked,
                                 FusedOp::kDecryptChained, FusedOp::kDecryptFeedback};

inline const char* fused_name(FusedOp op) {
  constexpr const char* kNames[] = {"encrypt_tweaked", "decrypt_tweaked", "decrypt_chained",
                                    "decrypt_feedback"};
  return kNames[(int)op];
}
inline decltype(FusedOps::encrypt_tweaked) fused_function(const Subject& s, FusedOp op) {
  const FusedOps& f = *s.kernel.fused;
  const decltype(f.encrypt_tweaked) functions[] = {f.encrypt_tweaked, f.decrypt_tweaked,
                                                   f.decrypt_chained, f.decrypt_feedback};
  return functions[(int)op];
}
inline bool has_fused(const Subject& s, FusedOp op) {
  return s.kernel.fused && fused_function(s, op);
}
// `value`: the tweak, or the previous block.
inline void run_fused(const Subject& s, FusedOp op, std::uint8_t* value, const std::uint8_t* in,
                      std::uint8_t* out, std::size_t blocks) {
  fused_function(s, op)(s.key(), value, in, out, blocks);
}

}  // namespace hedgerow::ledger
