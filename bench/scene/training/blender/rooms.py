"""Rooms, halls and attics with what stands in them, and details of them."""
import math

import bpy
from furniture import Wall, furnish, lamps, large_lamps
from materials import WOODS
from outdoors import close_greenery, set_world, surroundings

THICK = 0.22
"""Of walls, in metres."""

USES = ["living"] * 5 + ["bedroom"] * 3 + ["kitchen"] * 5 + ["dining"] * 2 + ["bath"] * 2 + ["office"] * 2 + ["hall"]


def room(random, build, paints, environments, rich=False):
    """Builds a room. Returns its camera and what it is.

    A rich one has more and larger lamps, leaves close behind its windows, and is more often seen from close by.
    """
    public = random.random() < 0.13
    use = random.choice(["hall", "office", "living"]) if public else random.choice(USES)
    size = size_of(random, use, public)
    width, depth, height = size
    windowless = random.random() < 0.12
    share = 0.0 if windowless else random.choice([0.5, 0.8, 0.95, 1.0])
    openings = {
        "back": cut(random, width, height, share, public),
        "left": cut(random, depth, height, share * 0.8, public),
        "right": cut(random, depth, height, share * 0.8, public),
        "front": cut(random, width, height, share * 0.3, public),
    }
    walls = {name: Wall(name, width, depth) for name in openings}
    through = opening_to_next(random, openings, walls, size)
    paint = wall_paints(random, paints, use)
    for name, wall in walls.items():
        material, kind = paint[name]
        build_wall(build, wall, openings[name] + [o for n, o in through if n == name], height, material, kind)
        glaze(random, build, paints, wall, openings[name])
    build.box((-THICK, -THICK, -0.2), (width + THICK, depth + THICK, 0), floor_paint(random, paints, use), "floor")
    sloped = ceiling(random, build, paints, size, paint)
    trims(random, build, paints, walls, openings)
    for name, opening in through:
        next_room(random, build, paints, walls[name], opening, height)
    if public:
        columns(random, build, paints, size)
    furnish(random, build, paints, walls, size, use)
    lit = lamps(random, build, paints, size, use)
    if rich and random.random() < 0.8:
        large_lamps(random, build, paints, walls, size)
        lit = True
    surroundings(random, build, paints, width, depth)
    if rich:
        close_greenery(random, build, paints, width, depth)
    night = random.random() < (0.25 if rich else 0.1)
    seen = any(openings.values())
    set_world(random, random.choice([0.7, 2, 5, 10]) if seen else 1.0, environments, night)
    if random.random() < 0.5 or not (lit or seen) or (night and not lit):
        fill_light(random, size)
    light = "night" if night else "mixed" if lit and seen else "lamps" if lit or not seen else "daylight"
    detail = random.random() < (0.2 if rich else 0.06)
    view = close_view(random, size) if detail else wide_view(random, size, sloped)
    kind = "detail" if detail else "hall_public" if public else "room"
    return view, dict(kind=kind, light=light)


def size_of(random, use, public):
    """Width, depth and height in metres."""
    if public:
        return random.uniform(3, 16), random.uniform(8, 24), random.uniform(2.6, 7)
    if use == "bath":
        return random.uniform(1.8, 3.5), random.uniform(2.4, 4.5), random.uniform(2.3, 2.8)
    if use == "hall":
        return random.uniform(1.2, 2.8), random.uniform(4, 10), random.uniform(2.3, 3)
    return random.uniform(2.6, 8.5), random.uniform(3.5, 9), random.choice([2.4, 2.5, 2.6, 2.8, 3.2, 4.0])


