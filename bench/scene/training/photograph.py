"""Turns linear light into photographs as cameras and exposure fusion deliver them, with labels kept in step."""
import math

import cv2
import numpy as np

# Rec. 709 weights of luma.
LUMA = np.array([0.2126, 0.7152, 0.0722], np.float32)

# Stops of scene light in a byte: 0 unknown, else 128 + 16 per stop from the picture's median.
STOP_UNITS, STOP_ZERO = 16, 128

# Share of pictures whose scene light is known, as that of brackets is.
KNOWN_LIGHT = 0.4


def frame(rgb, planes, size, random):
    """A random crop, mirrored, turned and stretched a little; `size` is (width, height)."""
    height, width = rgb.shape[:2]
    scale = random.uniform(0.55, 1.0)
    across, down = width * scale, height * scale * min(1.0, math.exp(random.gauss(0, 0.08)))
    x, y = random.uniform(0, width - across), random.uniform(0, height - down)
    corners = np.float32([[x, y], [x + across, y], [x, y + down]])
    angle = math.radians(random.gauss(0, 1.5))
    centre = corners.mean(0)
    turn = np.float32([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    corners = (corners - centre) @ turn.T + centre
    if random.random() < 0.5:
        corners = np.float32([corners[1], corners[0], corners[1] + corners[2] - corners[0]])
    target = np.float32([[0, 0], [size[0], 0], [0, size[1]]])
    matrix = cv2.getAffineTransform(corners, target)
    rgb = cv2.warpAffine(rgb, matrix, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT)
    planes = [cv2.warpAffine(p, matrix, size, flags=cv2.INTER_NEAREST, borderMode=cv2.BORDER_CONSTANT) for p in planes]
    return rgb, planes


def photograph(linear, random, noise):
    """Display values in bytes (H x W x 3) and scene light in bytes (H x W) of linear light.

    `random` is a random.Random, `noise` a numpy generator.
    """
    light = np.maximum(linear, 0).astype(np.float32)
    light = cast(light, random)
    luma = light @ LUMA + 1e-6
    stops = np.log2(luma)
    known = random.random() < KNOWN_LIGHT
    scene_light = light_in_bytes(stops, random, noise) if known else np.zeros(luma.shape, np.uint8)
    light = bloom(light, random)
    if known or random.random() < 0.3:
        light = compress(light, random)
    else:
        light = light * expose(light @ LUMA + 1e-6, random)
    light = vignette(light, random)
    light = np.maximum(0, light + grain(light, random, noise))
    display = render(light, random)
    display = soften(display, random)
    return through_jpeg(display, random), scene_light


def cast(light, random):
    """The light's colour as a white balance leaves it, and the room's own cast."""
    warmth, tint = random.gauss(0, 0.16), random.gauss(0, 0.05)
    return light * np.float32([math.exp(warmth), math.exp(-tint), math.exp(-warmth)])


def light_in_bytes(stops, random, noise):
    """Scene light as the frames of a bracket tell it: blurred, clipped at both ends, from the median."""
    median = np.median(stops)
    top, bottom = random.uniform(2, 8), random.uniform(3, 8)
    held = np.clip(stops - median, -bottom, top)
    held = cv2.GaussianBlur(held, (0, 0), random.uniform(0.3, 1.2)) + noise.normal(0, 0.1, held.shape)
    held = held - np.median(held)
    return np.clip(np.rint(STOP_ZERO + STOP_UNITS * held), 1, 255).astype(np.uint8)


def bloom(light, random):
    """Glare of bright things over what lies next to them."""
    amount = max(0.0, random.gauss(0.02, 0.03))
    wide = cv2.GaussianBlur(light, (0, 0), light.shape[1] * random.uniform(0.02, 0.15))
    return light * (1 - amount) + wide * amount


def expose(luma, random):
    """One exposure: a percentile of the light goes to a level of linear light, or the camera's mean does."""
    level = np.percentile(luma, random.uniform(30, 75))
    return 2 ** random.gauss(0, 0.8) * random.uniform(0.12, 0.4) / max(level, 1e-6)


def compress(light, random):
    """Local tone mapping as exposure fusion does it: the base of the log of light is flattened."""
    luma = light @ LUMA + 1e-6
    logs = np.log(luma)
    radius = light.shape[1] * random.uniform(0.02, 0.2)
    base = cv2.GaussianBlur(logs, (0, 0), radius)
    if random.random() < 0.6:
        base = cv2.bilateralFilter(logs.astype(np.float32), 0, 0.8, min(8, radius))
    flatness = random.uniform(0.35, 0.85)
    middle = np.percentile(base, random.uniform(40, 70))
    gain = np.exp(-flatness * (base - middle)) * random.uniform(0.15, 0.45) / math.exp(middle)
    return light * gain[..., None]


def vignette(light, random):
    """Corners darker than the middle."""
    height, width = light.shape[:2]
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    return light * (1 - max(0.0, random.gauss(0.08, 0.12)) * (x * x + y * y) / 2)[..., None].astype(np.float32)


def grain(light, random, noise):
    """Shot and read noise."""
    strength = math.exp(random.uniform(math.log(1e-4), math.log(4e-2)))
    return noise.normal(0, 1, light.shape) * np.sqrt(light * strength * 0.05 + strength**2)


def render(light, random):
    """A camera's curve: highlights clipped or rolled off, display encoding, contrast, saturation."""
    shoulder = random.choice([0.0, 0.3, 0.8])
    light = light * (1 + shoulder) / (1 + shoulder * np.minimum(light, 4)) if shoulder else light
    light = np.clip(light, 0, 1)
    display = np.where(light <= 0.0031308, 12.92 * light, 1.055 * np.power(light, 1 / 2.4) - 0.055)
    contrast = random.uniform(-0.15, 0.5)
    display = display + contrast * (display * display * (3 - 2 * display) - display)
    black, white = max(0.0, random.gauss(0, 0.03)), min(1.0, random.gauss(1.0, 0.03))
    display = black + (white - black) * display
    grey = (display @ LUMA)[..., None]
    return np.clip(grey + random.uniform(0.5, 1.5) * (display - grey), 0, 1)


def soften(display, random):
    """Blurred or sharpened, as lenses and cameras do."""
    amount = random.gauss(0.1, 0.5)
    blurred = cv2.GaussianBlur(display, (0, 0), random.uniform(0.5, 1.2))
    return np.clip(display + max(-1.0, min(1.0, amount)) * (display - blurred), 0, 1)


def through_jpeg(display, random):
    """Display values as bytes, often with the traces of a JPEG."""
    pixels = np.rint(display * 255).astype(np.uint8)
    if random.random() < 0.5:
        quality = [cv2.IMWRITE_JPEG_QUALITY, random.randint(55, 98)]
        pixels = cv2.imdecode(cv2.imencode(".jpg", pixels[..., ::-1], quality)[1], cv2.IMREAD_COLOR)[..., ::-1]
    return pixels
