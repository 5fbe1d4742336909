"""What stands outside: sky, trees, houses, lawns, streets; seen through windows or as pictures of their own."""
import math
import os

import bpy
from materials import WOODS

ENVIRONMENTS = "city dawn forest park sky sunrise sunset venice".split()
ENVIRONMENTS += ["blender_" + name for name in ("city", "courtyard", "forest", "sunrise", "sunset")]


def set_world(random, strength, folder, night=False):
    """The sky: an environment map, or one colour from zenith to horizon."""
    world = bpy.data.worlds.new("w")
    bpy.context.scene.world = world
    # A coarse map tells where the sky is bright; the finer one that Blender takes by itself costs a second.
    world.cycles.sampling_method, world.cycles.sample_map_resolution = "MANUAL", 128
    world.use_nodes = True
    nodes, links = world.node_tree.nodes, world.node_tree.links
    light = nodes["Background"]
    light.inputs["Strength"].default_value = strength
    if night:
        value = random.uniform(0.002, 0.05)
        light.inputs["Color"].default_value = (value * 0.5, value * 0.7, value, 1)
        return
    place, mapping = nodes.new("ShaderNodeTexCoord"), nodes.new("ShaderNodeMapping")
    mapping.inputs["Rotation"].default_value = (0, 0, random.uniform(0, 2 * math.pi))
    links.new(place.outputs["Generated"], mapping.inputs["Vector"])
    if random.random() < 0.55:
        maps = [name for name in ENVIRONMENTS if os.path.exists(os.path.join(folder, name + ".exr"))]
        node = nodes.new("ShaderNodeTexEnvironment")
        node.image = bpy.data.images.load(os.path.join(folder, random.choice(maps) + ".exr"))
        links.new(mapping.outputs[0], node.inputs["Vector"])
    else:
        node = plain_sky(random, nodes, links, mapping)
    links.new(node.outputs["Color"], light.inputs["Color"])


def plain_sky(random, nodes, links, mapping):
    """Clear, cloudy or overcast: a gradient with clouds over it."""
    split, height = nodes.new("ShaderNodeSeparateXYZ"), nodes.new("ShaderNodeValToRGB")
    clouds, mix = nodes.new("ShaderNodeTexNoise"), nodes.new("ShaderNodeMixRGB")
    links.new(mapping.outputs[0], split.inputs[0])
    links.new(mapping.outputs[0], clouds.inputs["Vector"])
    links.new(split.outputs["Z"], height.inputs["Fac"])
    blue = random.choice([(0.12, 0.3, 0.75), (0.25, 0.45, 0.8), (0.6, 0.68, 0.75), (0.8, 0.82, 0.85)])
    height.color_ramp.elements[0].color = (*[0.5 + 0.5 * c for c in blue], 1)
    height.color_ramp.elements[1].color = (*blue, 1)
    clouds.inputs["Scale"].default_value = random.uniform(2, 6)
    clouds.inputs["Detail"].default_value = 8
    cover = nodes.new("ShaderNodeValToRGB")
    start = random.uniform(0.3, 0.7)
    cover.color_ramp.elements[0].position, cover.color_ramp.elements[1].position = start, min(1, start + 0.2)
    links.new(clouds.outputs["Fac"], cover.inputs["Fac"])
    links.new(cover.outputs["Color"], mix.inputs["Fac"])
    links.new(height.outputs["Color"], mix.inputs["Color1"])
    mix.inputs["Color2"].default_value = (0.95, 0.95, 0.97, 1)
    return mix


def tree(random, build, paints, x, y, z, size, kind):
    """Trunk, branches and leaves; some are bare, some are conifers."""
    bark = paints.mottled((0.1, 0.07, 0.05), 0.4, 20)
    height = size * random.uniform(1.0, 2.2)
    build.cylinder((x, y), 0.05 * size, z, z + height, bark, kind, top=0.02 * size, sides=8)
    shade = random.uniform(0.5, 1.6)
    green = [c * shade for c in random.choice([(0.05, 0.16, 0.02), (0.1, 0.2, 0.03), (0.16, 0.16, 0.03), (0.03, 0.1, 0.03)])]
    leaf = paints.mottled(green, 0.6, random.uniform(5, 30), 0.5)
    pick = random.random()
    if pick < 0.12:
        for _ in range(30):
            a, h, r = random.uniform(0, 6.28), random.uniform(0.4, 1.1) * height, random.uniform(0.3, 0.9) * size
            tip = (x + r * math.cos(a), y + r * math.sin(a), z + h + 0.5 * r)
            build.quad([(x, y, z + h), (x + 0.03, y, z + h + 0.03), tip], bark, kind)
    elif pick < 0.3:
        for level in range(6):
            r, low = size * 0.6 * (1 - level / 6.5), z + height * (0.2 + 0.15 * level)
            build.cylinder((x, y), r, low, low + 0.35 * height, leaf, kind, top=0.02, sides=9)
            build.leaves(random, (x, y, low), (r, r, 0.1 * height), 60, 0.12 * size, leaf, kind)
    else:
        for _ in range(random.randint(2, 5)):
            at = (x + random.gauss(0, 0.3) * size, y + random.gauss(0, 0.3) * size, z + height * random.uniform(0.8, 1.2))
            reach = (size * random.uniform(0.4, 0.8),) * 2 + (size * random.uniform(0.3, 0.7),)
            build.leaves(random, at, reach, 420, size * random.uniform(0.05, 0.12), leaf, kind)
            build.ball(at, 0.55 * reach[0], leaf, kind, reach[2] / reach[0])


