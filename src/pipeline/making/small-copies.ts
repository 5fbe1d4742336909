import type { IntegerImage } from "../../image/index.ts";
import { copyFrame, type FrameCopy } from "../../ops/index.ts";
import type { StageContext } from "../../stages/context.ts";

type Pixels = IntegerImage["data"];

/**
 * Small copies of a set's pictures, each made once, by their pixels: one pass over a frame serves the check, the search
 * for motion, the relation of the exposures and de-ghosting, and once more only a frame that was resampled.
 */
export class SmallCopies {
  readonly #context: StageContext;
  readonly #begun = new Map<Pixels, Promise<FrameCopy>>();
  readonly #made = new Map<Pixels, FrameCopy>();

  constructor(context: StageContext) {
    this.#context = context;
  }

  /**
   * Begins the copy of a picture, shares the picture meanwhile, and calls `next` with the copy; a failure is reported
   * where the copy is awaited.
   */
  begin(picture: IntegerImage, next: (copy: FrameCopy) => void): void {
    this.#copyOf(picture).then(next, () => {});
  }

  /** One after the other: each is cut in bands for all threads. */
  async of(pictures: readonly IntegerImage[]): Promise<FrameCopy[]> {
    const copies: FrameCopy[] = [];
    for (const picture of pictures) copies.push(await this.#copyOf(picture));
    return copies;
  }

  /** Gives back all but the copies of pictures with these pixels. */
  keep(pixels: readonly Pixels[]): void {
    const kept = new Set(pixels);
    this.drop([...this.#made.keys()].filter((data) => !kept.has(data)));
  }

  /** Gives back the copies of pictures with these pixels. */
  drop(pixels: readonly Pixels[]): void {
    for (const data of pixels) {
      const copy = this.#made.get(data);
      if (copy) this.#context.memory.release(copy.data);
      this.#made.delete(data);
      this.#begun.delete(data);
    }
  }

  #copyOf(picture: IntegerImage): Promise<FrameCopy> {
    const { data } = picture;
    const begun = this.#begun.get(data) ?? this.#make(picture);
    this.#begun.set(data, begun);
    return begun;
  }

  async #make(picture: IntegerImage): Promise<FrameCopy> {
    const { memory } = this.#context;
    memory.share(picture.data);
    const copy = await copyFrame(picture, this.#context).finally(() => memory.release(picture.data));
    this.#made.set(picture.data, copy);
    return copy;
  }
}
