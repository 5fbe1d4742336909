"""What stands, hangs and lies in rooms. Everything is `other`, save plants, rugs and lamps that are lit."""
import math

from outdoors import bush


class Wall:
    """One wall of a room: a place u along it, a depth into the room and a height become a point."""

    def __init__(self, name, width, depth):
        self.name = name
        self.length = width if name in ("back", "front") else depth
        self.width, self.depth = width, depth
        self.taken = []

    def box(self, build, u, into, z, material, kind):
        """A box over the ranges u, into and z (pairs)."""
        (u0, u1), (d0, d1), (z0, z1) = u, into, z
        corners = {
            "back": ((u0, self.depth - d1), (u1, self.depth - d0)),
            "front": ((u0, d0), (u1, d1)),
            "left": ((d0, u0), (d1, u1)),
            "right": ((self.width - d1, u0), (self.width - d0, u1)),
        }[self.name]
        (x0, y0), (x1, y1) = corners
        build.box((x0, y0, z0), (x1, y1, z1), material, kind)

    def free(self, random, length, margin=0.05, tries=8):
        """A start for something of that length that covers nothing yet; None where there is none."""
        for _ in range(tries):
            u = random.uniform(0, max(0.0, self.length - length))
            if u + length <= self.length and all(u + length + margin < a or u > b + margin for a, b in self.taken):
                self.taken.append((u, u + length))
                return u
        return None


def furnish(random, build, paints, walls, size, use):
    """Fills a room of (width, depth, height) by its use."""
    floor_things(random, build, paints, size, use)
    for wall in walls.values():
        for _ in range(random.randint(0, 4)):
            random.choice(wall_things(use))(random, build, paints, wall, size[2])
    for _ in range(random.choice([0, 0, 1, 1, 2])):
        x, y = random.uniform(0.4, size[0] - 0.4), random.uniform(1.6, size[1] - 0.3)
        potted(random, build, paints, x, y)


def wall_things(use):
    """What may stand along walls."""
    common = [cabinet, picture, picture, door, mirror, shelf, screen, radiator]
    return {
        "kitchen": [kitchen, kitchen, kitchen, cabinet, fridge, shelf, door, picture],
        "bath": [basin, basin, bath, mirror, radiator, cabinet, door],
        "office": [shelf, shelf, desk, desk, picture, cabinet, screen, door],
        "hall": [door, picture, cabinet, radiator, door, bench],
        "attic": [cabinet, bench, door],
    }.get(use, common)


def floor_things(random, build, paints, size, use):
    """What stands in the middle."""
    width, depth, _ = size
    if random.random() < 0.45 and use not in ("kitchen", "bath"):
        x, y = random.uniform(1, width - 1), random.uniform(1.5, depth - 1)
        half = (random.uniform(0.6, 1.6), random.uniform(0.5, 1.3))
        rug = paints.mottled(paints.hue((0, 0.6), (0.1, 0.8)), 0.3, random.uniform(3, 60), 1.0)
        build.box((x - half[0], y - half[1], 0), (x + half[0], y + half[1], 0.015), rug, "floor")
    things = {
        "living": [sofa, sofa, armchair, low_table, low_table, dining],
        "bedroom": [bed, bed, armchair, low_table],
        "dining": [dining, dining, armchair],
        "kitchen": [island, dining],
        "office": [table, armchair, table],
        "bath": [],
        "hall": [armchair],
    }.get(use, [sofa, dining, low_table])
    for _ in range(random.randint(1, 5) if things else 0):
        x, y = random.uniform(0.6, width - 0.6), random.uniform(1.8, depth - 0.6)
        random.choice(things)(random, build, paints, x, y)


