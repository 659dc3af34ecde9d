"""HTML that is escaped unless it was made here: tag() escapes every text that is no Html."""
import html

from . import text


class Html(str):
    """Markup; only tag(), join() and raw() make it."""

    def __add__(self, _):
        raise TypeError("join() the parts: + would make a text of them, which is escaped once more")


def safe(value):
    return value if isinstance(value, Html) else Html(html.escape(text.clean(str(value)), quote=True))


def join(parts, between=""):
    return Html(safe(between).join(safe(p) for p in parts))


def raw(value):
    """Markup written in this program; never a text that came from elsewhere."""
    return Html(value)


VOID = ("meta", "br", "rect", "line", "circle", "path")


def tag(name, /, *children, **attributes):
    """<name ...>children</name>; cls is class, _ in an attribute's name is -, and None leaves an attribute out."""
    said = "".join(f' {"class" if k == "cls" else k.replace("_", "-")}="{safe(v)}"' for k, v in attributes.items()
                   if v is not None)
    inner = join(children)
    if name in VOID and not inner:
        return Html(f"<{name}{said}/>")
    return Html(f"<{name}{said}>{inner}</{name}>")


def table(head, rows, cls=None, caption=None):
    """head: (text, class) of each column; rows: lists of cells, each a text, Html, or the whole <td>/<th>."""
    def cell(value, column, first):
        if isinstance(value, Html) and value.startswith(("<td", "<th")):
            return value
        return tag("th", value, scope="row", cls=head[column][1]) if first else tag("td", value, cls=head[column][1])
    body = [tag("tr", *(cell(v, i, i == 0) for i, v in enumerate(row))) for row in rows]
    inside = [tag("caption", caption)] if caption else []
    inside += [tag("thead", tag("tr", *(tag("th", name, scope="col", cls=kind) for name, kind in head))),
               tag("tbody", join(body, "\n"))]
    return tag("div", tag("table", *inside, cls=cls), cls="scroll", tabindex="0", role="region",
               aria_label=caption or "table")
