"""Writes labelled pictures as photographs: photographs.py IN_DIR OUT_DIR. NAME.npz becomes NAME.jpg and NAME.png.

The same cameras as in training, one a picture, but whole frames: the bench reads them.
"""
import glob
import os
import random
import sys

import cv2
import numpy as np
from photograph import photograph


def main(source, target):
    """Develops every picture of a folder; its name seeds its camera."""
    os.makedirs(target, exist_ok=True)
    for file in sorted(glob.glob(os.path.join(source, "*.npz"))):
        name = os.path.splitext(os.path.basename(file))[0]
        seed = sum(name.encode()) + int("".join(c for c in name if c.isdigit()) or 0)
        with np.load(file) as data:
            display, _ = photograph(data["rgb"].astype(np.float32), random.Random(seed), np.random.default_rng(seed))
            cv2.imwrite(os.path.join(target, name + ".png"), data["label"])
        cv2.imwrite(os.path.join(target, name + ".jpg"), display[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 95])


if __name__ == "__main__":
    main(*sys.argv[1:3])