def sofa(random, build, paints, x, y, width=None):
    """Seat, back, arms, cushions."""
    w, d = width or random.uniform(1.4, 2.6), random.uniform(0.8, 1.0)
    cloth = paints.mottled(random.choice([paints.hue((0, 0.5), (0.05, 0.7)), paints.grey(0.1, 0.8)]), 0.1, 60, 1.0)
    back = random.choice([1, 1, -1])
    build.cushion((x - w / 2, y - d / 2, 0.1), (x + w / 2, y + d / 2, 0.45), cloth, "other", 0, 0.25)
    edge = y + back * d / 2
    build.cushion((x - w / 2, edge - 0.13, 0.1), (x + w / 2, edge + 0.13, random.uniform(0.7, 0.95)), cloth, "other", 0, 0.25)
    for side in (-1, 1):
        u = x + side * w / 2
        build.cushion((u - 0.1, y - d / 2, 0.1), (u + 0.1, y + d / 2, 0.62), cloth, "other", 0, 0.25)
    for _ in range(random.randint(0, 4)):
        u, pillow = x + random.uniform(-0.4, 0.4) * w, paints.any()
        build.cushion((u - 0.22, edge - 0.35, 0.42), (u + 0.22, edge - 0.15, 0.82), pillow, "other")


def armchair(random, build, paints, x, y):
    """A narrow sofa."""
    sofa(random, build, paints, x, y, random.uniform(0.7, 0.9))


def table(random, build, paints, x, y, high=None, top=None):
    """A top on four legs, with things on it."""
    w, d = random.uniform(0.7, 2.0), random.uniform(0.5, 1.0)
    h = high or random.uniform(0.7, 0.78)
    wood = top or paints.any()
    leg = paints.any()
    build.box((x - w / 2, y - d / 2, h - 0.04), (x + w / 2, y + d / 2, h), wood, "other")
    for sx in (-1, 1):
        for sy in (-1, 1):
            u, v = x + sx * (w / 2 - 0.06), y + sy * (d / 2 - 0.06)
            build.box((u - 0.025, v - 0.025, 0), (u + 0.025, v + 0.025, h - 0.04), leg, "other")
    clutter(random, build, paints, (x - w / 2, x + w / 2), (y - d / 2, y + d / 2), h, random.randint(0, 6))
    return w, d


def low_table(random, build, paints, x, y):
    """A coffee table."""
    table(random, build, paints, x, y, random.uniform(0.3, 0.5))


def dining(random, build, paints, x, y):
    """A table with chairs."""
    w, d = table(random, build, paints, x, y)
    seat = paints.any()
    for i in range(random.randint(2, 6)):
        side = -1 if i % 2 else 1
        chair(build, x + random.uniform(-0.4, 0.4) * w, y + side * (d / 2 + 0.25), side, seat)


def chair(build, x, y, back, seat):
    """Seat, back and legs."""
    build.box((x - 0.21, y - 0.21, 0.42), (x + 0.21, y + 0.21, 0.47), seat, "other")
    edge = y + back * 0.19
    build.box((x - 0.21, edge - 0.02, 0.47), (x + 0.21, edge + 0.02, 0.95), seat, "other")
    for dx in (-0.19, 0.19):
        for dy in (-0.19, 0.19):
            build.box((x + dx - 0.015, y + dy - 0.015, 0), (x + dx + 0.015, y + dy + 0.015, 0.42), seat, "other")


def bed(random, build, paints, x, y):
    """Frame, mattress, cover, pillows, headboard."""
    w, length = random.uniform(0.9, 1.9), 2.0
    build.box((x - w / 2, y - length / 2, 0.05), (x + w / 2, y + length / 2, 0.3), paints.any(), "other")
    white = paints.mottled(paints.grey(0.6, 0.9), 0.05, 20, 1.0)
    build.cushion((x - w / 2, y - length / 2, 0.25), (x + w / 2, y + length / 2, 0.58), white, "other", 0, 0.2)
    cover = paints.mottled(paints.hue((0, 0.6), (0.1, 0.9)), 0.15, 30, 1.0)
    build.cushion((x - w / 2 - 0.05, y - length / 2 - 0.05, 0.3), (x + w / 2 + 0.05, y + 0.4, 0.63), cover, "other", 0, 0.2)
    head = y + length / 2
    build.box((x - w / 2, head, 0), (x + w / 2, head + 0.08, random.uniform(0.8, 1.3)), paints.any(), "other")
    for side in (-1, 1):
        u = x + side * w / 4
        build.cushion((u - 0.3, head - 0.5, 0.55), (u + 0.3, head - 0.05, 0.78), white, "other")


