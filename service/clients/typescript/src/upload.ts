/** What is uploaded: a file of the browser, bytes, or a stream of known length that can be opened again for a retry. */
export type UploadSource = Blob | Uint8Array | FileSource;

export interface FileSource {
  readonly sizeBytes: number;
  /** Called once for each try. */
  open(): ReadableStream<Uint8Array>;
}

export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

export interface SentAnswer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

/**
 * Sends the bytes of a source by PUT and reports progress. In browsers by XMLHttpRequest, since fetch has no progress.
 */
export function putBytes(
  url: string,
  source: UploadSource,
  contentType: string,
  onProgress: (progress: UploadProgress) => void,
  send: typeof fetch,
  signal?: AbortSignal,
): Promise<SentAnswer> {
  const blob = source instanceof Blob ? source : undefined;
  if (blob && "XMLHttpRequest" in globalThis) return putByBrowser(url, blob, contentType, onProgress, signal);
  return putByStream(url, openSource(source), contentType, onProgress, send, signal);
}

function openSource(source: UploadSource): { stream: ReadableStream<Uint8Array>; sizeBytes: number } {
  if (source instanceof Blob) return { stream: source.stream(), sizeBytes: source.size };
  if (source instanceof Uint8Array) return { stream: streamOf(source), sizeBytes: source.length };
  return { stream: source.open(), sizeBytes: source.sizeBytes };
}

/** Bytes at a time: small enough for steady progress. */
const chunkBytes = 256 * 1024;

function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent < bytes.length) controller.enqueue(bytes.subarray(sent, sent + chunkBytes));
      sent += chunkBytes;
      if (sent >= bytes.length) controller.close();
    },
  });
}

async function putByStream(
  url: string,
  { stream, sizeBytes }: { stream: ReadableStream<Uint8Array>; sizeBytes: number },
  contentType: string,
  onProgress: (progress: UploadProgress) => void,
  send: typeof fetch,
  signal?: AbortSignal,
): Promise<SentAnswer> {
  let sentBytes = 0;
  const counted = stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        sentBytes += chunk.length;
        controller.enqueue(chunk);
        onProgress({ sentBytes, totalBytes: sizeBytes });
      },
    }),
  );
  const request = {
    method: "PUT",
    headers: { "content-type": contentType, "content-length": String(sizeBytes) },
    body: counted,
    duplex: "half",
    ...(signal ? { signal } : {}),
  };
  const answer = await send(url, request as RequestInit);
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), text: await answer.text() };
}

/** The part of XMLHttpRequest that is used; Node.js has none, so its types have none. */
interface BrowserRequest {
  readonly status: number;
  readonly responseText: string;
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getResponseHeader(name: string): string | null;
  send(body: Blob): void;
  abort(): void;
}

function putByBrowser(
  url: string,
  blob: Blob,
  contentType: string,
  onProgress: (progress: UploadProgress) => void,
  signal?: AbortSignal,
): Promise<SentAnswer> {
  const { XMLHttpRequest } = globalThis as unknown as { XMLHttpRequest: new () => BrowserRequest };
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => request.abort();
    signal?.addEventListener("abort", abort, { once: true });
    request.upload.onprogress = ({ loaded, total }) => onProgress({ sentBytes: loaded, totalBytes: total });
    request.onload = () =>
      resolve({
        status: request.status,
        retryAfter: request.getResponseHeader("retry-after"),
        text: request.responseText,
      });
    request.onerror = () => reject(new TypeError("the connection failed"));
    request.onabort = () => reject(signal?.reason);
    request.open("PUT", url);
    request.setRequestHeader("content-type", contentType);
    request.send(blob);
  });
}
