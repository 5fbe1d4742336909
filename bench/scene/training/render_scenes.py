"""Renders labelled rooms and exteriors with Blender 3.4.

HDRI=FOLDER blender -b --factory-startup -P render_scenes.py -- OUT_DIR FIRST COUNT [MIX]

A picture a seed, OUT_DIR/NNNNNN.npz: `rgb` (float16, H x W x 3, linear light), `label` (uint8, H x W; 0 unknown, then
ceiling, wall, floor, window, lamp, sky, plant, facade, ground, other), `paint` (uint8, 1 where a wall has a colour of
its own) and `meta` (JSON: seed, kind, light). MIX is `even` (default) or `rich` (see `room`). The same seed and mix give
the same scene. What is there already is kept.
"""
import json
import math
import os
import random
import sys
import tempfile
import time

os.environ["OPENCV_IO_ENABLE_OPENEXR"] = "1"
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "blender"))

import bpy  # noqa: E402
import cv2  # noqa: E402
import numpy as np  # noqa: E402
from build import CLASSES, Builder  # noqa: E402
from denoise import compose  # noqa: E402
from exteriors import exterior  # noqa: E402
from materials import Paints  # noqa: E402
from rooms import room  # noqa: E402

SAMPLES = int(os.environ.get("SAMPLES", "10"))
SHAPES = [(240, 160)] * 6 + [(240, 180)] * 2 + [(240, 136), (160, 240)]
EXTERIORS = 0.27
# A picture with more of `other` than this is drawn again, as one from behind a cabinet is.
MOST_OTHER = 0.6
TRIES = 4
PASSES = ["IndexOB", "Normal", "Depth", "Emit", "Env"]
PASSES += [part + what for part in ("Diff", "Trans", "Gloss") for what in ("Dir", "Ind", "Col")]


def draw(seed, attempt, environments, rich):
    """Builds the scene of a seed. Returns its description."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    dice = random.Random(f"{seed} {attempt}")
    build, paints = Builder(), Paints(dice)
    if dice.random() < EXTERIORS:
        view, told = exterior(dice, build, paints, environments)
    else:
        view, told = room(dice, build, paints, environments, rich)
    build.finish()
    place_camera(view, dice)
    set_up_render(dice)
    return told


def place_camera(view, dice):
    """Looks along +y, turned by yaw to the left and pitch upwards, in degrees."""
    camera = bpy.data.cameras.new("camera")
    camera.lens_unit, camera.angle, camera.clip_start = "FOV", math.radians(view["field"]), 0.03
    thing = bpy.data.objects.new("camera", camera)
    thing.location = view["place"]
    thing.rotation_euler = [math.radians(a) for a in (90 + view["pitch"], dice.gauss(0, 0.8), view["yaw"])]
    bpy.context.collection.objects.link(thing)
    bpy.context.scene.camera = thing


def set_up_render(dice):
    """Path tracing with few samples; light and object index come out as one file each."""
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.samples, cycles.use_denoising = SAMPLES, False
    cycles.use_adaptive_sampling, cycles.adaptive_threshold = True, 0.05
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 5, 4, 2
    cycles.transparent_max_bounces, cycles.sample_clamp_indirect = 6, 6
    cycles.caustics_reflective = cycles.caustics_refractive = False
    scene.render.resolution_x, scene.render.resolution_y = dice.choice(SHAPES)
    scene.render.resolution_percentage = 100
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    layer = scene.view_layers[0]
    layer.use_pass_object_index = layer.use_pass_normal = layer.use_pass_z = True
    layer.use_pass_emit = layer.use_pass_environment = True
    for part in ("diffuse", "glossy", "transmission"):
        for what in ("direct", "indirect", "color"):
            setattr(layer, f"use_pass_{part}_{what}", True)


def render():
    """Linear light (H x W x 3) and object index (H x W)."""
    scene = bpy.context.scene
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        scene.use_nodes = True
        tree = scene.node_tree
        tree.nodes.clear()
        layers, file = tree.nodes.new("CompositorNodeRLayers"), tree.nodes.new("CompositorNodeOutputFile")
        file.base_path = folder
        file.format.file_format, file.format.color_depth = "OPEN_EXR", "32"
        file.file_slots.clear()
        for name in PASSES:
            file.file_slots.new(name + "-")
            tree.links.new(layers.outputs[name], file.inputs[-1])
        bpy.ops.render.render(write_still=False)
        found = {name.split("-")[0]: read(os.path.join(folder, name)) for name in os.listdir(folder)}
    index = np.rint(found["IndexOB"][..., 0]).astype(np.uint8)
    return compose(found, index), index


def read(file):
    """One pass, H x W x 3."""
    plane = cv2.imread(file, cv2.IMREAD_UNCHANGED).astype(np.float32)
    return np.ascontiguousarray(plane[..., 2::-1]) if plane.ndim == 3 else plane[..., None].repeat(3, 2)


def labels_of(index, is_room):
    """Classes and paint of object indices; the sky is index 0."""
    painted = index == CLASSES["painted"]
    label = np.where(painted, CLASSES["wall"], index).astype(np.uint8)
    label[index == 0] = CLASSES["window"] if is_room else CLASSES["sky"]
    return label, painted.astype(np.uint8)


def main(folder, first, count, mix="even"):
    """Renders the seeds that are not there yet."""
    environments = os.environ["HDRI"]
    os.makedirs(folder, exist_ok=True)
    for seed in range(int(first), int(first) + int(count)):
        target = os.path.join(folder, f"{seed:06d}.npz")
        if os.path.exists(target):
            continue
        began = time.time()
        for attempt in range(TRIES):
            told = draw(seed, attempt, environments, mix == "rich")
            light, index = render()
            is_room = told["kind"] in ("room", "hall_public", "detail")
            label, paint = labels_of(index, is_room)
            most = 0.95 if told["kind"] == "detail" else MOST_OTHER
            if (label == CLASSES["other"]).mean() < most and np.median(light) > 1e-4:
                break
        meta = json.dumps(dict(told, seed=seed))
        with open(target + ".tmp", "wb") as file:
            np.savez_compressed(file, rgb=np.minimum(light, 6e4).astype(np.float16), label=label, paint=paint, meta=meta)
        os.replace(target + ".tmp", target)
        print(f"scene {seed}: {told['kind']}, {time.time() - began:.1f} s", flush=True)


main(*sys.argv[sys.argv.index("--") + 1 :][:4])