def bush(random, build, paints, x, y, z, size, kind):
    """A bush, or a piece of hedge."""
    shade = random.uniform(0.5, 1.6)
    leaf = paints.mottled([c * shade for c in (0.07, 0.17, 0.03)], 0.6, random.uniform(10, 40), 0.5)
    reach = (size, size * random.uniform(0.6, 1.5), size * random.uniform(0.4, 1.2))
    build.leaves(random, (x, y, z + 0.4 * reach[2]), reach, 420, size * 0.12, leaf, kind)
    build.ball((x, y, z + 0.4 * reach[2]), 0.5 * size, leaf, kind, reach[2] / size)
    if random.random() < 0.2:
        bloom = paints.plain(paints.hue((0.3, 0.9), (0.3, 0.9)))
        build.leaves(random, (x, y, z + 0.4 * reach[2]), reach, 25, size * 0.06, bloom, kind)


def facade_paint(random, paints, along="x"):
    """Plaster, brick, boards or stone."""
    pick = random.random()
    if pick < 0.5:
        return paints.mottled(random.choice([paints.grey(0.4, 0.85), paints.hue((0.1, 0.5), (0.2, 0.8))]), 0.08, 8, 0.9)
    if pick < 0.72:
        brick = random.choice([(0.35, 0.13, 0.08), (0.5, 0.3, 0.2), (0.25, 0.2, 0.17)])
        return paints.blocks(brick, paints.grey(0.3, 0.6), (0.24, 0.08), 0.9, 0.4, 0.4, along)
    if pick < 0.87:
        boards = random.choice([paints.grey(0.3, 0.85), random.choice(WOODS), paints.hue((0.1, 0.5), (0.2, 0.7))])
        return paints.blocks(boards, [c * 0.5 for c in boards], (4.0, 0.14), 0.7, 0.06, 0.3, along)
    return paints.blocks(paints.grey(0.2, 0.6), paints.grey(0.2, 0.5), (0.5, 0.22), 0.9, 0.5, 0.6, along, 0.02)


def ground_paint(random, paints):
    """Lawn, paving, gravel, asphalt or earth."""
    pick = random.random()
    if pick < 0.5:
        green = random.choice([(0.07, 0.17, 0.03), (0.12, 0.2, 0.05), (0.2, 0.2, 0.08)])
        return paints.mottled(green, 0.5, random.uniform(3, 30), 1.0, 0.5)
    if pick < 0.7:
        size = (random.uniform(0.2, 0.8), random.uniform(0.1, 0.5))
        return paints.blocks(paints.grey(0.2, 0.6), paints.grey(0.1, 0.4), size, 0.8, 0.15, 0.2)
    return paints.mottled(paints.grey(0.05, 0.5, 0.1), 0.25, random.uniform(5, 60), 0.9)


