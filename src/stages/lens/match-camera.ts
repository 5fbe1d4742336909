import type { Camera } from "../../image/index.ts";
import type { CameraEntry, LensDatabase } from "./database.ts";
import { makerOf, modelKey } from "./names.ts";
import { matching } from "./params.ts";

export type CameraMatch = { readonly camera: CameraEntry } | { readonly reason: string };

/** The database's entry of an EXIF camera; names must agree whole, only spelling may differ. */
export function matchCamera(camera: Camera, aspect: number, database: LensDatabase): CameraMatch {
  if (!camera.model) return { reason: "the picture does not say which camera took it" };
  const key = modelKey(camera.model);
  const maker = camera.make ? makerOf(camera.make) : undefined;
  const entries = database.cameras.filter(
    (entry) =>
      entry.models.some((model) => modelKey(model) === key) &&
      (maker === undefined || entry.makers.some((name) => makerOf(name) === maker)),
  );
  const [first] = entries;
  if (!first) return { reason: `the camera ${camera.model} is not in the lens database` };
  const isOne = entries.every((entry) => entry.mount === first.mount && entry.crop === first.crop);
  const entry = isOne ? first : variantOf(entries, aspect);
  return entry ? { camera: entry } : { reason: `the camera ${camera.model} is in the lens database more than once` };
}

/**
 * Cameras with a multi-aspect sensor have an entry a format, named "16:9", "3:2", …; others have one in addition to the
 * plain one.
 */
function variantOf(entries: readonly CameraEntry[], aspect: number): CameraEntry | undefined {
  const ofAspect = entries.find(({ variant }) => {
    const [width, height] = variant.split(":").map(Number);
    return Math.abs(width / height - aspect) < matching.aspect;
  });
  const plain = entries.filter(({ variant }) => variant === "");
  return ofAspect ?? (plain.length === 1 ? plain[0] : undefined);
}