def cut(random, length, height, share, public):
    """Windows of one wall: (from, to, sill, lintel)."""
    found, u = [], random.uniform(0.15, 1.0)
    low = random.choice([0.04, 0.5, 0.8, 0.9, 1.1])
    top = min(height - 0.12, low + random.uniform(0.8, 1.7) if low > 0.1 else random.uniform(2.0, 2.5))
    if public and random.random() < 0.5:
        low, top = random.uniform(0.05, 1.0), height - random.uniform(0.1, 1.0)
    wide, gap = random.uniform(0.6, 2.6), random.uniform(0.1, 1.4)
    while u < length - 0.7 and random.random() < share:
        end = min(u + wide, length - 0.15)
        if end - u > 0.45:
            found.append((u, end, low, top))
        u = end + gap
        if random.random() < 0.25:
            low, top = 0.03, min(height - 0.12, random.uniform(2.0, 2.4))
    return found


def opening_to_next(random, openings, walls, size):
    """A wide opening to a second room, where a wall has a place for it."""
    if random.random() > 0.3:
        return []
    name = random.choice(["back", "left", "right"])
    wide = random.uniform(0.9, min(3.0, walls[name].length * 0.6))
    for a, b, *_ in openings[name]:
        walls[name].taken.append((a, b))
    u = walls[name].free(random, wide)
    return [] if u is None else [(name, (u, u + wide, 0.0, min(size[2] - 0.1, random.uniform(2.0, 2.5))))]


def wall_paints(random, paints, use):
    """Material and class of every wall; one may differ."""
    first = one_paint(random, paints, use)
    found = {name: first("x" if name in ("back", "front") else "y") for name in ("back", "left", "right", "front")}
    if random.random() < 0.3:
        name = random.choice(list(found))
        found[name] = one_paint(random, paints, "accent")("x" if name in ("back", "front") else "y")
    return found


def one_paint(random, paints, use):
    """A paint for walls along either axis."""
    pick = random.random() + (0.25 if use == "accent" else 0)
    if use == "bath" and random.random() < 0.7:
        colour = random.choice([paints.grey(0.35, 0.85), paints.hue((0.1, 0.4), (0.3, 0.8))])
        size = (random.uniform(0.1, 0.6), random.uniform(0.1, 0.3))
        return lambda along: (paints.blocks(colour, paints.grey(0.3, 0.85), size, 0.15, 0.08, 0.2, along), "wall")
    if pick < 0.62:
        plain = paints.mottled(paints.grey(0.55, 0.88), random.choice([0, 0.02, 0.05]), random.uniform(1, 30), 0.85)
        return lambda along: (plain, "wall")
    if pick < 0.72:
        plain = paints.mottled(paints.grey(0.2, 0.6, 0.08), 0.03, random.uniform(1, 30), 0.85)
        return lambda along: (plain, "wall")
    if pick < 0.88:
        plain = paints.mottled(paints.hue((0.2, 0.75), (0.1, 0.8)), 0.03, random.uniform(1, 30), 0.85)
        return lambda along: (plain, "painted")
    if pick < 0.94:
        hue = paints.hue((0.05, 0.4), (0.3, 0.8))
        paper = paints.stripes(hue, [c * 0.8 for c in hue], random.uniform(2, 12))
        return lambda along: (paper, "painted")
    brick = random.choice([(0.35, 0.13, 0.08), (0.75, 0.73, 0.7), (0.4, 0.25, 0.15)])
    if pick < 1.08:
        return lambda along: (paints.blocks(brick, paints.grey(0.3, 0.7), (0.24, 0.08), 0.9, 0.4, 0.4, along), "painted")
    board = random.choice(WOODS)
    return lambda along: (paints.blocks(board, [c * 0.4 for c in board], (0.12, 4.0), 0.5, 0.15, 0.2, along), "painted")


def floor_paint(random, paints, use):
    """Planks, tiles, carpet or stone."""
    pick = random.random() + (0.4 if use == "bath" else 0)
    if pick < 0.5:
        wood = random.choice(WOODS)
        size = (random.uniform(0.8, 2.0), random.uniform(0.07, 0.2))
        return paints.blocks(wood, [c * 0.5 for c in wood], size, random.uniform(0.12, 0.5), 0.3, 0.05, None, 0.003)
    if pick < 0.62:
        return paints.mottled(random.choice([paints.grey(0.15, 0.7, 0.1), paints.hue((0.1, 0.5), (0.1, 0.6))]), 0.2, 80, 1.0)
    if pick < 0.9:
        side = random.uniform(0.2, 0.8)
        return paints.blocks(paints.grey(0.1, 0.8, 0.1), paints.grey(0.1, 0.6), (side, side), random.uniform(0.05, 0.5), 0.1, 0.05)
    return paints.mottled(paints.grey(0.2, 0.8), 0.25, random.uniform(1, 5), random.uniform(0.05, 0.3))


