"""Cuts labelled photographs out of panoramas: crop_panoramas.py HDRI_DIR OUT_DIR COUNT [--seed N].

The areas of panoramas.json were outlined by hand. HDRI_DIR is the folder hdri of npm's @pmndrs/assets, with
NAME.exr.js, or holds the same as NAME.exr. Panoramas named blender_NAME come from Debian's blender-data.
Writes OUT_DIR/pano_NNNNN.npz: rgb (linear light, half precision), label, paint (coloured walls) and meta.
"""
import argparse
import base64
import json
import math
import os
import random

os.environ["OPENCV_IO_ENABLE_OPENEXR"] = "1"
import cv2
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
WORLD = "/usr/share/blender/datafiles/studiolights/world"
CLASSES = "unknown ceiling wall floor window lamp sky plant facade ground other".split()
LABELS = {**{name: i for i, name in enumerate(CLASSES)}, "wall_coloured": 2, "furniture": 10}
# Labels are drawn larger than the panoramas, so that their edges stay smooth; positions are in 1/16 pixel.
LABEL_WIDTH, SHIFT = 2048, 4
SHAPES = [(240, 160), (240, 160), (240, 160), (240, 180), (240, 135), (160, 240)]
INTERIORS = ("room", "hall_public")
INTERIOR_SHARE = 2
FIELD_OF_VIEW = (50, 105)
PITCH, STEEP_PITCH, STEEP_SHARE, ROLL = 6, 20, 0.1, 1.5
# Of this share a crop shows nothing but sky, or nothing but ground.
BARE = 0.97
# A crop with a larger share of unknown is drawn again.
UNKNOWN = 0.7
# Resampling left rings around lamps and suns: light below zero, or colours that no lamp has.
RING, RING_COLOUR, RING_RADIUS, BRIGHTEST = -0.02, 1e-3, 2.0, 60000


def read_light(name, folder, blender):
    """The panorama's linear light in RGB; None where no folder has it."""
    from_blender = os.path.join(blender, name.removeprefix("blender_") + ".exr")
    files = [os.path.join(folder, name + ".exr"), os.path.join(folder, name + ".exr.js")]
    for file in [*files, from_blender] if name.startswith("blender_") else files:
        if not os.path.exists(file):
            continue
        with open(file, "rb") as source:
            data = source.read()
        if file.endswith(".js"):
            data = base64.b64decode(data.split(b"base64,")[1].split(b'"')[0].split(b"'")[0].split(b"`")[0])
        light = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
        return repair(light[..., 2::-1].astype(np.float32))
    return None


def repair(light):
    """Fills rings and broken pixels from the sound ones around them."""
    low, high = light.min(axis=2), light.max(axis=2)
    sound = ((low >= RING) & ((high < 1) | (low > high * RING_COLOUR))).astype(np.float32)[..., None]
    light = np.clip(light, 0, BRIGHTEST)
    near = cv2.GaussianBlur(light * sound, (0, 0), RING_RADIUS) / np.maximum(
        cv2.GaussianBlur(sound, (0, 0), RING_RADIUS)[..., None], 1e-3
    )
    return np.where(sound > 0, light, near).astype(np.float32)


def draw_labels(areas):
    """Label and paint of every direction; later areas lie over earlier ones."""
    size = np.float32([LABEL_WIDTH, LABEL_WIDTH // 2])
    label, paint = (np.zeros((LABEL_WIDTH // 2, LABEL_WIDTH), np.uint8) for _ in range(2))
    for area in areas:
        corners = np.float32(area["polygon"]) / 100 * size - 0.5
        corners = np.round(corners * 2**SHIFT).astype(np.int32)
        cv2.fillPoly(label, [corners], LABELS[area["class"]], shift=SHIFT)
        cv2.fillPoly(paint, [corners], int(area["class"] == "wall_coloured"), shift=SHIFT)
    return label, paint


def view(draw):
    """The directions of one random camera: each pixel's place in the panorama, as shares of its sides."""
    width, height = draw.choice(SHAPES)
    fov = math.radians(draw.uniform(*FIELD_OF_VIEW))
    yaw = draw.uniform(0, 2 * math.pi)
    pitch = math.radians(draw.gauss(0, STEEP_PITCH if draw.random() < STEEP_SHARE else PITCH))
    roll = math.radians(draw.gauss(0, ROLL))
    # The field of view is that of the longer side; x to the right, y down, z ahead.
    focal = max(width, height) / 2 / math.tan(fov / 2)
    x, y = np.meshgrid(np.arange(width) + 0.5 - width / 2, np.arange(height) + 0.5 - height / 2)
    x = -x if draw.random() < 0.5 else x
    x, y, z = x * math.cos(roll) - y * math.sin(roll), x * math.sin(roll) + y * math.cos(roll), focal
    y, z = y * math.cos(pitch) - z * math.sin(pitch), y * math.sin(pitch) + z * math.cos(pitch)
    longitude = (np.arctan2(x, z) + yaw) / (2 * math.pi) % 1
    return longitude, np.arctan2(y, np.hypot(x, z)) / math.pi + 0.5


def sample(plane, where, interpolation):
    """The panorama's values in the given directions, across its seam too."""
    height, width = plane.shape[:2]
    padded = np.concatenate([plane[:, -1:], plane, plane[:, :1]], axis=1)
    x = (where[0] * width + 0.5).astype(np.float32)
    y = (where[1] * height - 0.5).astype(np.float32)
    return cv2.remap(padded, x, y, interpolation, borderMode=cv2.BORDER_REPLICATE)


def crop(panorama, draw):
    """One random photograph of a panorama, with its labels."""
    while True:
        where = view(draw)
        label, paint = (sample(panorama[plane], where, cv2.INTER_NEAREST) for plane in ("label", "paint"))
        if (label == 0).mean() <= UNKNOWN:
            break
    rgb = sample(panorama["rgb"], where, cv2.INTER_LINEAR)
    bare = max((label == LABELS[name]).mean() for name in ("sky", "ground")) > BARE
    kind = "other" if bare else panorama["kind"]
    meta = {"name": panorama["name"], "kind": kind, "light": panorama["light"]}
    return {"rgb": rgb.astype(np.float16), "label": label, "paint": paint, "meta": json.dumps(meta)}


def main():
    """Reads the panoramas that are there, and writes the crops."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("hdri_dir")
    parser.add_argument("out_dir")
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--blender", default=WORLD)
    args = parser.parse_args()
    with open(os.path.join(HERE, "panoramas.json"), encoding="utf-8") as source:
        panoramas = json.load(source)["panoramas"]
    found = []
    for panorama in panoramas:
        rgb = read_light(panorama["name"], args.hdri_dir, args.blender)
        if rgb is None:
            print(f"left out, no file: {panorama['name']}")
            continue
        label, paint = draw_labels(panorama["areas"])
        found.append({**panorama, "rgb": rgb, "label": label, "paint": paint})
    if not found:
        parser.error(f"no panorama in {args.hdri_dir}")
    os.makedirs(args.out_dir, exist_ok=True)
    draw = random.Random(args.seed)
    weights = [INTERIOR_SHARE if panorama["kind"] in INTERIORS else 1 for panorama in found]
    for i in range(args.count):
        panorama = draw.choices(found, weights)[0]
        np.savez_compressed(os.path.join(args.out_dir, f"pano_{i:05}.npz"), **crop(panorama, draw))


if __name__ == "__main__":
    main()