def island(random, build, paints, x, y):
    """A kitchen's island with stools."""
    w, d = random.uniform(1.2, 2.6), random.uniform(0.6, 1.1)
    build.box((x - w / 2, y - d / 2, 0), (x + w / 2, y + d / 2, 0.88), paints.any(), "other")
    top = paints.cells(paints.grey(0.05, 0.8), paints.grey(0.1, 0.9), random.uniform(2, 10), 0.15)
    build.box((x - w / 2 - 0.05, y - d / 2 - 0.2, 0.88), (x + w / 2 + 0.05, y + d / 2 + 0.05, 0.92), top, "other")
    seat = paints.any()
    for i in range(random.randint(0, 4)):
        u = x - w / 2 + (i + 0.5) * w / 4
        build.cylinder((u, y - d / 2 - 0.35), 0.17, 0.62, 0.67, seat, "other")
        build.cylinder((u, y - d / 2 - 0.35), 0.03, 0, 0.62, seat, "other", sides=6)
    clutter(random, build, paints, (x - w / 2, x + w / 2), (y - d / 2, y + d / 2), 0.92, random.randint(0, 5))


def clutter(random, build, paints, u, v, z, count):
    """Small things on a surface: bottles, bowls, books, vases with flowers."""
    for _ in range(count):
        x, y, pick = random.uniform(*u), random.uniform(*v), random.random()
        if pick < 0.4:
            r, h = random.uniform(0.03, 0.09), random.uniform(0.05, 0.35)
            build.cylinder((x, y), r, z, z + h, paints.any(), "other", r * random.uniform(0.4, 1.3), 10)
        elif pick < 0.75:
            w, h = random.uniform(0.05, 0.25), random.uniform(0.02, 0.2)
            build.box((x - w / 2, y - w / 3, z), (x + w / 2, y + w / 3, z + h), paints.any(), "other", random.uniform(0, 3))
        else:
            build.cylinder((x, y), 0.05, z, z + 0.2, paints.any(), "other", 0.07, 10)
            bush(random, build, paints, x, y, z + 0.25, random.uniform(0.1, 0.2), "plant")


def potted(random, build, paints, x, y):
    """A plant in a pot."""
    pot, size = random.uniform(0.2, 0.45), random.uniform(0.2, 0.45)
    build.cylinder((x, y), 0.14, 0, pot, paints.any(), "other", 0.2)
    bush(random, build, paints, x, y, pot + random.uniform(0.1, 0.5), size, "plant")


def cabinet(random, build, paints, wall, height):
    """Fronts in columns and rows, with handles."""
    w, d = random.uniform(0.5, 2.6), random.uniform(0.3, 0.62)
    h = random.choice([random.uniform(0.4, 1.1), random.uniform(1.7, min(2.5, height - 0.1))])
    u = wall.free(random, w)
    if u is None:
        return
    front = paints.any()
    wall.box(build, (u, u + w), (0, d), (0.05, h), front, "other")
    fronts(random, build, paints, wall, (u, w), d, (0.1, h - 0.04), front)


def fronts(random, build, paints, wall, span, depth, z, front):
    """Doors and drawers as panels with gaps and handles."""
    (u, w), (z0, z1) = span, z
    columns, rows = max(1, round(w / 0.5)), random.choice([1, 1, 2, 3])
    handle = paints.plain(paints.grey(0.05, 0.7), 0.2, 1.0)
    for i in range(columns):
        for j in range(rows):
            a, b = u + w * i / columns + 0.006, u + w * (i + 1) / columns - 0.006
            low = z0 + (z1 - z0) * j / rows + 0.006
            high = z0 + (z1 - z0) * (j + 1) / rows - 0.006
            wall.box(build, (a, b), (depth, depth + 0.018), (low, high), front, "other")
            middle = (a + b) / 2
            wall.box(build, (middle - 0.06, middle + 0.06), (depth + 0.018, depth + 0.04), (high - 0.05, high - 0.035), handle, "other")