def build_wall(build, wall, holes, height, material, kind):
    """A wall with holes (from, to, low, high)."""

    def piece(u0, u1, z0, z1):
        if u1 - u0 > 0.005 and z1 - z0 > 0.005:
            wall.box(build, (u0, u1), (-THICK, 0), (z0, z1), material, kind)

    at = -THICK
    for u0, u1, z0, z1 in sorted(holes):
        piece(at, u0, 0, height)
        piece(u0, u1, 0, z0)
        piece(u0, u1, z1, height)
        at = u1
    piece(at, wall.length + THICK, 0, height)


def glaze(random, build, paints, wall, openings):
    """Frames, bars, sills, curtains, blinds."""
    frame = paints.plain(random.choice([(0.8, 0.8, 0.8), (0.8, 0.78, 0.72), (0.04, 0.04, 0.04), random.choice(WOODS)]), 0.4)
    thick, back = random.uniform(0.03, 0.09), random.uniform(0.05, 0.16)
    bars, cross = random.choice([0, 0, 1, 1, 2, 3]), random.choice([0, 0, 0, 1, 2])
    kind = "other" if thick > 0.06 else "window"
    dress = random.random()
    cloth = paints.cloth(paints.grey(0.7, 0.95) if random.random() < 0.7 else paints.hue((0.1, 0.6), (0.2, 0.8)), random.uniform(0.35, 0.95))
    heavy, slat = paints.mottled(paints.any_colour(), 0.1, 20, 1.0), paints.plain(paints.grey(0.5, 0.9), 0.5)
    for u0, u1, z0, z1 in openings:
        wall.taken.append((u0, u1))
        portal(wall, (u0, u1), (z0, z1))
        depth = (-back - 0.04, -back)
        for a, b in ((u0, u0 + thick), (u1 - thick, u1)):
            wall.box(build, (a, b), depth, (z0, z1), frame, kind)
        for a, b in ((z0, z0 + thick), (z1 - thick, z1)):
            wall.box(build, (u0, u1), depth, (a, b), frame, kind)
        for i in range(bars):
            u = u0 + (u1 - u0) * (i + 1) / (bars + 1)
            wall.box(build, (u - 0.02, u + 0.02), depth, (z0, z1), frame, "window")
        for i in range(cross):
            z = z0 + (z1 - z0) * (i + 1) / (cross + 1)
            wall.box(build, (u0, u1), depth, (z - 0.012, z + 0.012), frame, "window")
        if z0 > 0.2 and random.random() < 0.7:
            wall.box(build, (u0 - 0.04, u1 + 0.04), (-0.02, 0.1), (z0 - 0.04, z0), frame, "other")
        if dress < 0.18:
            over = random.uniform(0, 0.2)
            wall.box(build, (u0 - over, u1 + over), (0.04, 0.045), (random.choice([0.03, z0]), z1 + 0.1), cloth, "window")
        elif dress < 0.28:
            wall.box(build, (u0, u1), (-0.03, -0.026), (z0 + (z1 - z0) * random.uniform(0, 0.8), z1), cloth, "window")
        elif dress < 0.38:
            z, end, step = z1, z0 + (z1 - z0) * random.uniform(0, 0.7), random.uniform(0.03, 0.06)
            while z > end:
                wall.box(build, (u0, u1), (-0.04, -0.005), (z - 0.004, z), slat, "window")
                z -= step
        if random.random() < 0.35 and dress > 0.1:
            hang(random, build, wall, (u0, u1, z1), heavy)


