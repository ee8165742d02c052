"""Reads QR codes with zxing-cpp, which shares no line with ours: a JSON object a line in, a JSON object a line out.

A case has "rows", the picture without a quiet zone as texts of 0 (light) and 1 (dark). Of what is read the verdict tells
the text, the bytes, the size, the level, the mask, and whether no codeword had to be corrected.
"""

import json
import sys

import zxingcpp

SCALE = 3
QUIET = 4


def picture(rows):
    width = (len(rows[0]) + 2 * QUIET) * SCALE
    quiet = [b"\xff" * width] * (QUIET * SCALE)
    margin = b"\xff" * (QUIET * SCALE)
    lines = [
        margin + b"".join((b"\x00" if module == "1" else b"\xff") * SCALE for module in row) + margin
        for row in rows
        for _ in range(SCALE)
    ]
    pixels = b"".join(quiet + lines + quiet)
    return memoryview(pixels).cast("B", (len(pixels) // width, width))


def judge(case):
    seen = zxingcpp.read_barcode(
        picture(case["rows"]), formats=zxingcpp.BarcodeFormat.QRCode, text_mode=zxingcpp.TextMode.Plain
    )
    if seen is None:
        return {"refusal": "there is no QR code"}
    return {
        "text": seen.text,
        "bytes": seen.bytes.hex(),
        "version": int(seen.extra["Version"]),
        "level": seen.ec_level,
        "mask": seen.extra["DataMask"],
        "is_flawless": seen.extra["UEC"] == 1.0,
    }


for line in sys.stdin:
    print(json.dumps(judge(json.loads(line))))