def kitchen(random, build, paints, wall, height):
    """Base cabinets, worktop, tiles behind, wall cabinets, hood, hob."""
    w = random.uniform(1.2, min(4.0, wall.length))
    u = wall.free(random, w)
    if u is None:
        return
    front = random.choice([paints.plain(paints.grey(0.4, 0.85), 0.3), paints.any(), paints.plain(paints.hue((0.1, 0.5)), 0.3)])
    wall.box(build, (u, u + w), (0, 0.58), (0, 0.86), front, "other")
    fronts(random, build, paints, wall, (u, w), 0.58, (0.1, 0.84), front)
    wall.box(build, (u, u + w), (0, 0.62), (0.86, 0.9), paints.any(), "other")
    along = "x" if wall.name in ("back", "front") else "y"
    tile = paints.blocks(random.choice([paints.grey(0.4, 0.85), paints.hue((0.1, 0.5), (0.3, 0.8))]), paints.grey(0.3, 0.8), (0.2, 0.1), 0.15, 0.1, 0.2, along)
    wall.box(build, (u, u + w), (0, 0.01), (0.9, 1.45), tile, "wall")
    if random.random() < 0.75:
        part = w * random.uniform(0.4, 1.0)
        wall.box(build, (u, u + part), (0, 0.33), (1.45, min(2.2, height - 0.05)), front, "other")
        fronts(random, build, paints, wall, (u, part), 0.33, (1.47, min(2.18, height - 0.07)), front)
    hob = u + w * random.uniform(0.3, 0.7)
    wall.box(build, (hob - 0.3, hob + 0.3), (0.05, 0.55), (0.9, 0.91), paints.plain((0.01, 0.01, 0.01), 0.05), "other")
    if random.random() < 0.5:
        steel = paints.plain(paints.grey(0.3, 0.7), 0.2, 1.0)
        wall.box(build, (hob - 0.3, hob + 0.3), (0, 0.45), (1.6, 1.75), steel, "other")
        wall.box(build, (hob - 0.12, hob + 0.12), (0, 0.25), (1.75, height), steel, "other")
    if random.random() < 0.6:
        oven = u + random.uniform(0, max(0.01, w - 0.6))
        wall.box(build, (oven, oven + 0.6), (0.58, 0.605), (0.15, 0.72), paints.plain((0.01, 0.01, 0.01), 0.05), "other")


def fridge(random, build, paints, wall, height):
    """A tall box, white or steel."""
    u = wall.free(random, 0.7)
    if u is None:
        return
    skin = random.choice([paints.plain(paints.grey(0.7, 0.9), 0.2), paints.plain(paints.grey(0.3, 0.7), 0.2, 1.0)])
    wall.box(build, (u, u + 0.65), (0, 0.65), (0, random.uniform(1.5, 1.95)), skin, "other")


def shelf(random, build, paints, wall, height):
    """Boards full of books and things."""
    w, h, d = random.uniform(0.6, 2.4), random.uniform(1.0, min(2.4, height - 0.1)), random.uniform(0.22, 0.35)
    u = wall.free(random, w)
    if u is None:
        return
    board, low = paints.any(), random.choice([0, 0, 1.2])
    levels = max(2, int(h / 0.34))
    for j in range(levels + 1):
        z = low + (h - low) * j / levels
        wall.box(build, (u, u + w), (0, d), (z, z + 0.025), board, "other")
        at = u + 0.02
        while j < levels and at < u + w - 0.06:
            thick = random.uniform(0.015, 0.06) if random.random() < 0.8 else random.uniform(0.1, 0.3)
            if random.random() < 0.85:
                top = z + (h - low) / levels * random.uniform(0.45, 0.9)
                wall.box(build, (at, at + thick), (0.02, d - 0.03), (z + 0.025, top), paints.plain(paints.hue((0, 0.8), (0.03, 0.8))), "other")
            at += thick + 0.004
    for end in (u, u + w):
        wall.box(build, (end - 0.012, end + 0.012), (0, d), (low, h), board, "other")


