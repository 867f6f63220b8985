"""What Sphinx makes the site of (``make docs``): README.md, the pages of this folder, and the READMEs beside the code.

Links are written as they work in the repository. What a page shows of generated lists, `python -m tb.registers --docs`
and `python -m tb docs` have put under ``build/pages``.
"""

import sys
import tomllib
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[1]
GENERATED = ROOT / "build" / "pages"
FAMILIES = sorted(path.stem for path in ROOT.glob("registers/*/*.rdl") if path.stem == path.parent.name)
LISTED = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["npuvm"]["families"]
PAGES_OF = ("docs/{}/**/*.md", "rtl_stubs/{}/*.md", "tests/vectors/{}/*.md")
"""Where a family has its pages."""
PLACES = {
    "Guides": [
        "docs/first_test",
        "docs/your_npu",
        "docs/sdp_layers",
        "docs/pooling_layers",
        "docs/findings",
        "docs/coverage",
        "docs/mutation",
        "docs/regressions",
        "docs/report",
        "docs/ci",
        "docs/plan",
        "docs/attach",
        "docs/traces",
        "docs/networks",
        "docs/configurations",
        "docs/memory_ports",
    ],
    "Reference": [
        "docs/api/shared",
        "docs/nvdla/api/stimulus",
        "docs/nvdla/api/model",
        "docs/nvdla/api/bench",
        "docs/nvdla/registers",
        "docs/nvdla/rules",
        "docs/nvdla/errata",
        "docs/glossary",
    ],
    "NVDLA": [
        "docs/nvdla/README",
        "docs/nvdla/pins",
        "docs/nvdla/groups",
        "docs/nvdla/units",
        "docs/nvdla/layouts",
        "docs/nvdla/numbers",
        "docs/nvdla/convolution",
        "docs/nvdla/post_processing",
        "docs/nvdla/pooling_and_normalisation",
        "docs/nvdla/configurations",
        "docs/nvdla/traces",
        "docs/nvdla/documents_and_code",
        "docs/nvdla/public_environment",
        "docs/nvdla/mended_faults",
        "docs/nvdla/public_coverage",
    ],
    "Other families": [
        path.relative_to(ROOT).with_suffix("").as_posix()
        for family in FAMILIES
        if family != "nvdla"
        for pattern in PAGES_OF
        for path in sorted(ROOT.glob(pattern.format(family)))
    ],
    "Inside npuvm": [
        "docs/architecture",
        "docs/where",
        "docs/differences",
        "rtl_stubs/nvdla/README",
        "tb/memory/hdl/rtl/README",
        "tests/vectors/nvdla/README",
        "CONTRIBUTING",
        "CHANGELOG",
    ],
}
"""The pages by what they are about; those of a family may be absent with it."""
THERE = {about: [page for page in pages if (ROOT / f"{page}.md").is_file()] for about, pages in PLACES.items()}
NAVIGATION = {about: pages for about, pages in THERE.items() if pages}

sys.path.insert(0, str(ROOT))  # what the API reference imports
project = "npuvm"
root_doc = "README"
include_patterns = ["*.md", "docs/**", "rtl_stubs/*/*.md", "tb/memory/hdl/rtl/*.md", "tests/vectors/*/*.md"]
exclude_patterns = [".*", "build"]
# Pages of all families may lead to a family that this tree does not have.
suppress_warnings = ["myst.xref_missing"] if set(LISTED) - set(FAMILIES) else []
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]

myst_heading_anchors = 4
default_role = "code"  # docstrings have names in single back quotes, as Markdown has
autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_type_aliases = {"ArrayLike": "ArrayLike", "AnyTensor": "AnyTensor", "Playable": "Playable"}
python_use_unqualified_type_names = True
add_module_names = False
toc_object_entries_show_parents = "hide"
napoleon_use_ivar = True

html_theme = "furo"
html_title = "npuvm"
html_static_path = ["_static"]
html_css_files = ["site.css"]
templates_path = ["_templates"]
html_additional_pages = {"index": "index.html"}
html_copy_source = False
html_show_copyright = False


def complete(app: Sphinx, docname: str, source: list[str]) -> None:
    """Add to a page's text what is generated for it, and to the start page's the navigation at the side."""
    if docname == root_doc:
        app.env.note_dependency(__file__)
        for caption, pages in NAVIGATION.items():
            source[0] += "\n```{toctree}\n:hidden:\n:caption: " + caption + "\n\n" + "\n".join(pages) + "\n```\n"
    page = GENERATED / f"{docname}.md"
    if page.is_file():
        app.env.note_dependency(str(page))
        source[0] += page.read_text()


def shorten(*signed: Any) -> tuple[str | None, str | None]:  # noqa: ANN401 - seven arguments, of Sphinx's own kinds
    """Show a default that a factory makes so that Sphinx can read the signature: as three dots."""
    signature, returned = signed[-2:]
    return signature and signature.replace("<factory>", "..."), returned


def setup(app: Sphinx) -> None:
    """Let Sphinx call these functions for each page that it reads, and for each class and function."""
    app.connect("source-read", complete)
    app.connect("autodoc-process-signature", shorten)
