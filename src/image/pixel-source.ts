/** Where pools get memory from. */
export interface PixelSource {
  /** Exclusive memory, aligned to a cache line; what it holds is undefined. Throws `limits/memory`. */
  take(bytes: number): Stretch;
  giveBack(stretch: Stretch): void;
  /** Lets the system have what is idle, where that can be. */
  dropIdle?(): void;
}

/** Some bytes of a buffer. */
export interface Stretch {
  readonly buffer: SharedArrayBuffer;
  readonly offset: number;
  readonly bytes: number;
}

/** Stretches begin at cache lines. */
export const alignment = 64;
