"""The names of the classes of algorithms. The build reads this module, too, so it imports nothing of the package."""
import re

_PROPER = {"kalyna": "Kalyna", "kuznyechik": "Kuznyechik", "magma": "Magma", "cypress": "Cypress"}


def class_name(cipher: str, mode: str) -> str:
    """Returns the class name, for example "Kalyna128_256GCM" for ("kalyna-128-256", "gcm"). Proper names are
    capitalised and everything else is upper case. '-' and ':' become '_', except before the first number."""
    family, *rest = re.split("[-:]", cipher)
    name = _PROPER.get(family, family.upper())
    if rest:
        name += ("" if rest[0].isdigit() else "_") + "_".join(rest).upper()
    if rest and not rest[-1].isdigit() or ":" in cipher:
        name += "_"
    return name + mode.upper().replace("-", "_")
