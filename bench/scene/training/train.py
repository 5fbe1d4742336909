"""Trains the scene network on rendered and freely licensed pictures.

train.py MODEL.pt DIR... [--steps N] [--seed N] [--start MODEL.pt] [--rate R] [--threads N]
DIR hold .npz files of `render_scenes.py` and `crop_panoramas.py`. Every 20th file is left out of training and scored.
"""
import argparse
import glob
import json
import os
import random
import time

import cv2
import numpy as np
import torch
from network import CLASSES, KINDS, LIGHTS, SceneNet
from photograph import frame, photograph
from torch.nn import functional as F

# Sizes of a batch's pictures (width, height), by how often they come.
SHAPES = [(192, 128)] * 5 + [(192, 144)] * 2 + [(192, 112), (128, 192), (144, 192)]
BATCH = 16
RATE, DECAY = 3e-3, 1e-2
HELD_OUT = 20
# A class weighs by its share of pixels to this power, so that lamps count and walls do not drown.
RARITY = -0.35
KIND_WEIGHT, LIGHT_WEIGHT, PAINT_WEIGHT = 0.15, 0.05, 0.3
AVERAGING = 0.998
# Share of crops of panoramas in a batch: few places, but real ones.
CROP_SHARE = 0.25


def load(folders):
    """All renderings and all crops of panoramas: linear light in half precision, labels, paint, kind and light."""
    files = sorted(f for folder in folders for f in glob.glob(os.path.join(folder, "*.npz")))
    pictures, photographs = [], []
    for file in files:
        with np.load(file) as data:
            meta = json.loads(str(data["meta"]))
            if not np.isfinite(data["rgb"]).all():
                continue
            kind = KINDS.index(meta["kind"])
            light = LIGHTS.index(meta["light"]) if meta.get("light") in LIGHTS else -1
            among = photographs if os.path.basename(file).startswith("pano_") else pictures
            among.append((data["rgb"], data["label"], data["paint"], kind, light))
    return pictures, photographs


def sample(picture, size, seed):
    """One picture as the network sees it: input (5 x H x W bytes), labels and paint at half size, kind, light."""
    draw, noise = random.Random(seed), np.random.default_rng(seed)
    rgb, label, paint, kind, light = picture
    linear, (label, paint) = frame(rgb.astype(np.float32), [label, paint], size, draw)
    display, stops = photograph(linear, draw, noise)
    rows = np.rint(np.linspace(0, 255, size[1])).astype(np.uint8)[:, None].repeat(size[0], 1)
    planes = np.concatenate([display.transpose(2, 0, 1), rows[None], stops[None]])
    return planes, label[1::2, 1::2], paint[1::2, 1::2], kind, light


def batch_of(pictures, size, seeds):
    """A batch of tensors."""
    found = [sample(picture, size, seed) for picture, seed in zip(pictures, seeds)]
    planes, label, paint, kind, light = (np.stack([each[i] for each in found]) for i in range(5))
    return (
        torch.from_numpy(planes).float() / 255,
        torch.from_numpy(label).long(),
        torch.from_numpy(paint).float(),
        torch.from_numpy(kind),
        torch.from_numpy(light),
    )


def loss_of(net, batch, weights):
    """Cross-entropy of planes, kind and light, and of paint on walls."""
    inputs, label, paint, kind, light = batch
    planes, whole = net(inputs)
    loss = F.cross_entropy(planes[:, : len(CLASSES)], label - 1, weights, ignore_index=-1)
    loss = loss + KIND_WEIGHT * F.cross_entropy(whole[:, : len(KINDS)], kind)
    if (light >= 0).any():
        loss = loss + LIGHT_WEIGHT * F.cross_entropy(whole[:, len(KINDS) :], light, ignore_index=-1)
    walls = label == CLASSES.index("wall") + 1
    if walls.any():
        found = planes[:, len(CLASSES)][walls]
        loss = loss + PAINT_WEIGHT * F.binary_cross_entropy_with_logits(found, paint[walls])
    return loss


