"""Plain text tables and sizes for people."""


def format_table(header, rows):
    """A table as text: the first column is aligned left, the others right, the last left again."""
    cells = [[str(c) for c in row] for row in [header, *rows]]
    widths = [max(len(row[k]) for row in cells) for k in range(len(header))]
    lines = []
    for row in cells:
        parts = [row[0].ljust(widths[0])]
        parts += [cell.rjust(width) for cell, width in zip(row[1:-1], widths[1:-1])]
        parts.append(row[-1])
        lines.append("  ".join(parts).rstrip())
    lines.insert(1, "-" * max(map(len, lines)))
    return "\n".join(lines)


def format_bytes(size):
    """8 KB, 2 MB, ... (powers of 1024)."""
    for unit in ("B", "KB", "MB", "GB"):
        if size < 1024 or unit == "GB":
            return f"{size:g} {unit}"
        size /= 1024


def parse_bytes(text):
    """Bytes of `8K`, `256KB`, `8m`, `128M`, `1G` or a plain number; raises ValueError."""
    text = text.strip().upper().removesuffix("B").strip()
    factor = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}.get(text[-1:], 1)
    return int(float(text.rstrip("KMG")) * factor)
