"""Pictures and pages in notebooks."""

import base64
import html
import os


class Picture:
    """A picture that notebooks show; save() writes it to a file, bytes(picture) are its contents."""

    _TYPES = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif", "pdf": "application/pdf"}

    def __init__(self, data, format):
        self.data, self.format = data, format

    def __bytes__(self):
        return self.data

    def __repr__(self):
        return f"<{self.format} picture, {len(self.data)} bytes>"

    def _repr_mimebundle_(self, include=None, exclude=None):
        bundle = {self._TYPES[self.format]: self.data, "text/plain": repr(self)}
        if self.format == "svg":  # nbconvert strips the element, but not a picture that refers to it
            text = self.data.decode()
            data = base64.b64encode(self.data).decode()
            bundle["image/svg+xml"] = text[text.index("<svg") :]
            bundle["text/html"] = f'<img style="max-width:100%" src="data:image/svg+xml;base64,{data}">'
        return bundle

    def save(self, path):
        """Write the picture to a file, whose name ends as its format."""
        ending = os.path.splitext(path)[1].lower().lstrip(".")
        if ending in self._TYPES and ending != self.format:
            raise ValueError(f"{path}: the picture is {self.format}; expected .{self.format}, or a picture with format={ending!r}")
        with open(path, "wb") as file:
            file.write(self.data)


class Page:
    """A page for a browser, complete in one file; a notebook shows it in a frame."""

    def __init__(self, text):
        self.html = text

    def save(self, path):
        """Write the page to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.html)

    def __repr__(self):
        return f"<page, {len(self.html)} characters>"

    def _repr_html_(self):
        return (
            '<iframe style="width:100%;height:1200px;border:0" '
            f'srcdoc="{html.escape(self.html, quote=True)}"></iframe>'
        )


class Report(str):
    """A text that notebooks show unchanged; data has its contents as dicts and lists."""

    def __new__(cls, text, data=None):
        report = super().__new__(cls, text)
        report.data = data
        return report

    def __repr__(self):
        return str(self)

    def _repr_html_(self):
        return f'<pre style="line-height:1.2">{html.escape(self)}</pre>'


def matplotlib_axes(ax=None):
    """Return axes of matplotlib to draw on; None where matplotlib is not installed."""
    if ax is not None:
        return ax
    try:
        import matplotlib.pyplot as pyplot
    except ImportError:
        return None
    return pyplot.subplots(layout="constrained")[1]
