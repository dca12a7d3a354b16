"""Renders Vega-Lite specifications from standard input as files; see ChartPicture.swift for what it reads.

All pictures are written beside their places first, so that a full disk leaves the old ones and no half folder.
"""
import json
import os
import re
import sys

import vl_convert

# Points of PDF in a millimetre, and dots of print in a point of CSS.
POINTS, DOTS = 72 / 25.4, 300 / 96


def sized(svg, width, unit=""):
    """The picture with that width; heights follow."""
    old = re.search(r'width="([\d.]+)" height="([\d.]+)"', svg)
    height = width * float(old[2]) / float(old[1])
    return svg.replace(old[0], f'width="{width:.6g}{unit}" height="{height:.6g}{unit}"', 1)


def pictures(request):
    """Path and content of each file."""
    for picture in request["pictures"]:
        svg = vl_convert.vegalite_to_svg(picture["spec"])
        millimetres = picture["millimetres"]
        # Vega has no patterns of its own: marks refer to this one.
        end = svg.index(">", svg.index("<svg")) + 1
        svg = svg[:end] + "<defs>" + request["definitions"] + "</defs>" + svg[end:]
        for path in picture["files"]:
            if path.lower().endswith(".svg"):
                yield path, (sized(svg, millimetres, "mm") if millimetres else svg).encode("utf-8")
            elif path.lower().endswith(".png"):
                paper = sized(svg, millimetres, "mm") if millimetres else svg
                yield path, bytes(vl_convert.svg_to_png(paper, scale=DOTS if millimetres else 2))
            else:
                yield path, bytes(vl_convert.svg_to_pdf(sized(svg, millimetres * POINTS)))


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
