import { pause, Refusal, send } from "./page.ts";

/** A file on its way. */
export interface Upload {
  readonly id: string;
  readonly file: File;
  /** Bytes that the service has. */
  offset: number;
}

export interface UploadEvents {
  /** More bytes have arrived. */
  onProgress(upload: Upload): void;
  onDone(upload: Upload): void;
  /** Nothing is sent, and nothing waits. */
  onIdle(): void;
  /** The service does not accept the file. */
  onRefused(upload: Upload, message: string): void;
  /** `message`: why nothing is sent at the moment; undefined: it is sent again. */
  onWait(message: string | undefined): void;
}

/** Files that are sent at the same time: two hide the pauses between parts without splitting a slow line much. */
const atOnce = 2;
/** Pauses after a broken connection, in ms; the last one repeats. */
const pausesMs = [1000, 2000, 4000, 8000, 15_000];

/**
 * Sends files in parts, each from where the service has it. After a broken connection it asks for that place and
 * continues, until it is paused or every file has arrived.
 */
export class Uploader {
  readonly #partBytes: number;
  readonly #events: UploadEvents;
  readonly #waiting: Upload[] = [];
  #running = 0;
  #paused = false;
  #stop = new AbortController();

  constructor(partBytes: number, events: UploadEvents) {
    this.#partBytes = partBytes;
    this.#events = events;
  }

  get isPaused(): boolean {
    return this.#paused;
  }

  get isBusy(): boolean {
    return this.#running > 0 || this.#waiting.length > 0;
  }

  add(upload: Upload): void {
    this.#waiting.push(upload);
    this.#begin();
  }

  pause(): void {
    this.#paused = true;
    this.#stop.abort();
  }

  resume(): void {
    this.#paused = false;
    this.#stop = new AbortController();
    this.#begin();
  }

  /** Forgets a file that waits; false if it is being sent. */
  drop(id: string): boolean {
    const i = this.#waiting.findIndex((upload) => upload.id === id);
    if (i < 0) return false;
    this.#waiting.splice(i, 1);
    return true;
  }

  #begin(): void {
    while (!this.#paused && this.#running < atOnce) {
      const upload = this.#waiting.shift();
      if (!upload) return;
      this.#running++;
      void this.#run(upload).finally(() => {
        this.#running--;
        this.#begin();
        if (!this.isBusy) this.#events.onIdle();
      });
    }
  }

  async #run(upload: Upload): Promise<void> {
    const { signal } = this.#stop;
    for (let tries = 0; ; ) {
      try {
        const isDone = await this.#sendPart(upload, signal);
        tries = 0;
        this.#events.onWait(undefined);
        this.#events.onProgress(upload);
        if (!isDone) continue;
        this.#events.onDone(upload);
        return;
      } catch (error) {
        if (signal.aborted) {
          this.#waiting.unshift(upload);
          return;
        }
        const lasting = lastingRefusal(error);
        if (lasting !== undefined) {
          this.#events.onRefused(upload, lasting);
          return;
        }
        const pauseMs = error instanceof Refusal ? error.retryMs : undefined;
        this.#events.onWait(
          error instanceof Refusal ? error.message : "No connection; the upload continues when it is back.",
        );
        await pause(pauseMs ?? pausesMs[Math.min(tries++, pausesMs.length - 1)]);
        upload.offset = await this.#askOffset(upload).catch(() => upload.offset);
      }
    }
  }

  /** Whether the file is complete. */
  async #sendPart(upload: Upload, signal: AbortSignal): Promise<boolean> {
    const { id, file, offset } = upload;
    const end = Math.min(file.size, offset + this.#partBytes);
    // A part of the file instead of its bytes: those would be copied in the page's own thread, for 100 ms and more.
    const sending = send(`/app/uploads/${encodeURIComponent(id)}`, {
      method: "PATCH",
      headers: { "content-type": "application/offset+octet-stream", "upload-offset": String(offset) },
      body: file.slice(offset, end),
      signal,
    });
    const answer = await sending.catch(async (error: unknown) => {
      if (!(error instanceof Refusal) && !signal.aborted) await requireReadable(file);
      throw error;
    });
    upload.offset = Number(answer.headers.get("upload-offset") ?? end);
    return upload.offset >= file.size;
  }

  async #askOffset({ id }: Upload): Promise<number> {
    const answer = await send(`/app/uploads/${encodeURIComponent(id)}`, { method: "HEAD" });
    return Number(answer.headers.get("upload-offset"));
  }
}

/** Throws if the file was moved or changed, which looks like a broken connection to the request that sends it. */
async function requireReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw new Refusal(415, "The file cannot be read any more; was it moved or changed? Add it again.", {}, undefined);
  }
}

/** Why the file will never be accepted; undefined if another try may succeed. */
function lastingRefusal(error: unknown): string | undefined {
  if (!(error instanceof Refusal)) return undefined;
  return [400, 401, 403, 404, 411, 413, 415, 507].includes(error.status) ? error.message : undefined;
}