def portal(wall, u, z):
    """Tells the renderer that light comes in through here: less grain from the same samples."""
    light = bpy.data.lights.new("portal", "AREA")
    light.shape = "RECTANGLE"
    light.cycles.is_portal = True
    thing = bpy.data.objects.new("portal", light)
    across, up, middle, height = u[1] - u[0], z[1] - z[0], (u[0] + u[1]) / 2, (z[0] + z[1]) / 2
    along_x = wall.name in ("back", "front")
    light.size, light.size_y = (across, up) if along_x else (up, across)
    outside = THICK / 2
    thing.location = {
        "back": (middle, wall.depth + outside, height),
        "front": (middle, -outside, height),
        "left": (-outside, middle, height),
        "right": (wall.width + outside, middle, height),
    }[wall.name]
    quarter = math.pi / 2
    thing.rotation_euler = {
        "back": (-quarter, 0, 0),
        "front": (quarter, 0, 0),
        "left": (0, -quarter, 0),
        "right": (0, quarter, 0),
    }[wall.name]
    bpy.context.collection.objects.link(thing)


def hang(random, build, wall, span, cloth):
    """Heavy curtains on both sides, in folds."""
    u0, u1, top = span
    wide = random.uniform(0.15, 0.45)
    for start in (u0 - wide, u1):
        for i in range(int(wide / 0.07)):
            u, into = start + 0.07 * i, 0.06 + 0.03 * (i % 2)
            wall.box(build, (u, u + 0.07), (into, into + 0.03), (0.03, top + 0.12), cloth, "other")


def ceiling(random, build, paints, size, wall_paint):
    """Flat, with beams, coffers or panels, or sloped. Returns whether it slopes."""
    width, depth, height = size
    wood = random.random() < 0.1
    white = paints.mottled(paints.grey(0.6, 0.9), random.choice([0, 0.02]), 5, 0.9)
    paint = paints.blocks(random.choice(WOODS), (0.05, 0.03, 0.02), (4.0, 0.12), 0.5, 0.2) if wood else white
    pick = random.random()
    if pick < 0.14:
        slope(random, build, size, paint, wall_paint)
        return True
    if pick < 0.22:
        paint = paints.blocks(paints.grey(0.6, 0.85), paints.grey(0.4, 0.6), (0.6, 0.6), 0.9, 0.02)
    build.box((-THICK, -THICK, height), (width + THICK, depth + THICK, height + 0.2), paint, "ceiling")
    if 0.22 < pick < 0.36:
        beam = random.choice([paints.wood(), white])
        count, thick = random.randint(2, 8), random.uniform(0.08, 0.25)
        for i in range(count):
            y = depth * (i + 0.5) / count
            build.box((0, y - thick / 2, height - thick), (width, y + thick / 2, height), beam, "ceiling")
    elif pick < 0.5:
        r = random.uniform(0.05, 0.14)
        for low, high in (((0, depth - r), (width, depth)), ((0, 0), (r, depth)), ((width - r, 0), (width, depth))):
            build.box((*low, height - r), (*high, height), white, "ceiling")
    return False


def slope(random, build, size, paint, wall_paint):
    """A ceiling that rises to one side or to the middle."""
    width, depth, height = size
    peak = height + random.uniform(0.5, 2.0)
    t = THICK
    if random.random() < 0.5:
        build.quad([(-t, -t, height), (width + t, -t, peak), (width + t, depth + t, peak), (-t, depth + t, height)], paint, "ceiling")
        material, kind = wall_paint["right"]
        build.box((width, -t, height), (width + t, depth + t, peak), material, kind)
        gables = [[(-t, 0), (width + t, 0), (width + t, peak - height)]]
    else:
        middle = width / 2
        build.quad([(-t, -t, height), (middle, -t, peak), (middle, depth + t, peak), (-t, depth + t, height)], paint, "ceiling")
        build.quad([(width + t, -t, height), (middle, -t, peak), (middle, depth + t, peak), (width + t, depth + t, height)], paint, "ceiling")
        gables = [[(-t, 0), (width + t, 0), (middle, peak - height)]]
    for corners in gables:
        for name, y in (("back", depth), ("front", 0)):
            material, kind = wall_paint[name]
            build.quad([(x, y, height + z) for x, z in corners], material, kind)


