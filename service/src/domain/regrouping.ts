/** A frame and the image that it belongs to; null: none yet. */
export interface PlacedFrame {
  readonly bracketId: string;
  readonly imageId: string | null;
}

/** The frames of an image after a regrouping. */
export interface PlannedImage {
  /** The image that keeps its id; undefined: a new one. */
  readonly imageId: string | undefined;
  readonly bracketIds: readonly string[];
}

/**
 * What becomes of the images that the frames belong to when each of `lists` becomes one image. `frames` has every frame
 * of those images, in their order, and those of `lists` that belong to none. A list takes over an image that gives it
 * frames and keeps none; an image that loses frames keeps the others; one that keeps none and is not taken over is
 * `removed`. Images that stay as they are are absent.
 */
export function planRegrouping(
  frames: readonly PlacedFrame[],
  lists: readonly (readonly string[])[],
): { readonly images: readonly PlannedImage[]; readonly removed: readonly string[] } {
  const before = new Map<string, string[]>();
  const imageOf = new Map<string, string>();
  for (const { bracketId, imageId } of frames) {
    if (imageId === null) continue;
    before.set(imageId, [...(before.get(imageId) ?? []), bracketId]);
    imageOf.set(bracketId, imageId);
  }
  const listed = new Set(lists.flat());
  const rest = new Map([...before].map(([imageId, ids]) => [imageId, ids.filter((id) => !listed.has(id))]));
  const taken = new Set<string>();
  const images: PlannedImage[] = [];
  for (const bracketIds of lists) {
    const candidates = bracketIds.flatMap((id) => imageOf.get(id) ?? []);
    const imageId = candidates.find((id) => !taken.has(id) && rest.get(id)?.length === 0);
    if (imageId !== undefined) taken.add(imageId);
    images.push({ imageId, bracketIds });
  }
  for (const [imageId, bracketIds] of rest) if (bracketIds.length > 0) images.push({ imageId, bracketIds });
  const isChanged = ({ imageId, bracketIds }: PlannedImage) =>
    imageId === undefined || before.get(imageId)?.join("\n") !== bracketIds.join("\n");
  const removed = [...rest].flatMap(([id, ids]) => (ids.length === 0 && !taken.has(id) ? [id] : []));
  return { images: images.filter(isChanged), removed };
}
