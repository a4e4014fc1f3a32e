"""What `mkdocs build` does besides: the documents beside `docs/` join the site, and links between them follow."""

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

#: Documents in the root that belong to the site.
ROOT_DOCUMENTS = ("CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")
_FROM_DOCS = re.compile(rf"\]\(((?:\.\./)+)({'|'.join(map(re.escape, ROOT_DOCUMENTS))})")
_FROM_ROOT = re.compile(r"\]\(docs/")


def on_files(files: Files, config: Any) -> Files:
    """Add the documents in the root."""
    root = Path(config.config_file_path).parent
    for name in ROOT_DOCUMENTS:
        files.append(File.generated(config, name, content=(root / name).read_text("utf-8")))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Let links lead to where the documents are in the site."""
    if page.file.src_uri in ROOT_DOCUMENTS:
        return _FROM_ROOT.sub("](", markdown)
    return _FROM_DOCS.sub(lambda found: f"]({'../' * (found[1].count('../') - 1)}{found[2]}", markdown)
