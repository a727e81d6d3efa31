"""Sphinx reads this file in the folder of pages that build.py made. Sphinx and the pages need no network."""
import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
HEADER = (HERE / "hedgerow.h").read_text()

project = "Hedgerow"
author = "the Hedgerow authors"
copyright = author
version = release = ".".join(re.findall(r"#define HEDGEROW_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", HEADER))
extensions = ["myst_parser", "breathe", "sphinx_copybutton", "sphinx_design"]
exclude_patterns = ["_*"]
nitpicky = False
# A page may be reached by a link alone. Lexers do not know all of our examples.
suppress_warnings = ["toc.not_included", "misc.highlighting_failure", "myst.header"]

myst_enable_extensions = ["colon_fence", "deflist"]
smartquotes = False  # because it would change `--` in options
myst_heading_anchors = 4
myst_linkify_fuzzy_links = False

breathe_projects = {"hedgerow": str(HERE / "_doxygen/xml")}
breathe_default_project = "hedgerow"
breathe_domain_by_extension = {"h": "c", "hpp": "cpp"}
primary_domain = None
highlight_language = "sh"
python_maximum_signature_line_length = 100
cpp_maximum_signature_line_length = 100
c_maximum_signature_line_length = 100

toc_object_entries = False  # because the sidebar of every page would be computed from thousands of members

html_theme = "furo"
html_title = f"Hedgerow {release}"
html_static_path = ["_static"]
html_css_files = ["style.css"]
html_favicon = "_static/icon.svg"
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
html_theme_options = {
    "sidebar_hide_name": False,
    "light_logo": "icon.svg",
    "dark_logo": "icon.svg",
    "light_css_variables": {"color-brand-primary": "#1f7a4d", "color-brand-content": "#1a6a43", "color-brand-visited": "#1a6a43"},
    "dark_css_variables": {"color-brand-primary": "#4cc38a", "color-brand-content": "#5fd09a", "color-brand-visited": "#5fd09a"},
}
copybutton_exclude = ".linenos, .gp, .go"