def house(random, build, paints, low, size, kind, roof=True, lit=0.0):
    """A house between two corners: walls with windows and doors, a roof."""
    x, y, z = low
    width, depth, height = size
    paint = facade_paint(random, paints)
    build.box(low, (x + width, y + depth, z + height), paint, kind)
    glass = paints.plain(paints.grey(0.02, 0.08), 0.04)
    shining = paints.plain((1.0, 0.75, 0.4), 0.5, emission=random.uniform(2, 12))
    frame = paints.plain(random.choice([(0.8, 0.8, 0.8), (0.04, 0.04, 0.04), random.choice(WOODS)]), 0.5)
    storeys = max(1, int(height / 2.8))
    columns = max(1, int(width / random.uniform(1.6, 3.2)))
    w, h = random.uniform(0.6, 1.5), random.uniform(0.9, 1.7)
    for storey in range(storeys):
        for column in range(columns):
            if random.random() < 0.2:
                continue
            u = x + width * (column + 0.5) / columns
            v = z + storey * height / storeys + random.choice([0.8, 0.8, 0.1])
            build.box((u - w / 2 - 0.07, y - 0.04, v - 0.07), (u + w / 2 + 0.07, y, v + h + 0.07), frame, kind)
            pane = shining if random.random() < lit else glass
            build.box((u - w / 2, y - 0.05, v), (u + w / 2, y - 0.02, v + h), pane, kind)
            if random.random() < 0.6:
                build.box((u - 0.02, y - 0.07, v), (u + 0.02, y - 0.03, v + h), frame, kind)
    if random.random() < 0.7:
        u = x + random.uniform(0.1, 0.8) * width
        door = paints.plain(random.choice([paints.hue(), random.choice(WOODS), (0.7, 0.7, 0.7)]), 0.5)
        build.box((u, y - 0.06, z), (u + random.choice([1.0, 1.0, 2.4]), y, z + 2.1), door, kind)
    if roof:
        gable(random, build, paints, low, size, kind)


def gable(random, build, paints, low, size, kind):
    """A pitched or a flat roof."""
    (x, y, z), (width, depth, height) = low, size
    tiles = random.choice([(0.07, 0.06, 0.06), (0.25, 0.09, 0.05), (0.2, 0.2, 0.2), (0.3, 0.2, 0.12)])
    paint = paints.blocks(tiles, [c * 0.6 for c in tiles], (0.3, 0.2), 0.8, 0.3, 0.4)
    over, top = random.uniform(0.1, 0.6), z + height
    x0, x1, y0, y1 = x - over, x + width + over, y - over, y + depth + over
    pick = random.random()
    if pick < 0.25:
        build.box((x0, y0, top), (x1, y1, top + random.uniform(0.15, 0.4)), paint, kind)
        return
    peak = top + random.uniform(0.25, 0.6) * (depth if pick < 0.7 else width) * 0.5
    if pick < 0.7:
        middle = (y0 + y1) / 2
        build.quad([(x0, y0, top), (x1, y0, top), (x1, middle, peak), (x0, middle, peak)], paint, kind)
        build.quad([(x0, y1, top), (x1, y1, top), (x1, middle, peak), (x0, middle, peak)], paint, kind)
    else:
        middle = (x0 + x1) / 2
        build.quad([(x0, y0, top), (middle, y0, peak), (middle, y1, peak), (x0, y1, top)], paint, kind)
        build.quad([(x1, y0, top), (middle, y0, peak), (middle, y1, peak), (x1, y1, top)], paint, kind)
        wall = facade_paint(random, paints)
        build.quad([(x, y, top), (x + width, y, top), (middle, y, peak - 0.1)], wall, kind)


def surroundings(random, build, paints, width, depth):
    """What windows show of a room of that size: ground, trees and houses around it."""
    drop = random.choice([0.2, 0.2, 3, 9])
    build.box((-60, -60, -drop - 0.5), (60, 60, -drop), ground_paint(random, paints), "window")
    for _ in range(random.randint(0, 7)):
        angle, far = random.uniform(0, 2 * math.pi), random.uniform(3, 22)
        x = width / 2 + (width / 2 + far) * math.cos(angle)
        y = depth / 2 + (depth / 2 + far) * math.sin(angle)
        plant = tree if random.random() < 0.6 else bush
        plant(random, build, paints, x, y, -drop, random.uniform(1, 4), "window")
    for _ in range(random.randint(0, 3)):
        angle, far = random.uniform(0, 2 * math.pi), random.uniform(8, 30)
        x = width / 2 + (width / 2 + far) * math.cos(angle)
        y = depth / 2 + (depth / 2 + far) * math.sin(angle)
        size = (random.uniform(4, 10), random.uniform(4, 9), random.uniform(3, 12))
        house(random, build, paints, (x - size[0] / 2, y - size[1] / 2, -drop), size, "window")


def close_greenery(random, build, paints, width, depth):
    """Bushes and trees right behind the windows of a room of that size."""
    drop = random.choice([0.1, 0.2, 1.5])
    for _ in range(random.randint(2, 8)):
        u, far, size = random.uniform(-0.1, 1.1), random.uniform(0.8, 5), random.uniform(0.8, 2.8)
        away = far + 0.7 * size
        x, y = random.choice([(u * width, depth + away), (-away, u * depth), (width + away, u * depth)])
        plant = bush if random.random() < 0.6 else tree
        plant(random, build, paints, x, y, -drop, size, "window")
