import { finished, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { cancelledError, EngineError, wrapError } from "../../errors/index.ts";

/**
 * A stream that receives the bytes of a picture: a stream of Node.js, such as a file or an HTTP response, or a web
 * stream.
 */
export type OutputStream = Writable | WritableStream<Uint8Array>;

/** Bytes written to a stream at once: 64 KiB, the chunk size of Node.js file streams. */
const chunkBytes = 2 ** 16;

export function isOutputStream(value: unknown): value is OutputStream {
  if (value instanceof WritableStream) return true;
  // An HTTP response is not an instance of Writable.
  const { write, end, destroy } = Object(value) as Partial<Writable>;
  return [write, end, destroy].every((method) => typeof method === "function");
}

/** Common interface of the two kinds of stream. */
interface Sink {
  /** Writes all chunks with backpressure, and ends the stream. */
  write(chunks: Iterable<Uint8Array>, signal: AbortSignal): Promise<void>;
  /** Closes the stream unfinished. */
  abort(reason: Error): void;
  /** Detaches from the stream, which its owner keeps. */
  release(): void;
}

/**
 * The stream that the picture of one call goes to. It is watched from the start, so that nothing more is made for a
 * stream that fails or closes. Nothing is written before the picture is finished.
 */
export class PictureStream {
  readonly #sink: Sink;
  readonly #broken = new AbortController();
  #isWatched = true;

  /** Throws `options/invalid` for a web stream that is locked. */
  constructor(stream: OutputStream) {
    const onClosed = (error?: unknown) => {
      if (this.#isWatched) this.#broken.abort(error ?? new Error("it was closed before the picture was in it"));
    };
    this.#sink = stream instanceof WritableStream ? sinkOfWeb(stream, onClosed) : sinkOfNode(stream, onClosed);
  }

  /** Fires when the stream fails or closes before the picture is written. */
  get broken(): AbortSignal {
    return this.#broken.signal;
  }

  /** Writes the picture and ends the stream. Throws `io/write` and `cancelled`. */
  readonly send = async (bytes: Uint8Array, signal: AbortSignal): Promise<void> => {
    this.#isWatched = false;
    const aborted = new Promise<never>((_, reject) => {
      if (signal.aborted) reject(cancelledError("output"));
      signal.addEventListener("abort", () => reject(cancelledError("output")), { once: true });
    });
    // A stream that accepts no more data must not delay the end of a cancelled call.
    await Promise.race([this.#sink.write(chunksOf(bytes), signal), aborted]).catch((thrown) => {
      throw signal.aborted ? cancelledError("output") : streamError(thrown);
    });
  };

  /**
   * Runs the call. If it is cancelled, the stream is closed; if it fails otherwise before the first byte, the
   * stream stays open: an HTTP response can still say what was wrong.
   */
  async during<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (thrown) {
      if (this.broken.aborted) throw streamError(this.broken.reason);
      if (thrown instanceof EngineError && thrown.kind === "cancelled") this.#sink.abort(thrown);
      throw thrown;
    } finally {
      this.#isWatched = false;
      this.#sink.release();
    }
  }
}

function sinkOfNode(stream: Writable, onClosed: (error?: unknown) => void): Sink {
  const release = finished(stream, { readable: false }, onClosed);
  return {
    write: (chunks, signal) => pipeline(chunks, stream, { signal }),
    abort: (reason) => {
      // The caller gets the error from the call.
      stream.on("error", () => {});
      stream.destroy(reason);
    },
    release,
  };
}

function sinkOfWeb(stream: WritableStream<Uint8Array>, onClosed: (error?: unknown) => void): Sink {
  if (stream.locked)
    throw new EngineError("options/invalid", "engine: output must be a stream that is not locked", {
      option: "output",
    });
  const writer = stream.getWriter();
  writer.closed.then(() => onClosed(), onClosed);
  return {
    write: async (chunks) => {
      for (const chunk of chunks) {
        await writer.ready;
        // `ready` and `close` report why a write failed.
        writer.write(chunk).catch(() => {});
      }
      await writer.close();
    },
    abort: (reason) => {
      writer.abort(reason).catch(() => {});
    },
    release: () => writer.releaseLock(),
  };
}

/** Yields copies, since a stream may transfer the memory of its chunks to another thread. */
function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let begin = 0; begin < bytes.length; begin += chunkBytes)
    yield new Uint8Array(bytes.subarray(begin, begin + chunkBytes));
}

function streamError(thrown: unknown): EngineError {
  return wrapError(thrown, "io/write", "output: the stream failed");
}

/** Events from several producers to one consumer, in the order they happen. */
export class EventQueue<T> implements AsyncIterable<T> {
  readonly #events: T[] = [];
  #wake: (() => void) | undefined;
  #ended = false;
  #error: { readonly thrown: unknown } | undefined;

  push(event: T): void {
    this.#events.push(event);
    this.#wake?.();
  }

  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  /** Ends the queue with an error, which the consumer gets after the events pushed before. */
  fail(thrown: unknown): void {
    this.#error = { thrown };
    this.end();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      for (let event = this.#events.shift(); event !== undefined; event = this.#events.shift()) yield event;
      if (this.#ended) break;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#error) throw this.#error.thrown;
  }
}
