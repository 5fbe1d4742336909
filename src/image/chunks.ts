import { EngineError } from "../errors/index.ts";

const MB = 2 ** 20;

/** An idle stretch of a chunk, in bytes. */
interface IdleStretch {
  offset: number;
  bytes: number;
}

interface Chunk {
  readonly buffer: SharedArrayBuffer;
  /** Idle stretches by rising offset; adjacent ones are merged. */
  readonly free: IdleStretch[];
  /** Idle stretches that are resident in memory: returned, but neither dropped nor taken again. */
  readonly warm: IdleStretch[];
  /** Number of taken stretches. */
  taken: number;
}

/** First-fit allocation in large shared chunks, as many as needed; untouched chunks cost no memory. */
export class Chunks implements PixelSource {
  readonly #chunks: Chunk[] = [];
  readonly #chunkBytes: number;
  readonly #drop: ((view: Uint8Array) => void) | undefined;
  readonly #keptIdleBytes: number;
  /** Bytes of all warm stretches. */
  #warmBytes = 0;

  /**
   * `chunkBytes`: minimum size of a chunk; 0 gives every stretch a separate buffer. `keptIdleBytes` of idle memory stay
   * with the process for the next picture; the rest is dropped until it is used.
   */
  constructor(chunkBytes: number, drop?: (view: Uint8Array) => void, keptIdleBytes = 256 * MB) {
    this.#chunkBytes = chunkBytes;
    this.#drop = drop;
    this.#keptIdleBytes = keptIdleBytes;
  }

  take(wanted: number): Stretch {
    const bytes = Math.max(alignment, Math.ceil(wanted / alignment) * alignment);
    // Resident memory first: it needs no first touch, and less of it stays idle.
    for (const idle of ["warm", "free"] as const) {
      for (const chunk of this.#chunks) {
        const offset = chunk[idle].find((stretch) => stretch.bytes >= bytes)?.offset;
        if (offset === undefined) continue;
        removeStretch(chunk.free, { offset, bytes });
        this.#warmBytes -= removeStretch(chunk.warm, { offset, bytes });
        chunk.taken++;
        return { buffer: chunk.buffer, offset, bytes };
      }
    }
    const buffer = allocateChunk(bytes, Math.max(bytes, this.#chunkBytes));
    const rest = buffer.byteLength - bytes;
    this.#chunks.push({ buffer, free: rest > 0 ? [{ offset: bytes, bytes: rest }] : [], warm: [], taken: 1 });
    return { buffer, offset: 0, bytes };
  }

  giveBack({ buffer, offset, bytes }: Stretch): void {
    const chunk = this.#chunks.find((each) => each.buffer === buffer);
    if (!chunk) return;
    chunk.taken--;
    insertStretch(chunk.free, { offset, bytes });
    if (this.#drop && this.#warmBytes + bytes > this.#keptIdleBytes) {
      this.#drop(new Uint8Array(chunk.buffer, offset, bytes));
    } else {
      insertStretch(chunk.warm, { offset, bytes });
      this.#warmBytes += bytes;
    }
    // One idle chunk is kept for the next picture, the one with the most resident memory; others are returned to the
    // system.
    const idle = this.#chunks.filter(({ taken }) => taken === 0);
    if (idle.length > 1) {
      const [least] = idle.sort((a, b) => warmBytesOf(a) - warmBytesOf(b));
      this.#dropWarm(least);
      this.#chunks.splice(this.#chunks.indexOf(least), 1);
    }
  }

  dropIdle(): void {
    if (this.#drop) for (const chunk of this.#chunks) this.#dropWarm(chunk);
  }

  /** Drops all resident memory of a chunk at once, because collectors free chunks late. */
  #dropWarm({ buffer, warm }: Chunk): void {
    for (const { offset, bytes } of warm.splice(0)) {
      this.#drop?.(new Uint8Array(buffer, offset, bytes));
      this.#warmBytes -= bytes;
    }
  }
}

function warmBytesOf({ warm }: Chunk): number {
  return warm.reduce((sum, { bytes }) => sum + bytes, 0);
}

/**
 * Allocates a chunk of the preferred size, or of the needed size if the system refuses that. Throws `limits/memory`.
 */
function allocateChunk(needed: number, wished: number): SharedArrayBuffer {
  try {
    return new SharedArrayBuffer(wished);
  } catch (thrown) {
    if (wished > needed) return allocateChunk(needed, needed);
    const message = `memory: the system cannot allocate ${Math.ceil(needed / MB)} MB for pixels`;
    throw new EngineError("limits/memory", message, { bytes: needed }, thrown);
  }
}

/** Inserts a stretch in order of offset and merges it with its neighbours. */
function insertStretch(free: IdleStretch[], stretch: IdleStretch): void {
  let index = free.findIndex(({ offset }) => offset > stretch.offset);
  if (index < 0) index = free.length;
  free.splice(index, 0, stretch);
  for (const i of [index, index - 1]) {
    const [left, right] = [free[i], free[i + 1]];
    if (!left || !right || left.offset + left.bytes !== right.offset) continue;
    left.bytes += right.bytes;
    free.splice(i + 1, 1);
  }
}

/** Removes a range from stretches in order of offset; returns the number of bytes that were removed. */
function removeStretch(stretches: IdleStretch[], { offset, bytes }: IdleStretch): number {
  const end = offset + bytes;
  let removed = 0;
  for (let i = stretches.length - 1; i >= 0; i--) {
    const each = stretches[i];
    const eachEnd = each.offset + each.bytes;
    const [from, to] = [Math.max(offset, each.offset), Math.min(end, eachEnd)];
    if (from >= to) continue;
    removed += to - from;
    const rests = [
      { offset: each.offset, bytes: from - each.offset },
      { offset: to, bytes: eachEnd - to },
    ];
    stretches.splice(i, 1, ...rests.filter((rest) => rest.bytes > 0));
  }
  return removed;
}

/** The source of a pool's memory. */
export interface PixelSource {
  /** Takes exclusive memory, aligned to a cache line; its content is undefined. Throws `limits/memory`. */
  take(bytes: number): Stretch;
  giveBack(stretch: Stretch): void;
  /** Returns idle memory to the system, if possible. */
  dropIdle?(): void;
}

/** A range of bytes of a buffer. */
export interface Stretch {
  readonly buffer: SharedArrayBuffer;
  readonly offset: number;
  readonly bytes: number;
}

/** Alignment of stretches in bytes: a cache line. */
export const alignment = 64;