def picture(random, build, paints, wall, height):
    """A framed picture, or several; some are nearly white."""
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        w, h = random.uniform(0.25, 1.4), random.uniform(0.25, 1.0)
        u, z = wall.free(random, w), random.uniform(1.1, 1.6)
        if u is None:
            return
        wall.box(build, (u, u + w), (0, 0.03), (z, z + h), paints.any(), "other")
        paper = paints.plain(paints.grey(0.5, 0.95), 0.1) if random.random() < 0.5 else paints.any()
        b = random.uniform(0.02, 0.05)
        wall.box(build, (u + b, u + w - b), (0.03, 0.034), (z + b, z + h - b), paper, "other")
        if random.random() < 0.6:
            m = min(w, h) * 0.25
            inside = paints.mottled(paints.hue((0, 0.9), (0.05, 0.9)), 0.6, random.uniform(2, 12), 0.3, other=paints.hue())
            wall.box(build, (u + m, u + w - m), (0.034, 0.036), (z + m, z + h - m), inside, "other")


def mirror(random, build, paints, wall, height):
    """A mirror in a frame."""
    w, h = random.uniform(0.4, 1.2), random.uniform(0.5, 1.6)
    u, z = wall.free(random, w), random.uniform(0.5, 1.2)
    if u is None:
        return
    wall.box(build, (u - 0.03, u + w + 0.03), (0, 0.02), (z - 0.03, z + h + 0.03), paints.any(), "other")
    wall.box(build, (u, u + w), (0.02, 0.026), (z, z + h), paints.plain((0.9, 0.9, 0.9), 0.0, 1.0), "other")


def screen(random, build, paints, wall, height):
    """A television on a low cabinet: black, or on."""
    w = random.uniform(0.8, 1.6)
    u = wall.free(random, w + 0.2)
    if u is None:
        return
    low = random.uniform(0.5, 1.1)
    on = random.random() < 0.15
    face = paints.plain(paints.hue((0.1, 0.8), (0.2, 0.8)), 0.1, emission=1.5) if on else paints.plain((0.01, 0.01, 0.012), 0.08)
    wall.box(build, (u, u + w), (0.05, 0.09), (low, low + 0.56 * w), face, "other")
    wall.box(build, (u - 0.1, u + w + 0.1), (0, 0.4), (0.1, 0.45), paints.any(), "other")


def door(random, build, paints, wall, height):
    """A closed door with its frame."""
    u = wall.free(random, 1.0)
    if u is None:
        return
    leaf = random.choice([paints.plain(paints.grey(0.6, 0.9), 0.4), paints.wood(), paints.plain(paints.hue((0.1, 0.5)), 0.4)])
    wall.box(build, (u, u + 1.0), (0, 0.025), (0, 2.12), leaf, "other")
    wall.box(build, (u + 0.08, u + 0.92), (0.02, 0.04), (0, 2.04), leaf, "other")
    panels = random.choice([0, 1, 2])
    for j in range(panels):
        z = 0.2 + j * 1.8 / max(1, panels)
        wall.box(build, (u + 0.2, u + 0.8), (0.04, 0.05), (z, z + 1.6 / panels), leaf, "other")
    wall.box(build, (u + 0.83, u + 0.88), (0.04, 0.09), (1.0, 1.03), paints.plain((0.5, 0.5, 0.5), 0.2, 1.0), "other")


def radiator(random, build, paints, wall, height):
    """A white radiator."""
    w = random.uniform(0.6, 1.6)
    u = wall.free(random, w)
    if u is None:
        return
    white = paints.plain((0.8, 0.8, 0.8), 0.4)
    for i in range(int(w / 0.06)):
        wall.box(build, (u + 0.06 * i, u + 0.06 * i + 0.045), (0.03, 0.11), (0.12, 0.75), white, "other")


def bench(random, build, paints, wall, height):
    """A low bench or chest."""
    w = random.uniform(0.6, 1.8)
    u = wall.free(random, w)
    if u is not None:
        wall.box(build, (u, u + w), (0, 0.42), (0, 0.46), paints.any(), "other")


