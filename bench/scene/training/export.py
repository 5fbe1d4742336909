"""Writes a trained network in integers, as the engine runs it, and scores that against the float network.

export.py MODEL.pt OUT.bin DIR...
DIR hold pictures as for training: they tell the range of every tensor. The file: "LWSM", the header's length
(uint32, little endian), the header (JSON), then for every convolution weights (int8, out x taps x channels), biases
and factors (int32, out each).
"""
import argparse
import json
import math
import struct

import numpy as np
import torch
from network import CLASSES, EDGE_PX, KINDS, LAYERS, LIGHTS, SIDE_STEP, SceneNet
from torch.nn import functional as F
from train import BATCH, SHAPES, batch_of, load

# Logits a unit of a head's bytes, which lie around 128.
LOGIT_STEP, LOGIT_ZERO = 0.125, 128

# Share of a tensor's values that its byte holds without clipping.
HELD = 0.9999

# Batches that tell the ranges.
TELLING = 16

BITS = 30


def folded(net):
    """Weights (out x in x side x side) and biases of every convolution, batch norm folded in."""
    found = {}
    for layer in LAYERS:
        if layer.side == 0:
            continue
        convolution = net.convolutions[layer.name]
        weights = convolution.weight.detach().double()
        if layer.is_head:
            found[layer.name] = weights, convolution.bias.detach().double()
            continue
        norm = net.norms[layer.name]
        scale = norm.weight.detach().double() / torch.sqrt(norm.running_var.double() + norm.eps)
        bias = norm.bias.detach().double() - norm.running_mean.double() * scale
        found[layer.name] = weights * scale[:, None, None, None], bias
    return found


@torch.no_grad()
def ranges(net, batches):
    """What 255 stands for in every tensor."""
    highest = {layer.name: [] for layer in LAYERS}
    for inputs in batches:
        tensors = {"input": inputs}
        for layer in LAYERS:
            tensors[layer.name] = net.run(layer, tensors)
            values = tensors[layer.name].flatten()
            highest[layer.name].append(np.quantile(values[:: max(1, len(values) // 200_000)].numpy(), HELD))
    found = {name: max(1e-3, float(np.max(values))) for name, values in highest.items()}
    return found | {"input": 1.0, "whole": found["at32"]}


def in_integers(net, batches):
    """Every layer of the header, with arrays of its numbers."""
    highest = ranges(net, batches)
    steps = {name: value / 255 for name, value in highest.items()}
    weights_of, layers = folded(net), []
    for layer in LAYERS:
        told = {"name": layer.name, "fine": layer.fine, "side": layer.side, "stride": layer.stride, "out": layer.out}
        if layer.coarse:
            told["coarse"] = layer.coarse
        if layer.side == 0:
            layers.append((told, None))
            continue
        weights, bias = weights_of[layer.name]
        inputs = weights.shape[1]
        coarse = [steps[layer.coarse]] if layer.coarse else []
        fine_count = next((each.out for each in LAYERS if each.name == layer.fine), inputs)
        channel_steps = torch.tensor([steps[layer.fine]] * fine_count + coarse * (inputs - fine_count)).double()
        scaled = weights * channel_steps[None, :, None, None]
        row_steps = scaled.abs().amax((1, 2, 3)).clamp_min(1e-9) / 127
        step = LOGIT_STEP if layer.is_head else steps[layer.name]
        ratios = row_steps / step
        shift = BITS - 1 - math.floor(math.log2(ratios.max()))
        told |= {"shift": shift, "zero": LOGIT_ZERO if layer.is_head else 0}
        numbers = (
            torch.round(scaled / row_steps[:, None, None, None]).permute(0, 2, 3, 1).reshape(layer.out, -1),
            torch.round(bias / row_steps).clamp(-(2**BITS), 2**BITS),
            torch.round(ratios * 2.0**shift),
        )
        layers.append((told, [value.numpy() for value in numbers]))
    return layers


def run(layers, picture):
    """The integer network in exact arithmetic. picture: 5 x H x W bytes. Returns bytes of planes and of kind."""
    tensors = {"input": picture.astype(np.float64)}
    for told, numbers in layers:
        fine = torch.from_numpy(tensors[told["fine"]])[None]
        if told["side"] == 0:
            tensors[told["name"]] = np.floor(fine.mean((2, 3), keepdim=True)[0].numpy() + 0.5)
            continue
        weights, bias, factors = (torch.from_numpy(value) for value in numbers)
        if "coarse" in told:
            coarse = F.interpolate(torch.from_numpy(tensors[told["coarse"]])[None], fine.shape[2:])
            fine = torch.cat([fine, coarse], 1)
        side = told["side"]
        kernel = weights.reshape(told["out"], side, side, -1).permute(0, 3, 1, 2)
        sums = F.conv2d(fine, kernel, bias, told["stride"], side // 2)[0].numpy().astype(np.int64)
        product = sums * factors.numpy().astype(np.int64)[:, None, None] + (1 << (told["shift"] - 1))
        tensors[told["name"]] = np.clip(told["zero"] + (product >> told["shift"]), 0, 255).astype(np.float64)
    return tensors["planes"], tensors["kind"]


def write(file, layers):
    """The model file."""
    header = {
        "version": 1,
        "edgePx": EDGE_PX,
        "sideStep": SIDE_STEP,
        "logitStep": LOGIT_STEP,
        "logitZero": LOGIT_ZERO,
        "classes": CLASSES,
        "kinds": KINDS,
        "lights": LIGHTS,
        "layers": [told for told, _ in layers],
    }
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    with open(file, "wb") as out:
        out.write(b"LWSM" + struct.pack("<I", len(text)) + text)
        for _, numbers in layers:
            if numbers is None:
                continue
            weights, bias, factors = numbers
            packed = weights.astype(np.int8).tobytes()
            out.write(packed + b"\0" * (-len(packed) % 4))
            out.write(bias.astype("<i4").tobytes() + factors.astype("<i4").tobytes())


@torch.no_grad()
def main(options):
    """Exports, and prints how often the integers choose another class than the floats."""
    net = SceneNet()
    net.load_state_dict(torch.load(options.model))
    net.eval()
    pictures = [picture for group in load(options.folders) for picture in group][:: max(1, options.every)]
    starts = range(0, min(len(pictures) - BATCH, TELLING * BATCH), BATCH)
    batches = [batch_of(pictures[i : i + BATCH], SHAPES[0], range(i, i + BATCH))[0] for i in starts]
    layers = in_integers(net, batches)
    write(options.out, layers)
    same = []
    for picture in batches[0]:
        floats = net(picture[None])[0][0, : len(CLASSES)].argmax(0).numpy()
        planes, _ = run(layers, np.rint(picture.numpy() * 255))
        same.append((planes[: len(CLASSES)].argmax(0) == floats).mean())
    print(f"{options.out}: the integers choose the floats' class at {100 * np.mean(same):.1f} % of the places")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("out")
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--every", type=int, default=5, help="take each Nth picture to tell ranges")
    main(parser.parse_args())
