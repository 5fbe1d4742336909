import type { IntegerImage } from "../../image/index.ts";
import { copyFrame, type FrameCopy, type SmallCopy } from "../../ops/index.ts";
import { buildPyramid, type Pyramid, releasePyramid } from "../../stages/align/index.ts";
import type { StageContext } from "../../stages/context.ts";
import type { Job } from "./job.ts";

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

/** Pyramids of a set's frames that are built while other frames are still decoded. */
export class BegunPyramids {
  readonly #job: Job;
  readonly #begun = new Map<SmallCopy, Promise<Pyramid>>();

  constructor(job: Job) {
    this.#job = job;
  }

  /** For the copy of a picture of `pictureWidth` pixels; a failure is reported where the pyramid is taken. */
  begin(copy: SmallCopy, pictureWidth: number): void {
    const build = () => buildPyramid(copy, pictureWidth, this.#job.context);
    this.#begun.set(copy, this.#job.begin("align.pyramids", build));
  }

  /** Begins it where that was not done; it stays here, to be taken. */
  of(copy: SmallCopy, pictureWidth: number): Promise<Pyramid> {
    if (!this.#begun.has(copy)) this.begin(copy, pictureWidth);
    return this.#begun.get(copy) as Promise<Pyramid>;
  }

  /** Once each: it is the caller's then; `undefined` where none was begun. */
  take(copy: SmallCopy): Promise<Pyramid> | undefined {
    const pyramid = this.#begun.get(copy);
    this.#begun.delete(copy);
    return pyramid;
  }

  /** Releases those that were not taken. */
  async release(): Promise<void> {
    const left = [...this.#begun.values()];
    this.#begun.clear();
    for (const pyramid of await Promise.allSettled(left))
      if (pyramid.status === "fulfilled") releasePyramid(pyramid.value, this.#job.context);
  }
}