def class_weights(pictures):
    """Weights of classes from their shares of pixels."""
    counts = sum(np.bincount(label.ravel(), minlength=len(CLASSES) + 1) for _, label, *_ in pictures)[1:]
    shares = counts / counts.sum()
    weights = np.maximum(shares, 1e-4) ** RARITY
    return torch.tensor(weights / (weights * shares).sum(), dtype=torch.float32)


@torch.no_grad()
def score(net, pictures):
    """Intersection over union of each class, and the share of right kinds, over pictures left out."""
    net.eval()
    hits, ours, theirs, right = (np.zeros(len(CLASSES)) for _ in range(4))
    for i in range(0, len(pictures) - BATCH + 1, BATCH):
        inputs, label, _, kind, _ = batch_of(pictures[i : i + BATCH], SHAPES[0], range(i, i + BATCH))
        planes, whole = net(inputs)
        found = planes[:, : len(CLASSES)].argmax(1)
        right[0] += (whole[:, : len(KINDS)].argmax(1) == kind).sum()
        right[1] += BATCH
        for c in range(len(CLASSES)):
            a, b = (found == c) & (label > 0), label == c + 1
            hits[c] += (a & b).sum()
            ours[c] += a.sum()
            theirs[c] += b.sum()
    net.train()
    scores = hits / np.maximum(1, ours + theirs - hits)
    return "  ".join(f"{name} {value:.2f}" for name, value in zip(CLASSES, scores)) + f"  kind {right[0] / max(1, right[1]):.2f}"


def train(options):
    """Trains for the given steps and writes the averaged weights."""
    cv2.setNumThreads(1)
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    draw = random.Random(options.seed)
    pictures, photographs = load(options.folders)
    held = pictures[::HELD_OUT]
    pictures = [picture for i, picture in enumerate(pictures) if i % HELD_OUT]
    print(f"{len(pictures)} renderings and {len(photographs)} crops to learn from, {len(held)} left out", flush=True)
    net, weights = SceneNet(), class_weights(pictures + photographs)
    if options.start:
        net.load_state_dict(torch.load(options.start))
    average = {name: value.clone() for name, value in net.state_dict().items()}
    crop_share = CROP_SHARE if photographs else 0
    optimizer = torch.optim.AdamW(net.parameters(), RATE, weight_decay=DECAY)
    began, losses = time.time(), []
    for step in range(1, options.steps + 1):
        # Warm-up over the first thirtieth, then half a cosine to nothing.
        spent = step / options.steps
        rate = options.rate * min(1, spent * 30) * (0.5 + 0.5 * np.cos(np.pi * spent))
        for group in optimizer.param_groups:
            group["lr"] = rate
        chosen = [draw.choice(photographs if draw.random() < crop_share else pictures) for _ in range(BATCH)]
        batch = batch_of(chosen, draw.choice(SHAPES), [draw.getrandbits(32) for _ in range(BATCH)])
        loss = loss_of(net, batch, weights)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimizer.step()
        losses.append(loss.item())
        keep = min(AVERAGING, step / (step + 20))
        for name, value in net.state_dict().items():
            if value.is_floating_point():
                average[name].lerp_(value, 1 - keep)
            else:
                average[name].copy_(value)
        if step % 100 == 0:
            left = (time.time() - began) * (options.steps - step) / step / 60
            print(f"step {step} of {options.steps}  loss {np.mean(losses[-100:]):.3f}  {left:.0f} min left", flush=True)
            torch.save(average, options.model + ".tmp")
            os.replace(options.model + ".tmp", options.model)
    net.load_state_dict(average)
    torch.save(net.state_dict(), options.model)
    print(f"left out: {score(net, held)}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", help="weights to go on from")
    parser.add_argument("--rate", type=float, default=RATE, help="highest rate of learning")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    train(parser.parse_args())
