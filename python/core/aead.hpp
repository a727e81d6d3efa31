// AEAD objects that any number of threads may use concurrently, because each call leases a context.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "options.hpp"

namespace hedgerow_python {

// One key in one AEAD. A call with the caller's nonce takes an idle context, or else a new copy of a template that
// never processes a message. The usage of all contexts counts against the one data limit of the key. The easy calls
// have only one context, so that it can count its nonces.
class AeadKey {
 public:
  explicit AeadKey(const Setup& setup);

  std::size_t tag_bytes() const { return tag_bytes_; }
  std::size_t nonce_bytes() const { return algorithm_.iv_bytes; }
  const hedgerow_algorithm_info& algorithm() const { return algorithm_; }
  hedgerow::Aead copy() const { return base_.copy(); }
  std::string kernel() const { return base_.kernel(); }
  std::uint64_t blocks_left() const;
  Facts facts(std::size_t nonce, std::size_t data) const {
    return {.algorithm = algorithm_,
            .iv_name = "nonce",
            .iv = nonce,
            .data = data,
            .blocks_left = blocks_left()};
  }

  template <class Work>
  void run(Work&& work) {
    Lease lease(*this);
    charged(*lease.context, work);
  }
  // Does work on the context that makes its own nonces.
  template <class Work>
  void run_easy(Work&& work) {
    const std::lock_guard lock(easy_mutex_);
    charged(easy_, work);
  }
  // Does work on a context of this key and counts its usage, even if the work fails.
  template <class Work>
  void charged(hedgerow::Aead& context, Work&& work) {
    const Charge charge(*this, context);
    work(context);
  }

 private:
  using Context = std::unique_ptr<hedgerow::Aead>;

  // Takes a context from the idle ones and returns it at the end.
  struct Lease {
    explicit Lease(AeadKey& owner) : key(owner), context(owner.take()) {}
    ~Lease() { key.give(std::move(context)); }
    AeadKey& key;
    Context context;
  };

  // Throws ERR_LIMIT if the limit is used up, and counts the usage at the end.
  struct Charge {
    Charge(AeadKey& owner, const hedgerow::Aead& used)
        : key(owner), context(used), left(owner.require_left(used)) {}
    ~Charge() {
      key.used_.fetch_add(left - context.query().blocks_left, std::memory_order_relaxed);
    }
    AeadKey& key;
    const hedgerow::Aead& context;
    std::uint64_t left;
  };

  Context take();
  void give(Context context) noexcept;
  std::uint64_t require_left(const hedgerow::Aead& context) const;

  hedgerow_algorithm_info algorithm_;
  hedgerow::Aead base_;
  hedgerow::Aead easy_;
  std::size_t tag_bytes_;
  std::uint64_t limit_;
  std::atomic<std::uint64_t> used_{0};
  std::mutex mutex_, easy_mutex_;
  std::vector<Context> idle_;
};

// The arguments of a method for one message.
struct Message {
  Buffer nonce, data, aad;
};

// Returns the length of the plaintext of `sealed` bytes of ciphertext and tag. Throws ERR_AUTH if they are shorter than
// a tag.
std::size_t plaintext_bytes(const AeadKey& key, std::size_t sealed);

// The methods encrypt_strings and decrypt_strings (aead_strings.cpp).
Ref encrypt_strings(PyObject* self, const Arguments& arguments);
Ref decrypt_strings(PyObject* self, const Arguments& arguments);
// The methods encrypt_batch and decrypt_batch (aead_batch.cpp).
Ref encrypt_batch(PyObject* self, const Arguments& arguments);
Ref decrypt_batch(PyObject* self, const Arguments& arguments);

// The methods encryptor and decryptor (aead_stream.cpp).
Ref new_encryptor(PyObject* self, const Arguments& arguments);
Ref new_decryptor(PyObject* self, const Arguments& arguments);
void add_aead_stream(PyObject* module);
void add_aead(PyObject* module);

}  // namespace hedgerow_python
