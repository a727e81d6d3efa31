"""The tables of src/registry as C++ text, which `lists_write.py` writes into lists/registry.inc and registry_lab.inc.

kKernels has the kernels of each variant together, in the order of the list, and kFirstKernels has the start of each
variant.
"""
import lists
import lists_text

NEVER_SELECTED = 0xFFFF  # kNeverSelected of registry.hpp


def table(declaration, rows):
    return [f"constexpr {declaration}[] = {{", *(f"    {r}," for r in rows), "};"]


def declarations(root, lines, variants):
    """Yields the symbols of the objects, and HR_IF_<isa>(pointer), which is null if this build lacks the ISA."""
    out = []
    for isa in lists.isas(root):
        out += [f"#if HR_BUILD_{isa.name}", f"#define HR_IF_{isa.name}(pointer) pointer"]
        for k in lines:
            if k.isa == isa.name:
                out.append(f"extern const KernelOps {k.symbol}[{sum(v.family == k.family for v in variants)}];")
                out += [f"extern const FusedOps {k.symbol}_fused;"] * (k.fused == "yes")
        out += [f"extern const FieldTable {f.symbol};" for f in lists.fields(root) if f.isa == isa.name]
        out += ["#else", f"#define HR_IF_{isa.name}(pointer) nullptr", "#endif"]
    return out


def variant_rows(root, variants):
    families = {f.name: f for f in lists.families(root)}
    for v in variants:
        family = families[v.family]
        valid = f"{v.family}::boxes_are_permutations" if v.sbox else "nullptr"
        yield (f"{{{lists_text.quoted(v.family)}, {lists_text.quoted(v.name)}, {v.block}, {v.key}, {v.rounds}, CounterOrder::{lists_text.SIDE[v.order]}, "
               f"Maturity::{lists_text.SIDE[family.maturity]}, {lists_text.quoted(family.note)}, {v.sbox}, {valid}, {lists_text.quoted(v.sbox_oid)}}}")


def above(k, v, machine, lines, crossovers):
    """Returns the number of blocks up to which kernels of higher rank than k serve calls of v on this class."""
    preferred = {(x.technique, x.isa): x.up_to for x in crossovers if (x.machine, x.variant) == (machine, v.name)}
    if not k.shipped:
        return 0
    return max((preferred.get((o.technique, o.isa), 0) for o in lines if o.family == k.family and o.rank_on(machine) > k.rank_on(machine)), default=0)


def kernel_row(k, v, variant, index, isa, classes, lines, crossovers):
    ranks = ", ".join(str(k.rank_on(c.name) if k.shipped else NEVER_SELECTED) for c in classes)
    aboves = ", ".join(str(above(k, v, c.name, lines, crossovers)) for c in classes)
    fused = f"HR_IF_{k.isa}(&{k.symbol}_fused)" if k.fused == "yes" else "nullptr"
    return (f"{{\"{v.name}.{k.technique}.{k.isa}\", &kVariants[{variant}], \"{k.technique}\", &kIsas[{isa}], kIsas[{isa}].features | {lists_text.features(k)}, "
            f"{{{ranks}}}, {{{aboves}}}, HR_IF_{k.isa}({k.symbol} + {index}), {fused}}}")


def registry(root, lines):
    variants, isas, classes = lists.ciphers(root), lists.isas(root), lists.classes(root)
    crossovers = lists.crossovers(root)
    isa_index = {i.name: n for n, i in enumerate(isas)}
    kernels, first, seen = [], [0], {}
    for n, v in enumerate(variants):
        index = seen.setdefault(v.family, 0)
        seen[v.family] += 1
        kernels += [kernel_row(k, v, n, index, isa_index[k.isa], classes, lines, crossovers) for k in lines if k.family == v.family]
        first.append(len(kernels))
    fields = [f"{{\"{f.field}\", &kIsas[{isa_index[f.isa]}], kIsas[{isa_index[f.isa]}].features | {lists_text.features(f)}, "
              f"HR_IF_{f.isa}(&{f.symbol}.ops), HR_IF_{f.isa}(&{f.symbol}.rows)}}" for f in lists.fields(root)]
    sboxes = [f"namespace {name} {{ bool boxes_are_permutations(const std::uint8_t* boxes) noexcept; }}"
              for name in dict.fromkeys(v.family for v in variants if v.sbox)]
    out = ["// Written by tools/lists_write.py.", *sboxes, *declarations(root, lines, variants), "", "namespace {",
           *table("Isa kIsas", (f"{{\"{i.name}\", \"{i.arch}\", {lists_text.features(i)}, {i.rank}, HR_BUILD_{i.name} != 0}}" for i in isas)),
           *table("Variant kVariants", variant_rows(root, variants)), *table("Kernel kKernels", kernels),
           *table("std::uint16_t kFirstKernels", first), *table("Field kFields", fields), "}  // namespace",
           *(f"#undef HR_IF_{i.name}" for i in isas)]
    return "\n".join(out) + "\n"


def products(root, lab_kernels):
    """Returns the registry of the library, and that of the lab, which has the references and these kernels of the lab
    after those of each variant."""
    every = lists.kernels(root) + lab_kernels
    return {"lists/registry.inc": registry(root, [k for k in every if k.shipped]),
            "lists/registry_lab.inc": registry(root, sorted(every, key=lambda k: not k.shipped))}
