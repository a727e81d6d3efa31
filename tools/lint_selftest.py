#!/usr/bin/env python3
"""Seeds violations of each rule of lint.py in a temporary tree and requires that the rule finds them. Also requires
that no rule complains about a clean tree.
"""
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import lint
import lint_wording

# A clean tree, and for each rule the files that break it, with the expected message.
CLEAN = {
    ".clang-format": "BasedOnStyle: Google\n",
    "docs/README.md": "docs\n", "docs/bibliography.md": "* **RFC 7801**: Kuznyechik\n",
    "src/README.md": "src\n", "src/isa/README.md": "isa\n", "src/cipher/README.md": "cipher\n", "src/registry/README.md": "r\n",
    "src/isa/isa.def": "ISA scalar rank=0 arch=any\n",
    "src/cipher/cipher.def": 'FAMILY toy maturity=published note="a toy"\nCIPHER toy family=toy block=16 key=32 rounds=10\n',
    "src/registry/kernels.def": "KERNEL toy reference scalar\n",
    "src/cipher/toy/reference.cpp": '// [RFC 7801 section 4]\n#include "cipher/toy/spec.hpp"\n',
    "src/cipher/toy/spec.hpp": "// The toy.\n",
}
LONG_BODY = "int f(int x) {\n" + "  x++;\n" * 60 + "  return x;\n}\n"
SEEDS = [
    (lint.include_direction, {"src/isa/a.hpp": '#include "registry/registry.hpp"\n'}, "does not stand before"),
    (lint.include_direction, {"cli/a.cpp": '#include "registry/registry.hpp"\n'}, "front ends see"),
    (lint.include_direction, {"python/core/a.cpp": '#include "container/error.hpp"\n'}, "front ends see"),
    (lint.include_direction, {"circuit/core/a.cpp": '#include "circuit/search/search.hpp"\n'}, "circuit/core sees core alone"),
    (lint.include_direction, {"provider/a.cpp": '#include "hash/kdf.hpp"\n'}, "provider sees"),
    (lint.include_direction, {"src/hash/a.cpp": '#include "cipher/toy/spec.hpp"\n'}, "hash sees kernels through the registry only"),
    (lint.include_direction, {"src/cipher/toy/a.hpp": '#include "cipher/other/spec.hpp"\n'}, "includes family"),
    (lint.import_cycles, {"tools/a.py": "import b\n", "tools/b.py": "def f():\n    import a\n"}, "a.py:1: imports itself by way of tools/b.py"),
    (lint.import_cycles, {"lab/a.py": "from . import b\n", "lab/b.py": "from .a import x\n"}, "a.py:1: imports itself by way of lab/b.py"),
    (lint.own_includes, {"bench/a.hpp": "// std::out_of_range\ninline std::range_error e{\"\"};\n"}, "names std::range_error and does not"),
    (lint.lists_and_files, {"src/cipher/toy/table.cpp": "\n"}, "no line in kernels.def"),
    (lint.lists_and_files, {"src/isa/isa.def": "ISA scalar rank=0 arch=any\nISA sse rank=1 arch=x86\n"}, "vec_sse.hpp is missing"),
    (lint.lists_and_files, {"src/registry/kernels.def": CLEAN["src/registry/kernels.def"] * 2}, "stands twice"),
    (lint.sizes, {"src/isa/a.hpp": "// x\n" * (lint.MAX_FILE + 1)}, f"{lint.MAX_FILE + 1} lines"),
    (lint.sizes, {"src/isa/a.cpp": "namespace n {\n" + LONG_BODY + "}\n"}, "f has 63 lines"),
    (lint.sizes, {"src/isa/a.cpp": "struct S {\n  S() : a{1}, b(2)\n" + LONG_BODY[13:] + "};\n"}, "S has 63 lines"),
    (lint.clang_format, {"src/isa/a.cpp": "int  x ;\n"}, "clang-format"),
    (lint.headers_alone, {"src/cipher/toy/spec.hpp": "inline std::uint8_t toy;\n"}, "spec.hpp:1: does not stand alone for scalar: "),
    (lint.headers_alone, {"src/isa/a.hpp": "inline std::uint8_t toy;\n"}, "a.hpp:1: does not stand alone: "),
    (lint.headers_alone, {**{f"src/isa/{i}.hpp": "#include <string>\n" for i in range(5)}, "src/isa/a.hpp": "inline std::string toy;\n"},  # 0 to 4 share it
     "a.hpp:1: does not stand alone: "),
    (lint.headers_alone, {"src/device/source/a.h": "HR_DEVICE u32 a(void);\n"}, "a.h:1: does not stand alone as C: "),
    (lint.vector_operations, {"src/isa/operations.def": "HR_WORDS2(add, a + b)\n", "src/isa/vec_a.hpp": "HR_INLINE Vec plus8(Vec a) {\n"}, "plus8 is not in"),
    (lint.vector_operations, {"src/isa/operations.def": "HR_OTHER(zero, none)\n"}, "the model lacks zero"),
    (lint.vector_operations, {"src/isa/operations.def": "HR_WORDS2(add, a + b)\n", "src/isa/vec_a.hpp": "//\n" * 201}, "201 lines"),
    (lint.vector_operations, {"src/isa/operations.def": "HR_WORDS2(add, a + b)\n", "src/device/source/language.h": "HR_DEVICE u32 hr_plus32(u32 a) {\n"}, "plus32 is not in"),
    (lint.readmes, {"bench/a.txt": "\n"}, "has no README.md"),
    (lint.readmes, {"src/README.md": "x\n" * (lint.MAX_README + 1)}, f"{lint.MAX_README + 1} lines"),
    (lint.folders, {f"src/isa/{i}.txt": "" for i in range(lint.MAX_FOLDER)}, "src/isa: 42 files"),
    (lint.prose, {"docs/a.md": "x " * 61 + "\n"}, "a.md:1: 122 columns"),
    (lint.prose, {"docs/a.md": "<!-- output a -->\n" + "x" * 121 + "\n<!-- /output -->\n\n```\n" + "x" * 121 + "\n```\n"}, "a.md:6: 121 columns"),
    (lint.prose, {"src/isa/a.hpp": "\n// " + "x" * 118 + "\n"}, "a.hpp:2: 121 columns"),
    (lint.prose, {"src/isa/isa.def": CLEAN["src/isa/isa.def"] + "# " + "x" * 119 + "\n"}, "isa.def:2: 121 columns"),
    (lint.prose, {"tools/a.py": 'def f():\n    \"\"\"' + "x" * 114 + '\"\"\"\n'}, "a.py:2: 124 columns"),
    (lint.prose, {"tests/a.sh": "#!/bin/sh\n# " + "x" * 119 + "\n"}, "a.sh:2: 121 columns"),
    (lint.words, {"src/isa/a.hpp": "// see /ho" + "me/user/x\n"}, "/ho" + "me/u"),
    (lint.citations, {"src/isa/a.hpp": "// [RFC 9999 section 1]\n"}, "RFC 9999"),
    (lint.citations, {"src/isa/a.hpp": "// [RFC7801]\n"}, "RFC7801"),
    (lint.citations, {"src/isa/a.hpp": "// [FIPS 197]\n"}, "FIPS 197"),
    (lint.citations, {"src/isa/a.hpp": "// [RFC 7801 section 4; Kwan 1999]\n", "docs/bibliography.md": "* **RFC 7801**: K\n* **Kwan 2000**: S\n"},
     "[Kwan 1999]"),
    (lint.citations, {"docs/bibliography.md": "* **RFC 7801**: K\n* **RFC 7801**: L\n"}, "RFC 7801 has several lines"),
]
SEEDS += [(lint.wording, files, text) for files, text in lint_wording.seeds()]
OBJECT_SEEDS = [("extern const int hedgerow_kernel_toy_reference_scalar; const int hedgerow_kernel_toy_reference_scalar = 1;", None),
                ("int other() { return 1; }", "not just hedgerow_kernel"),
                ("extern const int hedgerow_kernel_toy_reference_scalar; template <class T> T f(T x) { return x; } "
                 "template int f(int); const int hedgerow_kernel_toy_reference_scalar = 1;", "weak")]