def desk(random, build, paints, wall, height):
    """A desk with a screen, things and a chair."""
    w = random.uniform(1.0, 2.0)
    u = wall.free(random, w)
    if u is None:
        return
    top, dark = paints.any(), paints.plain((0.01, 0.01, 0.012), 0.1)
    wall.box(build, (u, u + w), (0, 0.7), (0.7, 0.74), top, "other")
    wall.box(build, (u, u + 0.04), (0, 0.7), (0, 0.7), top, "other")
    wall.box(build, (u + w - 0.4, u + w), (0, 0.65), (0, 0.7), top, "other")
    middle = u + w * random.uniform(0.3, 0.7)
    wall.box(build, (middle - 0.3, middle + 0.3), (0.15, 0.19), (0.85, 1.2), dark, "other")
    wall.box(build, (middle - 0.1, middle + 0.1), (0.1, 0.25), (0.74, 0.86), dark, "other")
    for _ in range(random.randint(1, 6)):
        at, wide = random.uniform(u, u + w - 0.2), random.uniform(0.05, 0.25)
        wall.box(build, (at, at + wide), (0.1, 0.3), (0.74, 0.74 + random.uniform(0.02, 0.25)), paints.any(), "other")
    wall.box(build, (middle - 0.25, middle + 0.25), (0.75, 1.2), (0.42, 0.5), paints.any(), "other")
    wall.box(build, (middle - 0.22, middle + 0.22), (1.15, 1.22), (0.55, 1.05), paints.any(), "other")


def basin(random, build, paints, wall, height):
    """A washbasin on a cabinet, a mirror above."""
    w = random.uniform(0.5, 1.2)
    u = wall.free(random, w)
    if u is None:
        return
    wall.box(build, (u, u + w), (0, 0.45), (0.3, 0.78), paints.any(), "other")
    wall.box(build, (u - 0.02, u + w + 0.02), (0, 0.48), (0.78, 0.88), paints.plain((0.85, 0.85, 0.85), 0.1), "other")
    wall.box(build, (u, u + w), (0, 0.02), (1.1, 1.9), paints.plain((0.9, 0.9, 0.9), 0.0, 1.0), "other")


def bath(random, build, paints, wall, height):
    """A bathtub."""
    u = wall.free(random, 1.7)
    if u is None:
        return
    white = paints.plain((0.85, 0.85, 0.85), 0.1)
    wall.box(build, (u, u + 1.7), (0, 0.72), (0, 0.5), white, "other")
    wall.box(build, (u + 0.08, u + 1.62), (0.08, 0.64), (0.5, 0.505), paints.plain((0.5, 0.5, 0.5), 0.1), "other")


def lamps(random, build, paints, size, use):
    """Lamps, alight or not. Returns whether they are."""
    width, depth, height = size
    on = random.random() < 0.65
    warmth = random.random() ** 0.7
    colour = (1.0, 0.95 - 0.35 * warmth, 0.9 - 0.7 * warmth)
    shine = paints.plain(colour, 0.5, emission=random.choice([4, 12, 30, 80])) if on else paints.plain((0.8, 0.8, 0.76), 0.5)
    kind = "lamp" if on else "other"
    for _ in range(random.randint(1, 2)):
        pick = random.random()
        if pick < 0.3:
            rows, columns = random.randint(1, 3), random.randint(1, 3)
            for i in range(rows):
                for j in range(columns):
                    at = (width * (i + 0.5) / rows, depth * (j + 0.5) / columns)
                    build.cylinder(at, random.uniform(0.04, 0.07), height - 0.012, height - 0.002, shine, kind)
        elif pick < 0.5:
            pendants(random, build, paints, size, shine, kind)
        elif pick < 0.62:
            at = (random.uniform(0.3, 0.7) * width, random.uniform(0.3, 0.8) * depth)
            build.ball((*at, height - 0.04), random.uniform(0.15, 0.28), shine, kind, 0.4)
        elif pick < 0.75 and use in ("office", "hall", "kitchen"):
            for j in range(random.randint(1, 5)):
                y = depth * (j + 0.5) / 5
                build.box((width * 0.3, y - 0.08, height - 0.04), (width * 0.7, y + 0.08, height - 0.005), shine, kind)
        else:
            standing(random, build, paints, size, colour, on)
    return on


