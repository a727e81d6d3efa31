"""Writes the reference of the Python package as Markdown, from its sources and stubs. The package is not imported, so
it need not be built."""
import ast
import re

# Modules without an underscore, in the order of the page; other public modules follow.
FIRST = ["__init__", "container", "files", "writer", "credentials"]


def public(name):
    return not name.startswith("_") or name == "__init__"


def described(node):
    return ast.get_docstring(node) or ""


def signature(node):
    text = ast.unparse(node.args)
    return re.sub(r"^(self|cls)(, )?", "", text), f" -> {ast.unparse(node.returns)}" if node.returns else ""


def function(node, kind, depth):
    arguments, result = signature(node)
    options = [f":{name}:" for name in ("classmethod", "staticmethod") if any(ast.unparse(d) == name for d in node.decorator_list)]
    if any(ast.unparse(d) in ("property", "functools.cached_property") for d in node.decorator_list):
        return block("property", node.name, [f":type: {result[4:]}"] if result else [], described(node), depth)
    return block(kind, f"{node.name}({arguments}){result}", options, described(node), depth)


def block(kind, title, options, body, depth):
    fence = ":" * (5 - depth)
    return "\n".join([f"{fence}{{py:{kind}}} {title}", *options, "", body, fence, ""])


def klass(node):
    """A class with its documented methods, its attributes, and the arguments of its constructor."""
    init = next((n for n in node.body if isinstance(n, ast.FunctionDef) and n.name == "__init__"), None)
    arguments = f"({signature(init)[0]})" if init else ""
    bases = ", ".join(ast.unparse(b) for b in node.bases)
    parts = [f"Bases: `{bases}`\n" if bases and not arguments else "", described(node), ""]
    for member in node.body:
        if isinstance(member, ast.FunctionDef) and public(member.name) and member.name != "__init__":
            parts.append(function(member, "method", 1))
        elif isinstance(member, ast.AnnAssign) and public(member.target.id):
            parts.append(block("attribute", member.target.id, [f":type: {ast.unparse(member.annotation)}"], "", 1))
    return block("class", node.name + arguments, [], "\n".join(parts), 0)


def definitions(path):
    """Yields the public functions and classes of a source, each once although it may have overloads."""
    seen = set()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and public(node.name) and node.name not in seen:
            seen.add(node.name)
            yield node


def exports(path):
    """Returns the names that a module lists in __all__, or None."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__" and isinstance(node.value, ast.List):
            return [e.value for e in node.value.elts if isinstance(e, ast.Constant)]
    return None


def module(name, nodes, about):
    lines = [f"## {name}", "", f"```{{py:module}} {name}\n```", "", about, ""]
    functions = [n for n in nodes if isinstance(n, ast.FunctionDef)]
    errors = [n for n in nodes if isinstance(n, ast.ClassDef) and is_error(n)]
    for node in functions:
        lines.append(function(node, "function", 0))
    for node in nodes:
        if isinstance(node, ast.ClassDef) and node not in errors:
            lines.append(klass(node))
    if errors:
        lines += [f"### Errors of {name}", "", "| error | base | meaning |", "|---|---|---|"]
        lines += [f"| `{e.name}` | {', '.join(f'`{ast.unparse(b)}`' for b in e.bases)} | {' '.join(described(e).split())} |" for e in errors]
    return "\n".join([*lines, ""])


def is_error(node):
    return any(ast.unparse(b).split(".")[-1] in ("Error", "Exception", "ValueError", "RuntimeError", "OSError") or ast.unparse(b).endswith("Error")
               for b in node.bases) and not any(isinstance(n, ast.FunctionDef) for n in node.body)


def reference(package):
    """Returns the page. `package` is the folder python/src/hedgerow."""
    top = package / "__init__.py"
    inside = {node.name: node for path in [package / "_core.pyi", *sorted(package.glob("*.py"))] for node in definitions(path)}
    names = exports(top) + exports(package / "_core.pyi")
    about = described(ast.parse(top.read_text()))
    pages = [module("hedgerow", [inside[n] for n in dict.fromkeys(names) if n in inside], prose(about))]
    covered = set(names)
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package).with_suffix("").parts
        if any(part.startswith("_") and part != "__init__" for part in parts) or path == top:
            continue
        wanted = exports(path)
        nodes = [n for n in definitions(path) if n.name not in covered and (n.name in wanted if wanted else described(n))]
        if nodes:
            name = ".".join(["hedgerow", *(part for part in parts if part != "__init__")])
            pages.append(module(name, nodes, prose(described(ast.parse(path.read_text())))))
    return "\n".join(["# Python", "", "Made from the sources and the stubs of the package. [Recipes](../docs/python.md) are on a page of their own.",
                      "", *pages])


def prose(text):
    """Fences the examples of a docstring, which are indented by four spaces."""
    return re.sub(r"(?:^    .*\n?(?:\n(?=    ))?)+", lambda m: "```python\n" + re.sub(r"^    ", "", m[0], flags=re.M).rstrip() + "\n```\n", text, flags=re.M)