def findings_in(rule, files):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {**CLEAN, **files}.items():
            (Path(folder) / name).parent.mkdir(parents=True, exist_ok=True)
            (Path(folder) / name).write_text(text)
        objects = Path(folder) / "objects" if "objects/a.cpp" in files else None
        if objects:
            target = objects / "hedgerow_kernel_toy_reference_scalar.dir"
            target.mkdir()
            subprocess.run(["c++", "-O0", "-c", objects / "a.cpp", "-o", target / "reference.cpp.o"], check=True)
        return list(rule(lint.Tree(folder, objects)))


def run():
    """Prints each seed and whether its rule reacts correctly. Returns 1 if a rule does not."""
    cases = [(rule, {}, None) for rule in lint.RULES] + SEEDS
    if shutil.which("c++"):
        cases += [(lint.object_symbols, {"objects/a.cpp": source + "\n"}, text) for source, text in OBJECT_SEEDS]
    missed = 0
    # `ranks` has no seed, because it needs a program of the build.
    for rule in set(lint.RULES) - {rule for rule, _, text in cases if text} - {lint.ranks}:
        print(f"FAIL {rule.__name__}: it has no seed")
        missed += 1
    if not shutil.which("clang-format-19"):
        print("SKIPPED seeds of clang_format: no clang-format-19")
        cases = [case for case in cases if case[0] is not lint.clang_format]
    for rule, files, text in cases:
        found = findings_in(rule, files)
        good = not found if text is None else any(text in f for f in found)
        missed += not good
        print(f"{'ok  ' if good else 'FAIL'} {rule.__name__}: {'silent on a clean tree' if text is None else text}"
              + ("" if good else f": found {found}"))
    print(f"{len(cases) - missed} seeds behave, {missed} do not")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(run())
