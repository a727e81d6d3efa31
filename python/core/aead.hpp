// AEAD objects that any number of threads use at once: each call leases a context.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "options.hpp"

namespace hedgerow_python {

// One key in one AEAD. Calls with the caller's nonce take an idle context, or a new copy of a
// template that itself never sees a message; what a context used of the key's data limit is counted
// for all of them together. The easy calls have one context, so that its nonces are counted.
class AeadKey {
 public:
  explicit AeadKey(const Setup& setup);

  std::size_t tag_bytes() const { return tag_bytes_; }
  std::size_t nonce_bytes() const { return algorithm_.iv_bytes; }
  const hedgerow_algorithm_info& algorithm() const { return algorithm_; }
  hedgerow::Aead copy() const { return base_.copy(); }
  std::string kernel() const { return base_.kernel(); }
  std::uint64_t blocks_left() const;

  template <class Work>
  void run(Work&& work) {
    Lease lease(*this);
    charged(*lease.context, work);
  }
  // The same on the context that makes its own nonces.
  template <class Work>
  void run_easy(Work&& work) {
    const std::lock_guard lock(easy_mutex_);
    charged(easy_, work);
  }
  // Work on a context of this key, counted. What it used counts also when it fails.
  template <class Work>
  void charged(hedgerow::Aead& context, Work&& work) {
    const Charge charge(*this, context);
    work(context);
  }

 private:
  using Context = std::unique_ptr<hedgerow::Aead>;

  // A context out of the idle ones, and back again.
  struct Lease {
    explicit Lease(AeadKey& owner) : key(owner), context(owner.take()) {}
    ~Lease() { key.give(std::move(context)); }
    AeadKey& key;
    Context context;
  };

  // Throws ERR_LIMIT when nothing is left; counts what was used when it ends.
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

// What a method gets for one message.
struct Message {
  Buffer nonce, data, aad;
};

// The length of the plaintext of so many bytes of ciphertext and tag. Throws ERR_AUTH when they are shorter than a tag.
std::size_t plaintext_bytes(const AeadKey& key, std::size_t sealed);

// encrypt_strings and decrypt_strings (aead_strings.cpp).
Ref encrypt_strings(PyObject* self, const Arguments& arguments);
Ref decrypt_strings(PyObject* self, const Arguments& arguments);
// encrypt_batch and decrypt_batch (aead_batch.cpp).
Ref encrypt_batch(PyObject* self, const Arguments& arguments);
Ref decrypt_batch(PyObject* self, const Arguments& arguments);

// encryptor and decryptor (aead_stream.cpp).
Ref new_encryptor(PyObject* self, const Arguments& arguments);
Ref new_decryptor(PyObject* self, const Arguments& arguments);
void add_aead_stream(PyObject* module);
void add_aead(PyObject* module);

}  // namespace hedgerow_python
