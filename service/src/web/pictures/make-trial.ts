import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { recipeOf } from "../../domain/recipe.ts";
import { EngineFailure, isInputFault } from "../../engine/calls.ts";
import { previewLimits } from "../../engine/rendition.ts";
import { HttpError, notUploaded } from "../../errors/http-error.ts";
import { type DownloadParts, heldOriginal } from "../../http/downloads/picture.ts";
import { houseFor } from "../../jobs/enhance-image.ts";
import type { ImageRow } from "../../store/image-store.ts";
import type { StudioFrame } from "../../store/studio-images.ts";
import { withChoices } from "../wording/preference-fields.ts";

/** Longer edge of the frames that a preview is made of, in pixels: that of the engine's trials. */
const trialEdge = 768;
/** Many times what a preview takes, in ms. */
const trialMs = 60_000;

/** A preview to make. */
interface TrialOrder {
  readonly image: ImageRow;
  readonly frames: readonly StudioFrame[];
  /** Fields of the form; absent to only open the set. */
  readonly form: Readonly<Record<string, unknown>> | undefined;
}

/**
 * A small JPEG of a picture with what the form says, or nothing if its set is only opened; in development mode with a
 * watermark, like the picture. Small copies of the frames and the open set are kept for the next preview.
 */
export async function makeTrial(
  parts: DownloadParts,
  { image, frames, form }: TrialOrder,
  isWanted: () => boolean,
): Promise<Buffer | undefined> {
  // Of a small picture too, a preview is not the picture itself.
  const size = { maxWidth: trialEdge, maxHeight: trialEdge, maxPixelShare: previewLimits.maxPixelShare };
  const rendition = { format: "jpeg", quality: 90, watermark: false, ...size } as const;
  const folder = join(parts.config.dataDir, "work", `trial-${randomUUID()}`);
  const held: Awaited<ReturnType<typeof heldOriginal>>[] = [];
  try {
    for (const { name, source } of frames) {
      if (!source) throw notUploaded();
      const file = { name, accountId: image.account_id, source };
      held.push(await heldOriginal(parts, file, { extension: "jpg", request: rendition }, isWanted));
    }
    const output = form ? join(folder, "trial.jpg") : undefined;
    if (output !== undefined) await mkdir(folder, { recursive: true, mode: 0o700 });
    const files = held.map(({ path }) => path);
    const reference = files[frames.findIndex(({ bracketId }) => bracketId === image.reference_id)];
    const chosen = reference === undefined ? {} : { reference };
    const call = { kind: "trial", files, ...settingsOf(image, form), ...chosen } as const;
    const way = { isWanted, accountId: image.account_id };
    await parts.previewers.run({ ...call, ...(output === undefined ? {} : { output }) }, trialMs, way);
    if (output === undefined) return undefined;
    if (!image.dev_mode) return await readFile(output);
    const marked = join(folder, "marked.jpg");
    const mark = { format: "jpeg", quality: 85, watermark: true } as const;
    await parts.renderers.run({ kind: "render", input: output, output: marked, rendition: mark }, trialMs, way);
    return await readFile(marked);
  } catch (error) {
    if (!(error instanceof EngineFailure) || !isInputFault(error)) throw error;
    throw new HttpError(409, `The preview could not be made: ${error.message}`);
  } finally {
    for (const one of held) await one.release();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A set is opened with what the form does not decide, so that it is the same for every preview. */
function settingsOf({ preferences, house }: ImageRow, form: TrialOrder["form"] = {}) {
  const { enhance, options } = recipeOf(withChoices(preferences, form));
  const isOfHouse = "house" in houseFor({ house }, { enhance, options });
  return {
    enhance,
    options: isOfHouse ? options : { ...options, oneHouse: false },
    opening: recipeOf(withChoices(preferences, {})).options,
    ...(house ? { house: house.setting } : {}),
  };
}