def pendants(random, build, paints, size, shine, kind):
    """Lamps on cords, in a row."""
    width, depth, height = size
    x, y = random.uniform(0.3, 0.7) * width, random.uniform(0.3, 0.8) * depth
    low, cord, shade = height - random.uniform(0.3, 1.2), paints.plain((0.03, 0.03, 0.03)), paints.any()
    for i in range(random.choice([1, 1, 2, 3])):
        at, r = (x + 0.6 * i, y), random.uniform(0.08, 0.22)
        build.cylinder(at, 0.006, low, height, cord, "other", sides=5)
        if random.random() < 0.5:
            build.ball((*at, low), r, shine, kind, random.uniform(0.5, 1))
        else:
            build.cylinder(at, r, low - 0.1, low + 0.1, shade, "other", 0.4 * r)
            build.cylinder(at, 0.8 * r, low - 0.105, low - 0.1, shine, kind)


def standing(random, build, paints, size, colour, on):
    """A lamp with a shade on a table or a foot."""
    width, depth, _ = size
    x, y = random.uniform(0.3, width - 0.3), random.uniform(depth * 0.4, depth - 0.3)
    low, r = random.uniform(0.8, 1.5), random.uniform(0.1, 0.22)
    emission = random.choice([1, 3, 8]) if on else 0
    shade = paints.plain(tuple(0.95 * c for c in colour), 0.8, emission=emission)
    build.cylinder((x, y), r, low, low + random.uniform(0.18, 0.32), shade, "lamp" if on else "other", 0.75 * r)
    build.cylinder((x, y), 0.012, 0, low, paints.plain((0.1, 0.1, 0.1), 0.3), "other", sides=6)
    build.cylinder((x, y), 0.12, 0, 0.02, paints.plain((0.1, 0.1, 0.1), 0.3), "other")


def large_lamps(random, build, paints, walls, size):
    """Lamps that are alight and large in the picture: chandeliers, globes, shades on tables and feet, lamps on walls."""
    width, depth, height = size
    warmth = random.random() ** 0.7
    colour = (1.0, 0.95 - 0.35 * warmth, 0.9 - 0.7 * warmth)
    shine = paints.plain(colour, 0.5, emission=random.choice([2, 4, 12, 30]))
    dark = paints.plain(paints.grey(0.02, 0.3), 0.3, random.choice([0, 1]))
    for _ in range(random.randint(1, 3)):
        x, y = random.uniform(0.2, 0.8) * width, random.uniform(0.35, 0.9) * depth
        pick = random.random()
        if pick < 0.25:
            low, reach = height - random.uniform(0.5, 1.3), random.uniform(0.25, 0.6)
            build.cylinder((x, y), 0.015, low, height, dark, "other", sides=6)
            for arm in range(random.randint(3, 8)):
                angle = arm * 0.9
                at = (x + reach * math.cos(angle), y + reach * math.sin(angle))
                build.ball((*at, low + 0.08), random.uniform(0.05, 0.12), shine, "lamp")
        elif pick < 0.45:
            r, low = random.uniform(0.2, 0.45), height - random.uniform(0.5, 1.4)
            build.cylinder((x, y), 0.008, low, height, dark, "other", sides=5)
            build.ball((x, y, low), r, shine, "lamp", random.uniform(0.4, 1))
        elif pick < 0.65:
            r, low = random.uniform(0.18, 0.35), random.choice([0.45, 0.9, 1.4])
            build.cylinder((x, y), 0.02, 0, low, dark, "other", sides=6)
            build.cylinder((x, y), r, low, low + r * random.uniform(1, 1.8), shine, "lamp", r * random.uniform(0.5, 1))
        elif pick < 0.85:
            wall = random.choice(list(walls.values()))
            u, low, r = random.uniform(0.3, wall.length - 0.3), random.uniform(1.3, 1.9), random.uniform(0.08, 0.2)
            wall.box(build, (u - r, u + r), (0.03, 0.03 + r), (low, low + random.uniform(1, 2.5) * r), shine, "lamp")
        else:
            side = random.uniform(0.15, 0.5)
            build.box((x - side, y - side, height - 0.09), (x + side, y + side, height - 0.01), shine, "lamp")
