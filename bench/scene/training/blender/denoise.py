"""Takes the grain of few samples out of light, and leaves texture and edges.

The light that falls on surfaces is filtered apart from their colour, by an edge-avoiding wavelet (Dammertz et al. 2010,
"Edge-Avoiding À-Trous Wavelet Transform") guided by normals, depth and class.
"""
import cv2
import numpy as np

TAPS = [(dx, dy, (3 - abs(dx)) * (3 - abs(dy)) / 81.0) for dx in (-2, -1, 0, 1, 2) for dy in (-2, -1, 0, 1, 2)]
LEVELS = 5

# Differences at which a neighbour counts for little: cosine of normals to this power, share of the depth.
NORMAL_POWER, DEPTH_SHARE = 32, 0.06
# A pixel of an edge is like neither side: both tell it something.
LEAST_ALIKE = 0.88


def compose(passes, index):
    """Light (H x W x 3) of Cycles' passes by name, each part filtered and given its colour back."""
    normal = passes["Normal"]
    # Pixels of an edge average normals: their direction counts, not their length.
    normal = normal / np.maximum(np.linalg.norm(normal, axis=2, keepdims=True), 1e-6)
    guide = normal, passes["Depth"][..., 0], index
    light = passes["Emit"] + passes["Env"]
    for part, levels in (("Diff", LEVELS), ("Trans", 3), ("Gloss", 2)):
        falling = despike(passes[part + "Dir"] + passes[part + "Ind"])
        light = light + passes[part + "Col"] * wavelet(falling, guide, levels)
    return light


def despike(light):
    """Holds single bright pixels to what their neighbours show."""
    around = cv2.blur(cv2.medianBlur(light, 3), (3, 3))
    return np.minimum(light, 4 * around + 0.02)


def wavelet(light, guide, levels):
    """Means over ever wider neighbourhoods of alike normals, depths and classes."""
    normal, depth, index = guide
    for level in range(levels):
        step = 2**level
        total, weights = np.zeros_like(light), np.zeros(light.shape[:2] + (1,), np.float32)
        for dx, dy, share in TAPS:
            matrix = np.float32([[1, 0, dx * step], [0, 1, dy * step]])
            size = light.shape[1::-1]

            def moved(plane):
                return cv2.warpAffine(plane, matrix, size, flags=cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)

            alike = np.clip((normal * moved(normal)).sum(2), LEAST_ALIKE, 1) ** NORMAL_POWER
            apart = np.abs(depth - moved(depth)) / (DEPTH_SHARE * step * np.maximum(depth, 0.1))
            weight = (share * alike * np.exp(-apart) * (index == moved(index)))[..., None].astype(np.float32)
            total += weight * moved(light)
            weights += weight
        light = np.where(weights > 1e-6, total / np.maximum(weights, 1e-6), light)
    return light
