import type { Camera } from "../../fixtures/scene/camera.ts";
import { Geometry, type Solid } from "../../fixtures/scene/geometry.ts";
import { Light } from "../../fixtures/scene/light.ts";
import { LightSources } from "../../fixtures/scene/light-sources.ts";
import type { Material } from "../../fixtures/scene/materials.ts";
import { createRays } from "../../fixtures/scene/rays.ts";
import { type Lamp, type Room, Shell } from "../../fixtures/scene/room.ts";
import type { World } from "../../fixtures/scene/tracer.ts";
import { add, dot, luminanceOf, scale, subtract, type Vec3 } from "../../fixtures/scene/vector.ts";
import { Eye, type Sight } from "./eye.ts";

/** A flash in a room. */
export interface Flash {
  /** Metres. */
  readonly position: Vec3;
  /** Colour of its light, gel included; linear sRGB, green 1. */
  readonly color: Vec3;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Radius of a studio flash's head with its reflector, in metres. */
const headRadius = 0.09;
/** Reflectance of glass at normal incidence: two faces of 4 %. */
const glassGloss = 0.08;
/** Blur of reflections on smooth paint and glass in addition to their ripple, in radians. */
const blur = 0.02;
/** Sample offsets of an edge pixel along each axis. */
const offsets = [-0.25, 0.25];
/** Maximum reflectance of a surface whose paint is judged. */
const maxGloss = 0.06;

/** Surfaces in each pixel of a view, without light. */
export interface Surfaces {
  /** Index of the surface: a wall, or one face of an object; −1 on edges, windows, mirrors and light sources. */
  readonly surface: Int32Array;
  /** Linear sRGB albedo, interleaved. */
  readonly albedo: Float32Array;
  /** Hits of the samples of each pixel; one, or four on an edge. */
  readonly sights: readonly (readonly Sight[])[];
}

export function describeSurfaces(world: World, { width, height }: Size, camera: Camera): Surfaces {
  const rays = createRays({ width, height, camera });
  const eye = new Eye(world);
  const ray = new Float64Array(6);
  const look = (x: number, y: number) => {
    rays.ray(x, y, undefined, ray);
    return eye.look(ray, rays.pixelRad);
  };
  const middles = Array.from({ length: width * height }, (_, i) => look(i % width, Math.floor(i / width)));
  const isEdge = (i: number) =>
    [i - 1, i + 1, i - width, i + width].some((k) => middles[k] && middles[k].surface !== middles[i].surface);
  const sights = middles.map((middle, i) =>
    isEdge(i)
      ? offsets.flatMap((dy) => offsets.map((dx) => look((i % width) + dx, Math.floor(i / width) + dy)))
      : [middle],
  );
  const surface = new Int32Array(width * height).fill(-1);
  const albedo = new Float32Array(3 * width * height);
  for (const [i, seen] of sights.entries()) {
    const { glass, shines, gloss } = seen[0];
    if (seen.length === 1 && !glass && !shines && gloss <= maxGloss) surface[i] = seen[0].surface;
    for (const each of seen) for (let c = 0; c < 3; c++) albedo[3 * i + c] += each.albedo[c] / seen.length;
  }
  return { surface, albedo, sights };
}

/** Direct light of a flash of power 1 at one metre in a view. */
export interface DirectFlash {
  /** Radiance, interleaved linear sRGB; 0 where the flash does not reach. */
  readonly light: Float32Array;
  /** Luminance of reflected flash in each pixel, part of `light`: hot spots on glass, tiles and varnish. */
  readonly hot: Float32Array;
  /** Share of each pixel that faces the flash and is in a hard shadow, 0 to 1. */
  readonly shadow: Float32Array;
}

export function renderDirect(world: World, flash: Flash, { sights }: Surfaces): DirectFlash {
  const light = new Float32Array(3 * sights.length);
  const hot = new Float32Array(sights.length);
  const shadow = new Float32Array(sights.length);
  const bare = withoutWindows(world.room);
  const lamp = { ...flash, power: 1, down: false };
  const sources = new LightSources({ ...bare, lamps: [lamp] }, world.geometry, new Shell(bare), noTint);
  const direct = new Float64Array(3);
  for (const [i, seen] of sights.entries()) {
    const per = 1 / seen.length;
    for (const sight of seen) {
      sources.direct(sight.at, sight.normal, direct);
      const isLit = direct[1] > 0;
      if (!isLit && dot(subtract(flash.position, sight.at), sight.normal) > 0) shadow[i] += per;
      if (sight.glass) direct.fill(0);
      const mirrored = isLit ? mirroredFlash(flash, sight) : 0;
      hot[i] += per * mirrored * luminanceOf(flash.color);
      for (let c = 0; c < 3; c++) light[3 * i + c] += per * (direct[c] * sight.albedo[c] + mirrored * flash.color[c]);
    }
  }
  return { light, hot, shadow };
}

/** The world lit only by a flash bounced from the ceiling: soft light by radiosity, with dark windows and lamps. */
export function bouncedWorld(world: World, { position: [x, y], color }: Flash): World {
  const lamp: Lamp = { position: [x, y, world.room.size[2] - 0.15], color, power: 1, down: false };
  const solids = world.room.solids.map((solid): Solid => ({ ...solid, material: dark(solid.material) }));
  const bare = { ...withoutWindows(world.room), solids, lamps: [lamp] };
  const geometry = new Geometry(solids);
  const light = new Light(bare, geometry, new Shell(bare), noTint);
  return { ...world, geometry, light, roomScale: 1, outdoorScale: 0, tint: [1, 1, 1] };
}

const noTint = { tint: [1, 1, 1] } as const;

function dark(material: Material): Material {
  return { ...material, emission: [0, 0, 0] };
}

/** Removes windows: glass transmits nearly all of a flash's light to the outside. */
function withoutWindows(room: Room): Room {
  return { ...room, windows: [] };
}

/** Radiance at a place from the reflection of a flash of power 1: its disc, blurred by the surface. */
function mirroredFlash(flash: Flash, seen: Sight): number {
  const gloss = seen.glass ? glassGloss : seen.gloss;
  if (gloss === 0) return 0;
  const facing = -dot(seen.direction, seen.normal);
  if (facing <= 0) return 0;
  const to = subtract(flash.position, seen.at);
  const far = Math.hypot(...to);
  const mirrored = add(seen.direction, scale(seen.normal, 2 * facing));
  const off = Math.acos(Math.min(1, dot(mirrored, to) / far));
  const [head, wide] = [headRadius / far, blur + seen.ripple];
  const radius = Math.hypot(head, wide);
  if (off > 3 * radius) return 0;
  const share = gloss + (0.4 - gloss) * (1 - facing) ** 5;
  // A disc of radius r and power 1 has radiance 1 / r²; blurring spreads it over a larger one.
  return (share / headRadius ** 2) * (head / radius) ** 2 * Math.exp(-((off / radius) ** 2));
}
