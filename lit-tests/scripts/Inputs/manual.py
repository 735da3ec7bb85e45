"""Checks the manual below a folder: links lead somewhere, and the README stays short.

    manual.py ROOT

Prints a line for each fault, and how many links there were.
"""

import re
import sys
from pathlib import Path

MOST_WORDS = 1200  # of the README at the root


def anchors(path):
    """The anchors of a file's headings, as web sites for repositories make them."""
    headings = re.findall(r"^#+ (.*)$", path.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def main(root):
    pages = [page for folder in (".", "*") for page in sorted(root.glob(f"{folder}/*.md"))]
    pages = [page for page in pages if "target" not in page.relative_to(root).parts]
    links = faults = 0
    for page in pages:
        for link in re.findall(r"\[[^\]]*\]\(([^)]+)\)", page.read_text()):
            if "://" in link:
                continue
            links += 1
            path, _, anchor = link.partition("#")
            to = page.parent / path if path else page
            if not to.exists() or (anchor and anchor not in anchors(to)):
                print(f"{page.relative_to(root)}: {link} leads nowhere")
                faults += 1
    words = len((root / "README.md").read_text().split())
    if words > MOST_WORDS:
        print(f"README.md has {words} words, {MOST_WORDS} at most")
        faults += 1
    print(f"{len(pages)} pages, {links} links, {faults} faults")
    return faults != 0


sys.exit(main(Path(sys.argv[1])))
