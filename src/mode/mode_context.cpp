// Owns the memory of a ModeContext: the prepared keys and one aligned allocation for the state of the mode.
#include <stdlib.h>
#include <string.h>

#include "base/secret.hpp"
#include "isa/cpu.hpp"
#include "mode/mode.hpp"

namespace hedgerow {

bool ModeContext::make(const ModeBase& mode, const Selection& selection) noexcept {
  variant_ = selection.first().variant;
  const std::uint32_t length = variant_->block_bytes;
  const Field* const own = length >= 16 ? select_field(length, cpu_features()) : nullptr;
  field_ = own ? own : select_field(16, cpu_features());
  key_slots_ = mode.key_slots;
  for (std::size_t i = 0; i < key_slots_; i++)
    if (!keys_[i].bind(selection)) return false;
  state_bytes_ = mode.state_bytes ? round_up(mode.state_bytes(*variant_, parameters)) : 0;
  if (state_bytes_ == 0) return true;
  state_ = (std::uint8_t*)aligned_alloc(64, state_bytes_);
  if (!state_) return false;
  memset(state_, 0, state_bytes_);
  return true;
}

bool ModeContext::copy_from(const ModeContext& other) noexcept {
  variant_ = other.variant_;
  field_ = other.field_;
  parameters = other.parameters;
  key_slots_ = other.key_slots_;
  for (std::size_t i = 0; i < key_slots_; i++)
    if (!keys_[i].copy_from(other.keys_[i])) return false;
  state_bytes_ = other.state_bytes_;
  if (state_bytes_ == 0) return true;
  state_ = (std::uint8_t*)aligned_alloc(64, state_bytes_);
  if (!state_) return false;
  memcpy(state_, other.state_, state_bytes_);
  return true;
}

void ModeContext::clear_state() noexcept {
  if (state_) wipe(state_, state_bytes_);
}

void ModeContext::clear_keys() noexcept {
  for (std::size_t i = 0; i < key_slots_; i++) keys_[i].wipe_key();
}

ModeContext::~ModeContext() noexcept {
  clear_state();
  free(state_);
}

}  // namespace hedgerow
