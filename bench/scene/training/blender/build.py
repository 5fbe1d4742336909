"""Meshes of a scene, gathered by class and material and handed to Blender as few objects."""
import math

import bpy

CLASSES = dict(
    ceiling=1, wall=2, floor=3, window=4, lamp=5, sky=6, plant=7, facade=8, ground=9, other=10, painted=11
)
"""Class of every pixel, as an object's index. `painted` is a wall with a colour of its own."""


class Builder:
    """Gathers polygons; `finish` makes one object for each class and material."""

    def __init__(self):
        self.parts = {}

    def polygons(self, points, faces, material, kind):
        """Adds faces (tuples of indices) over points (x, y, z)."""
        vertices, known = self.parts.setdefault((kind, material), ([], []))
        first = len(vertices)
        vertices.extend(points)
        known.extend(tuple(first + i for i in face) for face in faces)

    def box(self, low, high, material, kind, turn=0.0):
        """An upright box between two corners, turned about its own middle by `turn` radians."""
        (x0, y0, z0), (x1, y1, z1) = low, high
        middle = ((x0 + x1) / 2, (y0 + y1) / 2)
        corners = [(x, y, z) for x in (x0, x1) for y in (y0, y1) for z in (z0, z1)]
        points = [turned(corner, middle, turn) for corner in corners]
        faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
        self.polygons(points, faces, material, kind)

    def quad(self, points, material, kind):
        """One polygon."""
        self.polygons(points, [tuple(range(len(points)))], material, kind)

    def cylinder(self, centre, radius, low, high, material, kind, top=None, sides=14):
        """An upright cylinder or cone; `top` is the upper radius."""
        x, y = centre
        top = radius if top is None else top
        turns = [2 * math.pi * i / sides for i in range(sides)]
        points = [(x + radius * math.cos(t), y + radius * math.sin(t), low) for t in turns]
        points += [(x + top * math.cos(t), y + top * math.sin(t), high) for t in turns]
        faces = [(i, (i + 1) % sides, sides + (i + 1) % sides, sides + i) for i in range(sides)]
        faces += [tuple(range(sides))[::-1], tuple(range(sides, 2 * sides))]
        self.polygons(points, faces, material, kind)

    def cushion(self, low, high, material, kind, turn=0.0, roundness=0.35):
        """A soft box: a superellipsoid between two corners."""
        across, down = 10, 6
        middle = [(a + b) / 2 for a, b in zip(low, high)]
        half = [(b - a) / 2 for a, b in zip(low, high)]

        def bent(value):
            return math.copysign(abs(value) ** roundness, value)

        points = []
        for j in range(down + 1):
            v = math.pi * (j / down - 0.5)
            for i in range(across):
                u = 2 * math.pi * i / across
                x = middle[0] + half[0] * bent(math.cos(v)) * bent(math.cos(u))
                y = middle[1] + half[1] * bent(math.cos(v)) * bent(math.sin(u))
                points.append(turned((x, y, middle[2] + half[2] * bent(math.sin(v))), middle[:2], turn))
        faces = []
        for j in range(down):
            for i in range(across):
                a, b = j * across + i, j * across + (i + 1) % across
                faces.append((a, b, b + across, a + across))
        self.polygons(points, faces, material, kind)

    def ball(self, centre, radius, material, kind, squash=1.0):
        """A sphere, flattened by `squash`."""
        x, y, z = centre
        low = (x - radius, y - radius, z - radius * squash)
        self.cushion(low, (x + radius, y + radius, z + radius * squash), material, kind, roundness=1.0)

    def leaves(self, random, centre, radius, count, size, material, kind):
        """A cloud of small random leaves."""
        points, faces = [], []
        for _ in range(count):
            direction = [random.gauss(0, 1) for _ in range(3)]
            length = math.sqrt(sum(d * d for d in direction)) + 1e-6
            reach = random.random() ** 0.4
            at = [c + r * d / length * reach for c, r, d in zip(centre, radius, direction)]
            one = [random.uniform(-size, size) for _ in range(3)]
            two = [random.uniform(-size, size) for _ in range(3)]
            first = len(points)
            points += [tuple(at), tuple(a + b for a, b in zip(at, one))]
            points += [tuple(a + b + c for a, b, c in zip(at, one, two)), tuple(a + c for a, c in zip(at, two))]
            faces.append((first, first + 1, first + 2, first + 3))
        self.polygons(points, faces, material, kind)

    def finish(self):
        """Makes Blender's objects."""
        for (kind, material), (vertices, faces) in self.parts.items():
            mesh = bpy.data.meshes.new(kind)
            mesh.from_pydata(vertices, [], faces)
            mesh.materials.append(material)
            thing = bpy.data.objects.new(kind, mesh)
            thing.pass_index = CLASSES[kind]
            bpy.context.collection.objects.link(thing)


def turned(point, middle, angle):
    """A point turned about an upright axis."""
    if angle == 0:
        return tuple(point)
    x, y = point[0] - middle[0], point[1] - middle[1]
    cosine, sine = math.cos(angle), math.sin(angle)
    return (middle[0] + x * cosine - y * sine, middle[1] + x * sine + y * cosine, point[2])
