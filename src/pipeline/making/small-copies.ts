import type { IntegerImage } from "../../image/index.ts";
import { copyFrame, type FrameCopy, type SmallCopy } from "../../ops/index.ts";
import { buildPyramid, type Pyramid, releasePyramid } from "../../stages/align/index.ts";
import type { StageContext } from "../../stages/context.ts";
import type { Job } from "./job.ts";

type Pixels = IntegerImage["data"];

/**
 * Small copies of a set's pictures, cached by their pixels. One pass over a frame serves the check, motion search,
 * exposure relation and deghosting; only resampled frames need a second.
 */
export class SmallCopies {
  readonly #context: StageContext;
  readonly #begun = new Map<Pixels, Promise<FrameCopy>>();
  readonly #made = new Map<Pixels, FrameCopy>();

  constructor(context: StageContext) {
    this.#context = context;
  }

  /**
   * Starts the copy of a picture, keeps the picture shared until it is done, and calls `next` with the copy; a failure
   * is reported where the copy is awaited.
   */
  begin(picture: IntegerImage, next: (copy: FrameCopy) => void): void {
    this.#copyOf(picture).then(next, () => {});
  }

  /** Copies of the pictures, made one after the other, each in bands on all threads. */
  async of(pictures: readonly IntegerImage[]): Promise<FrameCopy[]> {
    const copies: FrameCopy[] = [];
    for (const picture of pictures) copies.push(await this.#copyOf(picture));
    return copies;
  }

  /** Releases all copies except those of pictures with these pixels. */
  keep(pixels: readonly Pixels[]): void {
    const kept = new Set(pixels);
    this.drop([...this.#made.keys()].filter((data) => !kept.has(data)));
  }

  /** Releases the copies of pictures with these pixels. */
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

/** Pyramids of a set's frames, built while other frames are still being decoded. */
export class BegunPyramids {
  readonly #job: Job;
  readonly #begun = new Map<SmallCopy, Promise<Pyramid>>();

  constructor(job: Job) {
    this.#job = job;
  }

  /**
   * Starts the pyramid of a copy whose picture is `pictureWidth` pixels wide; a failure is reported where the pyramid
   * is taken.
   */
  begin(copy: SmallCopy, pictureWidth: number): void {
    const build = () => buildPyramid(copy, pictureWidth, this.#job.context);
    this.#begun.set(copy, this.#job.begin("align.pyramids", build));
  }

  /** Starts the pyramid if necessary, and keeps it until it is taken. */
  of(copy: SmallCopy, pictureWidth: number): Promise<Pyramid> {
    if (!this.#begun.has(copy)) this.begin(copy, pictureWidth);
    return this.#begun.get(copy) as Promise<Pyramid>;
  }

  /** Passes a pyramid to the caller, once each; `undefined` if none was started. */
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
