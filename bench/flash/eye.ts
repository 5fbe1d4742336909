import { type Shell, ShellHit } from "../../fixtures/scene/room.ts";
import { Hit } from "../../fixtures/scene/shapes.ts";
import type { World } from "../../fixtures/scene/tracer.ts";
import type { Vec3 } from "../../fixtures/scene/vector.ts";

/** The hit of a ray. */
export interface Sight {
  /** Position just above the surface, in metres. */
  readonly at: Vec3;
  readonly direction: Vec3;
  readonly normal: Vec3;
  /** 0 to 5 are the faces of the shell, followed by six numbers for each object. */
  readonly surface: number;
  readonly albedo: Vec3;
  readonly gloss: number;
  readonly ripple: number;
  readonly glass: boolean;
  readonly shines: boolean;
}

/** Offset above a surface for the origin of further rays, in metres. */
const above = 1e-3;
/** Albedo of the lining of windows, as in the renderer. */
const revealAlbedo: Vec3 = [0.75, 0.75, 0.75];

/** Finds the hits of rays and their materials, without light. */
export class Eye {
  readonly #world: World;
  readonly #shell: Shell;
  readonly #hit = new Hit();
  readonly #shellHit = new ShellHit();
  readonly #albedo = new Float64Array(3);

  constructor(world: World) {
    this.#world = world;
    this.#shell = world.shell;
  }

  /** `ray`: origin and unit direction; `spread`: angle of a pixel in radians. */
  look([ox, oy, oz, dx, dy, dz]: Float64Array, spread: number): Sight {
    const { geometry } = this.#world;
    this.#shell.cast(ox, oy, oz, dx, dy, dz, this.#shellHit);
    const isThing = geometry.cast(ox, oy, oz, dx, dy, dz, this.#shellHit.t, this.#hit);
    const t = isThing ? this.#hit.t : this.#shellHit.t;
    const at: Vec3 = [ox + t * dx, oy + t * dy, oz + t * dz];
    const seen = isThing ? this.#thing(at, [dx, dy, dz], t * spread) : this.#face(at, [dx, dy, dz], t * spread);
    const lifted = at.map((value, c) => value + above * seen.normal[c]) as unknown as Vec3;
    return { ...seen, at: lifted, direction: [dx, dy, dz] };
  }

  #thing(at: Vec3, direction: Vec3, footprint: number): Omit<Sight, "at" | "direction"> {
    const { nx, ny, nz, face, solid } = this.#hit;
    const { shape, material } = this.#world.geometry.solids[solid];
    if (shape.kind === "box") {
      const axis = face >> 1;
      const facing = Math.abs(nx * direction[0] + ny * direction[1] + nz * direction[2]);
      const u = axis === 0 ? at[1] - shape.min[1] : at[0] - shape.min[0];
      const v = axis === 2 ? at[1] - shape.min[1] : at[2] - shape.min[2];
      material.texture(u, v, footprint / Math.sqrt(Math.max(0.05, facing)), this.#albedo);
    } else {
      const around = shape.kind === "leaf" ? at[0] : Math.atan2(ny, nx) * 0.15;
      material.texture(around, at[2], footprint, this.#albedo);
    }
    return {
      normal: [nx, ny, nz],
      surface: 6 + 6 * solid + (shape.kind === "box" ? face : 0),
      albedo: [this.#albedo[0], this.#albedo[1], this.#albedo[2]],
      gloss: material.gloss,
      ripple: material.ripple,
      glass: false,
      shines: material.emission.some((value) => value > 0),
    };
  }

  #face(at: Vec3, direction: Vec3, footprint: number): Omit<Sight, "at" | "direction"> {
    const { face, kind } = this.#shellHit;
    const axis = face >> 1;
    const normal = [0, 1, 2].map((c) => (c === axis ? (face % 2 === 1 ? -1 : 1) : 0)) as unknown as Vec3;
    const plain = { normal, gloss: 0, ripple: 0, shines: false, albedo: revealAlbedo };
    // The paint of a reveal is not judged; it counts as a surface that emits light.
    if (kind !== 0) return { ...plain, surface: -1, glass: kind === 2, shines: true };
    const { texture, gloss, ripple } = this.#world.room.shell[face];
    const facing = Math.abs(direction[axis]);
    texture(
      axis === 0 ? at[1] : at[0],
      axis === 2 ? at[1] : at[2],
      footprint / Math.sqrt(Math.max(0.05, facing)),
      this.#albedo,
    );
    return {
      ...plain,
      albedo: [this.#albedo[0], this.#albedo[1], this.#albedo[2]],
      surface: face,
      gloss,
      ripple,
      glass: false,
    };
  }
}
