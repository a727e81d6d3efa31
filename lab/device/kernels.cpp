// The list of the study's kernels, and their program sources.
#include "kernels.hpp"

#include <string_view>

namespace hedgerow::lab {
namespace {

struct File {
  std::string_view name, text;
};
constexpr File kFiles[] = {
#include "lab_device_sources.inc"
};

constexpr std::uint32_t kThreads = 256, kPlaneThreads = 128;

using Kernels = std::vector<StudyKernel>;

void add_products(Kernels& all) {
  struct Way {
    const char* name;
    std::uint32_t local_words;
    TableBytes (*tables)();
    Oracle expect;
  };
  int number = 0;
  for (const Way& w : {Way{"by_computation", 0, nullptr, expect_products},
                       Way{"full_table", 0, gf_full_table, expect_products},
                       Way{"known_constants", 1024, gf_known_constants, expect_constants},
                       Way{"known_constants_constant_memory", 0, nullptr, expect_constants},
                       Way{"t_table", 256, gf_t_table, expect_matrix},
                       Way{"t_table_x32", 8192, gf_t_table, expect_matrix}})
    all.push_back({std::string("gf.") + w.name,
                   "gf.h arrays.h",
                   {"-DHR_WAY=" + std::to_string(number++)},
                   kThreads,
                   1,
                   w.local_words,
                   w.tables,
                   w.expect,
                   w.expect == expect_products});
  all.push_back(
      {"gf.bit_slice", "gf_planes.h", {}, kPlaneThreads, 32, 0, nullptr, expect_constants});
}

void add_boxes(Kernels& all, int bits, TableBytes (*tables)(), Oracle expect) {
  struct Home {
    const char* name;
    int home;
    std::uint32_t copies;
  };
  const std::uint32_t entries = 1u << bits;
  for (const Home& h :
       {Home{"constant_memory", 0, 0}, Home{"shared_x1", 1, 1}, Home{"shared_x8", 1, 8},
        Home{"shared_x32", 1, 32}, Home{"global", 2, 0}, Home{"registers", 3, 0}})
    all.push_back({"sbox_" + std::to_string(bits) + "bit." + h.name,
                   "sbox.h arrays.h",
                   {"-DHR_BITS=" + std::to_string(bits), "-DHR_HOME=" + std::to_string(h.home),
                    "-DHR_COPIES=" + std::to_string(h.copies)},
                   kThreads,
                   1,
                   h.copies == 1 ? entries / 4 : entries * h.copies,
                   tables,
                   expect});
}

void add_arithmetic(Kernels& all) {
  struct Operation {
    const char* name;
    Oracle expect;
  };
  int number = 0;
  for (const Operation& o : {Operation{"xor", expect_xor}, Operation{"and", expect_and},
                             Operation{"or", expect_or}, Operation{"add", expect_addition}}) {
    for (const char* width : {"8", "16", "32", "64", "128"})
      all.push_back(
          {std::string(o.name) + "." + width,
           "arithmetic.h",
           {"-DHR_OPERATION=" + std::to_string(number), std::string("-DHR_WIDTH=") + width},
           kThreads,
           1,
           0,
           nullptr,
           o.expect,
           o.expect != expect_addition,
           o.expect != expect_addition ? 100 : 0});
    number++;
  }
}

void add_clefia(Kernels& all) {
  int number = 0;
  for (const char* name : {"best", "grouped", "fewer_products", "worst"}) {
    const bool worst = number == 3;
    all.push_back({std::string("clefia_kernel.") + name,
                   "clefia.h",
                   {"-DHR_WAY=" + std::to_string(number++)},
                   kThreads,
                   1,
                   worst ? 0u : 7 * 256 / 4,
                   worst ? clefia_full_table : clefia_constants,
                   expect_clefia});
  }
}

Kernels make_kernels() {
  Kernels all;
  add_products(all);
  add_boxes(all, 8, sbox_8bit, expect_8bit);
  add_boxes(all, 4, sbox_4bit, expect_4bit);
  add_arithmetic(all);
  for (const char* aligned : {"1", "0"})
    all.push_back({*aligned == '1' ? "exchange.aligned" : "exchange.unaligned",
                   "exchange.h",
                   {std::string("-DHR_ALIGNED=") + aligned},
                   kThreads,
                   1,
                   0,
                   nullptr,
                   expect_copy});
  add_clefia(all);
  return all;
}

std::string text_of(std::string_view name) {
  for (const File& f : kFiles)
    if (f.name == name) return std::string(f.text);
  return "";
}

}  // namespace

const std::vector<StudyKernel>& study_kernels() {
  static const Kernels all = make_kernels();
  return all;
}

const StudyKernel* find_study_kernel(const std::string& name) {
  for (const StudyKernel& kernel : study_kernels())
    if (kernel.name == name) return &kernel;
  return nullptr;
}

device::Source source_of(const StudyKernel& kernel, device::Language language) {
  static const std::string macros = table_macros();
  device::Launch base{};
  base.source = kernel.arrays_per_thread == 1 ? "blocks.h" : "planes.h";
  device::Source source;
  source.name = kernel.name;
  source.text = device::program(base, language) + macros + text_of("study.h");
  for (std::size_t from = 0, end; from < kernel.sources.size(); from = end + 1) {
    end = std::min(kernel.sources.find(' ', from), kernel.sources.size());
    source.text += text_of(kernel.sources.substr(from, end - from));
  }
  source.options = kernel.options;
  if (kernel.local_words)
    source.options.push_back("-DHR_TABLE_WORDS=" + std::to_string(kernel.local_words));
  if (kernel.two_arrays) source.options.push_back("-DHR_TWO_ARRAYS=1");
  if (kernel.rounds) source.options.push_back("-DHR_ROUNDS=" + std::to_string(kernel.rounds));
  source.options.push_back("-DHR_BLOCK=16");
  source.options.push_back("-DHR_THREADS=" + std::to_string(kernel.group_threads));
  return source;
}

}  // namespace hedgerow::lab
