"""The network that describes scenes: a small U-Net, said once as a list of layers.

Training builds it in PyTorch, `export.py` writes it in integers, and the engine runs whatever list the file holds.
A layer reads one tensor, or two: then the second is coarser, is enlarged by nearest neighbour and joined to the first.
"""
from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional as F

CLASSES = ["ceiling", "wall", "floor", "window", "lamp", "sky", "plant", "facade", "ground", "other"]
KINDS = ["room", "hall_public", "exterior_day", "exterior_dusk_night", "detail", "other"]
LIGHTS = ["daylight", "lamps", "mixed", "fluorescent", "night"]

# Longer edge in pixels of what the network sees; the shorter one is the multiple of SIDE_STEP nearest to its due.
EDGE_PX = 192
SIDE_STEP = 16

# Red, green, blue (display values), height in the picture, scene light.
INPUT_CHANNELS = 5


@dataclass(frozen=True)
class Layer:
    """One convolution, or the mean over the picture where `side` is 0."""

    name: str
    fine: str
    out: int
    side: int = 3
    stride: int = 1
    coarse: str | None = None
    is_head: bool = False


LAYERS = [
    Layer("down2", "input", 24, stride=2),
    Layer("down4", "down2", 48, stride=2),
    Layer("at4", "down4", 48),
    Layer("down8", "at4", 96, stride=2),
    Layer("at8", "down8", 96),
    Layer("down16", "at8", 128, stride=2),
    Layer("at16", "down16", 128),
    Layer("down32", "at16", 128, stride=2),
    Layer("at32", "down32", 128),
    Layer("whole", "at32", 128, side=0),
    Layer("context", "whole", 64, side=1),
    Layer("told32", "at32", 96, side=1, coarse="context"),
    Layer("join16", "at16", 96, coarse="told32"),
    Layer("up16", "join16", 96),
    Layer("join8", "at8", 64, coarse="up16"),
    Layer("up8", "join8", 64),
    Layer("join4", "at4", 48, coarse="up8"),
    Layer("join2", "down2", 32, coarse="join4"),
    Layer("planes", "join2", len(CLASSES) + 1, side=1, is_head=True),
    Layer("kind", "context", len(KINDS) + len(LIGHTS), side=1, is_head=True),
]


def channels() -> dict[str, int]:
    """Channels of every tensor by name."""
    return {"input": INPUT_CHANNELS} | {layer.name: layer.out for layer in LAYERS}


class SceneNet(nn.Module):
    """`LAYERS` in PyTorch: convolution, batch norm, ReLU; heads without the last two."""

    def __init__(self):
        super().__init__()
        count = channels()
        self.convolutions, self.norms = nn.ModuleDict(), nn.ModuleDict()
        for layer in LAYERS:
            if layer.side == 0:
                continue
            inputs = count[layer.fine] + (count[layer.coarse] if layer.coarse else 0)
            self.convolutions[layer.name] = nn.Conv2d(
                inputs, layer.out, layer.side, layer.stride, layer.side // 2, bias=layer.is_head
            )
            if not layer.is_head:
                self.norms[layer.name] = nn.BatchNorm2d(layer.out)

    def forward(self, picture):
        """picture: N x 5 x H x W. Returns logits of planes (N x 11 x H/2 x W/2) and of kind and light (N x 11)."""
        tensors = {"input": picture}
        for layer in LAYERS:
            tensors[layer.name] = self.run(layer, tensors)
        return tensors["planes"], tensors["kind"].flatten(1)

    def run(self, layer, tensors):
        """One layer on the tensors found so far."""
        fine = tensors[layer.fine]
        if layer.side == 0:
            return fine.mean((2, 3), keepdim=True)
        if layer.coarse:
            fine = torch.cat([fine, F.interpolate(tensors[layer.coarse], fine.shape[2:])], 1)
        found = self.convolutions[layer.name](fine)
        if layer.is_head:
            return found
        # A mean over the picture has one value a channel: no batch statistics worth having in small batches.
        return F.relu(self.norms[layer.name](found))
