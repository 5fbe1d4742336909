"""Houses, gardens, streets and landscapes as pictures of their own."""
import math

from outdoors import bush, gable, ground_paint, house, set_world, tree


def exterior(random, build, paints, environments):
    """Builds an exterior. Returns its camera and what it is."""
    night = random.random() < 0.2
    landscape = random.random() < 0.12
    build.box((-90, -30, -0.4), (90, 120, 0), ground_paint(random, paints), "ground")
    if landscape:
        hills(random, build, paints)
    elif random.random() < 0.25:
        street(random, build, paints, night)
    else:
        garden(random, build, paints, night)
    strength = random.uniform(0.3, 1.5) if night else random.choice([0.6, 1.0, 2.0])
    set_world(random, strength, environments, night)
    kind = "other" if landscape else "exterior_dusk_night" if night else "exterior_day"
    where = (random.uniform(-4, 4), random.uniform(-5, 1), random.choice([1.5, 1.5, 2.5, 6]))
    pitch = random.gauss(2, 4) - (8 if where[2] > 4 else 0)
    view = dict(place=where, pitch=pitch, yaw=random.gauss(0, 12), field=random.uniform(45, 90))
    return view, dict(kind=kind, light="night" if night else "daylight")


def garden(random, build, paints, night):
    """One to three houses with a garden before them."""
    lit = random.uniform(0.3, 0.9) if night else 0.0
    for _ in range(random.randint(1, 3)):
        size = (random.uniform(6, 16), random.uniform(5, 9), random.uniform(2.7, 8))
        low = (random.uniform(-7, 7) - size[0] / 2, random.choice([6, 7, 9, 12, 18]), 0)
        house(random, build, paints, low, size, "facade", lit=lit)
        if random.random() < 0.35:
            wing = (random.uniform(3, 5), 5, 2.6)
            house(random, build, paints, (low[0] - wing[0], low[1] - 1, 0), wing, "facade", lit=lit)
        if random.random() < 0.25:
            veranda(random, build, paints, low, size)
    for _ in range(random.randint(0, 5)):
        tree(random, build, paints, random.uniform(-16, 16), random.uniform(5, 30), 0, random.uniform(1.5, 4.5), "plant")
    for _ in range(random.randint(0, 10)):
        bush(random, build, paints, random.uniform(-9, 9), random.uniform(2.5, 12), 0, random.uniform(0.3, 1.2), "plant")
    if random.random() < 0.5:
        build.box((-1.5, -4, 0), (random.uniform(0, 3), 12, 0.02), ground_paint(random, paints), "ground")
    if random.random() < 0.2:
        build.box((-6, 3, 0), (random.uniform(-1, 4), 7, 0.03), paints.plain((0.05, 0.35, 0.5), 0.05), "ground")
    if random.random() < 0.3:
        fence = paints.plain(random.choice([(0.7, 0.7, 0.7), (0.2, 0.12, 0.06), (0.05, 0.05, 0.05)]))
        line, high = random.uniform(3, 7), random.uniform(0.8, 1.8)
        for i in range(40):
            build.box((-12 + 0.6 * i, line, 0), (-12 + 0.6 * i + 0.12, line + 0.04, high), fence, "other")
    if random.random() < 0.25:
        car(random, build, paints, random.uniform(-5, 3), random.uniform(3, 7))


def veranda(random, build, paints, low, size):
    """A roof on posts before a house."""
    (x, y, _), (width, _, _) = low, size
    paint = paints.plain(paints.grey(0.1, 0.85))
    gable(random, build, paints, (x, y - 2.5, 2.4), (width, 2.5, 0.1), "facade")
    for i in range(4):
        build.box((x + width * i / 3, y - 2.5, 0), (x + width * i / 3 + 0.15, y - 2.35, 2.45), paint, "facade")


def street(random, build, paints, night):
    """A street between rows of houses."""
    lit = random.uniform(0.2, 0.8) if night else 0.0
    half = random.uniform(3, 8)
    build.box((-half, -20, 0), (half, 90, 0.02), paints.mottled(paints.grey(0.04, 0.3), 0.2, 20), "ground")
    for side in (-1, 1):
        y = 4.0
        while y < 50:
            length, height = random.uniform(5, 12), random.uniform(5, 16)
            x = half + random.uniform(1, 3)
            low = (x, y, 0) if side > 0 else (-x - 8, y, 0)
            house(random, build, paints, low, (8, length, height), "facade", lit=lit)
            panes(random, build, paints, side * x, y, length, height, lit)
            y += length + random.choice([0, 0, 2])
        for _ in range(random.randint(0, 3)):
            tree(random, build, paints, side * (half + 0.6), random.uniform(4, 30), 0, random.uniform(1.5, 3), "plant")
    if random.random() < 0.6:
        house(random, build, paints, (-12, 52, 0), (24, 8, random.uniform(6, 15)), "facade", lit=lit)
    for _ in range(random.randint(0, 5)):
        car(random, build, paints, random.choice([-1, 1]) * (half - 1.5), random.uniform(4, 25))


def panes(random, build, paints, x, y, length, height, lit):
    """Windows in the side of a house that faces the street."""
    glass = paints.plain(paints.grey(0.02, 0.08), 0.04)
    shining = paints.plain((1.0, 0.75, 0.4), emission=random.uniform(2, 12))
    for storey in range(int(height / 2.9)):
        for column in range(int(length / 2)):
            v, u = 0.8 + 2.9 * storey, y + 0.5 + 2 * column
            pane = shining if random.random() < lit else glass
            build.box((x - 0.05, u, v), (x + 0.05, u + 1.0, v + 1.5), pane, "facade")


def hills(random, build, paints):
    """Hills, water and trees, and no house."""
    for _ in range(random.randint(1, 4)):
        far, wide = random.uniform(25, 90), random.uniform(15, 60)
        build.ball((random.uniform(-60, 60), far, 0), wide, ground_paint(random, paints), "ground", random.uniform(0.1, 0.5))
    if random.random() < 0.4:
        build.box((-90, random.uniform(4, 15), 0), (90, 110, 0.02), paints.plain((0.03, 0.08, 0.12), 0.08), "ground")
    for _ in range(random.randint(0, 12)):
        plant = tree if random.random() < 0.6 else bush
        plant(random, build, paints, random.uniform(-15, 15), random.uniform(2, 40), 0, random.uniform(0.5, 4), "plant")


def car(random, build, paints, x, y):
    """A car: body, cabin, wheels."""
    body = paints.plain(random.choice([paints.hue((0.5, 0.9)), paints.grey(0.02, 0.8)]), 0.2)
    turn = random.choice([0, math.pi / 2])
    build.cushion((x - 0.9, y - 2.1, 0.25), (x + 0.9, y + 2.1, 1.0), body, "other", turn, 0.4)
    build.cushion((x - 0.8, y - 1.1, 0.8), (x + 0.8, y + 1.1, 1.5), paints.plain((0.02, 0.02, 0.03), 0.05), "other", turn, 0.5)
    tyre = paints.plain((0.01, 0.01, 0.01), 0.8)
    for dx in (-0.85, 0.85):
        for dy in (-1.3, 1.3):
            build.ball((x + dx, y + dy, 0.32), 0.32, tyre, "other")
