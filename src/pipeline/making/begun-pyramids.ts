import type { SmallCopy } from "../../ops/index.ts";
import { buildPyramid, type Pyramid, releasePyramid } from "../../stages/align/index.ts";
import type { Job } from "./job.ts";

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
