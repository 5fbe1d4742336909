"""Materials by Blender's own procedural textures; colours are linear light."""
import colorsys
import math

import bpy

WOODS = [
    (0.28, 0.14, 0.06),
    (0.42, 0.25, 0.12),
    (0.16, 0.08, 0.04),
    (0.55, 0.38, 0.22),
    (0.35, 0.30, 0.25),
    (0.62, 0.52, 0.40),
    (0.12, 0.10, 0.09),
    (0.33, 0.11, 0.05),
]


UPRIGHT = {"x": (math.pi / 2, 0, 0), "y": (0, math.pi / 2, math.pi / 2)}
"""How a flat texture is turned onto walls along an axis."""


class Paints:
    """Makes materials; `random` is a random.Random."""

    def __init__(self, random):
        self.random = random

    def plain(self, colour, rough=0.6, metal=0.0, emission=0.0):
        """One colour; `emission` lets it shine."""
        material, nodes, _ = new_material()
        shader = nodes["Principled BSDF"]
        shader.inputs["Base Color"].default_value = (*colour, 1)
        shader.inputs["Roughness"].default_value = rough
        shader.inputs["Metallic"].default_value = metal
        if emission:
            shader.inputs["Emission"].default_value = (*colour, 1)
            shader.inputs["Emission Strength"].default_value = emission
        return material

    def mottled(self, colour, amount, scale, rough=0.8, bump=0.0, other=None):
        """Clouds of a colour between darker and lighter, or between it and another."""
        low = [c * (1 - amount) for c in colour]
        high = other or [min(1, c * (1 + amount)) for c in colour]
        return self.textured("ShaderNodeTexNoise", {"Scale": 1.0, "Detail": 5.0}, low, high, scale, rough, bump)

    def wood(self, colour=None, rough=0.35, scale=3.0):
        """Grain along one axis."""
        colour = colour or self.random.choice(WOODS)
        dark = [c * self.random.uniform(0.5, 0.8) for c in colour]
        along = (0.15, 2.0, 2.0) if self.random.random() < 0.5 else (2.0, 0.15, 2.0)
        stretch = tuple(scale * a for a in along)
        return self.textured("ShaderNodeTexNoise", {"Scale": 3.0, "Detail": 6.0}, dark, colour, stretch, rough)

    def blocks(self, colour, mortar, size, rough=0.6, spread=0.2, bump=0.0, along=None, gap=0.01):
        """Bricks, tiles or planks of `size` (width, height) in metres, on a wall along x or y or on a floor."""
        material, nodes, links = new_material()
        shader = nodes["Principled BSDF"]
        shader.inputs["Roughness"].default_value = rough
        brick = nodes.new("ShaderNodeTexBrick")
        r = self.random
        brick.inputs["Color1"].default_value = (*colour, 1)
        brick.inputs["Color2"].default_value = (*[min(1, c * (1 + r.uniform(-spread, spread))) for c in colour], 1)
        brick.inputs["Mortar"].default_value = (*mortar, 1)
        brick.inputs["Mortar Size"].default_value = gap
        brick.inputs["Scale"].default_value = 1
        brick.inputs["Brick Width"].default_value, brick.inputs["Row Height"].default_value = size
        brick.offset = r.choice([0.0, 0.5, 0.5])
        turn = UPRIGHT.get(along) or (0, 0, r.choice([0, math.pi / 2]))
        links.new(coordinates(nodes, links, 1.0, turn), brick.inputs["Vector"])
        links.new(brick.outputs["Color"], shader.inputs["Base Color"])
        if bump:
            add_bump(nodes, links, shader, brick.outputs["Fac"], -bump)
        return material

    def stripes(self, colour, other, scale, rough=0.8, kind="BANDS"):
        """Waves between two colours, as wallpaper and cloth have them."""
        settings = {"Scale": scale, "Distortion": self.random.choice([0.0, 0.0, 3.0])}
        return self.textured("ShaderNodeTexWave", settings, colour, other, 1.0, rough)

    def cells(self, colour, other, scale, rough=0.5):
        """Cells as stone and terrazzo have them."""
        return self.textured("ShaderNodeTexVoronoi", {"Scale": scale}, colour, other, 1.0, rough)

    def textured(self, texture, settings, low, high, scale, rough, bump=0.0):
        """A texture's factor as a ramp between two colours."""
        material, nodes, links = new_material()
        shader = nodes["Principled BSDF"]
        shader.inputs["Roughness"].default_value = rough
        node, ramp = nodes.new(texture), nodes.new("ShaderNodeValToRGB")
        for name, value in settings.items():
            node.inputs[name].default_value = value
        ramp.color_ramp.elements[0].position, ramp.color_ramp.elements[1].position = 0.3, 0.7
        ramp.color_ramp.elements[0].color, ramp.color_ramp.elements[1].color = (*low, 1), (*high, 1)
        links.new(coordinates(nodes, links, scale, (0, 0, 0)), node.inputs["Vector"])
        links.new(node.outputs[1 if texture == "ShaderNodeTexWave" else 0], ramp.inputs["Fac"])
        links.new(ramp.outputs["Color"], shader.inputs["Base Color"])
        if bump:
            add_bump(nodes, links, shader, node.outputs[0], bump)
        return material

    def cloth(self, colour, opacity):
        """Thin cloth: diffuse and translucent, and to a share transparent."""
        material, nodes, links = new_material()
        nodes.remove(nodes["Principled BSDF"])
        diffuse, through, clear = (nodes.new("ShaderNodeBsdf" + n) for n in ("Diffuse", "Translucent", "Transparent"))
        half, whole = nodes.new("ShaderNodeMixShader"), nodes.new("ShaderNodeMixShader")
        for shader in (diffuse, through):
            shader.inputs["Color"].default_value = (*colour, 1)
        whole.inputs["Fac"].default_value = opacity
        links.new(diffuse.outputs[0], half.inputs[1])
        links.new(through.outputs[0], half.inputs[2])
        links.new(clear.outputs[0], whole.inputs[1])
        links.new(half.outputs[0], whole.inputs[2])
        links.new(whole.outputs[0], nodes["Material Output"].inputs["Surface"])
        return material

    def grey(self, low, high, tint=0.04):
        """A near-neutral colour."""
        value, tone = self.random.uniform(low, high), self.random.gauss(0, tint)
        return (min(1, value * (1 + tone)), value, value * (1 - 1.3 * tone))

    def hue(self, saturation=(0.2, 0.8), value=(0.08, 0.7)):
        """A colour of any hue."""
        r = self.random
        return colorsys.hsv_to_rgb(r.random(), r.uniform(*saturation), r.uniform(*value))

    def any_colour(self):
        """A near-neutral or a hue, as cloth has it."""
        return self.grey(0.1, 0.85) if self.random.random() < 0.5 else self.hue((0.05, 0.7))

    def any(self):
        """Something of a room: wood, cloth, lacquer, metal, stone."""
        r, pick = self.random, self.random.random()
        if pick < 0.3:
            return self.wood(rough=r.uniform(0.2, 0.6), scale=r.uniform(2, 8))
        if pick < 0.55:
            return self.mottled(self.hue((0.0, 0.7)), r.choice([0.05, 0.15, 0.4]), r.uniform(5, 60), 0.95)
        if pick < 0.8:
            return self.plain(self.grey(0.02, 0.85), r.uniform(0.1, 0.9))
        if pick < 0.88:
            return self.plain(self.grey(0.3, 0.8), r.uniform(0.1, 0.4), 1.0)
        if pick < 0.94:
            return self.stripes(self.hue(), self.grey(0.3, 0.8), r.uniform(4, 20))
        return self.cells(self.grey(0.05, 0.7), self.grey(0.2, 0.85), r.uniform(2, 12), 0.2)


def new_material():
    """A material with Blender's standard shader."""
    material = bpy.data.materials.new("m")
    material.use_nodes = True
    return material, material.node_tree.nodes, material.node_tree.links


def coordinates(nodes, links, scale, turn):
    """Object coordinates, scaled and turned: metres where the scale is 1."""
    place, mapping = nodes.new("ShaderNodeTexCoord"), nodes.new("ShaderNodeMapping")
    mapping.inputs["Scale"].default_value = scale if isinstance(scale, tuple) else (scale, scale, scale)
    mapping.inputs["Rotation"].default_value = turn
    links.new(place.outputs["Object"], mapping.inputs["Vector"])
    return mapping.outputs[0]


def add_bump(nodes, links, shader, height, strength):
    """Lets a texture dent the surface."""
    bump = nodes.new("ShaderNodeBump")
    bump.inputs["Strength"].default_value = min(1, abs(strength))
    bump.inputs["Distance"].default_value = math.copysign(0.02, strength)
    links.new(height, bump.inputs["Height"])
    links.new(bump.outputs["Normal"], shader.inputs["Normal"])
