"""Renders Vega-Lite specifications from standard input as files; see ChartPicture.swift for what it reads.

All pictures are written beside their places first, so that a full disk leaves the old ones and no half folder.
"""
import json
import os
import sys

import vl_convert


def pictures(request):
    """Path and content of each picture."""
    for chart in request["charts"]:
        svg = vl_convert.vegalite_to_svg(chart["spec"])
        # Vega has no patterns of its own: marks refer to this one.
        end = svg.index(">", svg.index("<svg")) + 1
        svg = svg[:end] + "<defs>" + request["definitions"] + "</defs>" + svg[end:]
        if request["svg"]:
            yield os.path.join(request["svg"], chart["id"] + ".svg"), svg.encode("utf-8")
        if request["png"]:
            yield os.path.join(request["png"], chart["id"] + ".png"), bytes(vl_convert.svg_to_png(svg, scale=2))


written = []
try:
    for path, content in pictures(json.load(sys.stdin)):
        written.append(path)
        with open(path + ".new", "wb") as file:
            file.write(content)
    for path in written:
        os.replace(path + ".new", path)
except Exception as error:
    for path in written:
        if os.path.exists(path + ".new"):
            os.remove(path + ".new")
    sys.exit(f"{error.filename or path}: {error.strerror}" if isinstance(error, OSError) else str(error))
