#!/usr/bin/env python3
"""bba-0 of the lab as a program: abrlab run --policy 'exec(Examples/Policies/bba0.py)' bba-0"""
import json
import sys

COLUMNS = ["segment", "level_s", "maximum_level_s", "segment_duration_s", "last_rendition"]


def choose(segment, level, highest, duration, last):
    if segment == 0:
        return first
    scale = max(0.0, highest - duration) / 240.0 if highest is not None else 1.0
    reservoir, cushion = 90.0 * scale, 126.0 * scale
    if level <= reservoir:
        return 0
    if level >= reservoir + cushion:
        return top
    mapped = rates[0] + (rates[top] - rates[0]) * ((level - reservoir) / cushion)
    if mapped >= rates[min(last + 1, top)]:
        return max((rung for rung in range(top + 1) if rates[rung] < mapped), default=0)
    if mapped <= rates[max(last - 1, 0)]:
        return min((rung for rung in range(top + 1) if rates[rung] > mapped), default=top)
    return last


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "setup":
        rates, first = [float(rate) for rate in message["bandwidths_bps"]], message["initial_rendition"]
        top = len(rates) - 1
        print(json.dumps({"abrlab": 2, "number": message["number"], "columns": COLUMNS}), flush=True)
    elif message["type"] == "decide":
        chosen = [choose(*question) for question in zip(*(message[name] for name in COLUMNS))]
        print(json.dumps({"abrlab": 2, "number": message["number"], "renditions": chosen}), flush=True)