def trims(random, build, paints, walls, openings):
    """Skirting boards."""
    if random.random() < 0.3:
        return
    trim, high = random.choice([paints.plain((0.8, 0.8, 0.8), 0.4), paints.wood()]), random.uniform(0.05, 0.16)
    for name, wall in walls.items():
        if all(low > 0.2 for _, _, low, _ in openings[name]):
            wall.box(build, (0, wall.length), (0, 0.015), (0, high), trim, "wall")


def next_room(random, build, paints, wall, opening, height):
    """What an opening shows: floor, ceiling, walls, perhaps a window."""
    u0, u1, _, _ = opening
    a, b, far = u0 - 1.5, u1 + 1.5, random.uniform(2, 5)
    paint = paints.mottled(paints.grey(0.5, 0.85), 0.02, 5)
    wall.box(build, (a, b), (-far, -THICK - 0.01), (-0.2, 0), floor_paint(random, paints, "living"), "floor")
    wall.box(build, (a, b), (-far, -THICK - 0.01), (height, height + 0.2), paint, "ceiling")
    wall.box(build, (a - 0.2, a), (-far, -THICK - 0.01), (0, height), paint, "wall")
    wall.box(build, (b, b + 0.2), (-far, -THICK - 0.01), (0, height), paint, "wall")
    holes = [(a + 0.6, b - 0.6, 0.9, min(2.1, height - 0.2))] if random.random() < 0.6 else []
    at = a
    for start, end, low, high in holes:
        wall.box(build, (at, start), (-far - 0.2, -far), (0, height), paint, "wall")
        wall.box(build, (start, end), (-far - 0.2, -far), (0, low), paint, "wall")
        wall.box(build, (start, end), (-far - 0.2, -far), (high, height), paint, "wall")
        at = end
    wall.box(build, (at, b), (-far - 0.2, -far), (0, height), paint, "wall")


def columns(random, build, paints, size):
    """Columns of a hall."""
    width, depth, height = size
    if random.random() < 0.5:
        return
    paint, r = paints.mottled(paints.grey(0.3, 0.85), 0.05, 4), random.uniform(0.15, 0.4)
    for i in range(4):
        for x in (width * 0.2, width * 0.8):
            build.cylinder((x, depth * (i + 0.5) / 4), r, 0, height, paint, "wall")


def fill_light(random, size):
    """A soft light under the ceiling, as a flash against it gives."""
    light = bpy.data.lights.new("fill", "AREA")
    light.energy = random.uniform(3, 25) * size[0] * size[1] / 10
    light.size = 2
    thing = bpy.data.objects.new("fill", light)
    thing.location = (size[0] / 2, size[1] * 0.3, size[2] - 0.06)
    bpy.context.collection.objects.link(thing)


def wide_view(random, size, sloped):
    """A photographer's view: from near a wall or a corner, nearly level."""
    width, depth, _ = size
    x, y = random.uniform(0.3, width - 0.3), random.uniform(0.15, min(1.3, depth * 0.25))
    target = random.uniform(0.05, 0.95) * width
    yaw = -math.degrees(math.atan2(target - x, depth - y)) * random.uniform(0.3, 1.1)
    pitch = random.gauss(-1, 4) + (random.uniform(0, 10) if sloped else 0)
    return dict(place=(x, y, random.uniform(0.8, 1.75)), pitch=pitch, yaw=yaw, field=random.uniform(55, 105))


def close_view(random, size):
    """A view of a part: long lens, from anywhere."""
    width, depth, _ = size
    place = (random.uniform(0.3, width - 0.3), random.uniform(0.2, depth * 0.6), random.uniform(0.6, 1.7))
    return dict(place=place, pitch=random.gauss(-8, 10), yaw=random.gauss(0, 35), field=random.uniform(20, 45))
