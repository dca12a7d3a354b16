"""Renders Vega-Lite specifications from standard input as files; see ChartPicture.swift for what it reads."""
import json
import pathlib
import sys

import vl_convert

request = json.load(sys.stdin)
for chart in request["charts"]:
    svg = vl_convert.vegalite_to_svg(chart["spec"])
    # Vega has no patterns of its own: marks refer to this one.
    end = svg.index(">", svg.index("<svg")) + 1
    svg = svg[:end] + "<defs>" + request["definitions"] + "</defs>" + svg[end:]
    if request["svg"]:
        pathlib.Path(request["svg"], chart["id"] + ".svg").write_text(svg, encoding="utf-8")
    if request["png"]:
        png = vl_convert.svg_to_png(svg, scale=2)
        pathlib.Path(request["png"], chart["id"] + ".png").write_bytes(png)
