import { EnhancementError, ServiceError, WaitTimeoutError } from "./errors.ts";
import { type Image, Operations, type Order, type Picture, type Transport } from "./generated.ts";
import { type RetryOptions, sleep, withRetries } from "./retry.ts";
import { putBytes, type SentAnswer, type UploadProgress, type UploadSource } from "./upload.ts";

export interface ClientOptions {
  /** Address of the service, such as `https://photos.example.org`. */
  readonly baseUrl: string;
  /** The account's API key. It is secret: use it on servers only. */
  readonly apiKey: string;
  /** `true`: no credits are used, and pictures have a watermark. Default false. */
  readonly devMode?: boolean;
  readonly retry?: RetryOptions;
  /** Milliseconds until an answer must begin. Default 60,000. Uploads have no limit. */
  readonly timeoutMs?: number;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
}

export interface UploadOptions {
  /** Default `application/octet-stream`; must be the registered `content_type` if there was one. */
  readonly contentType?: string;
  readonly onProgress?: (progress: UploadProgress) => void;
  readonly signal?: AbortSignal;
}

export interface WaitOptions {
  /** Default 900,000 (15 minutes). */
  readonly timeoutMs?: number;
  /** First pause between two looks, in ms; it doubles up to 16 times as much. Default 500. */
  readonly intervalMs?: number;
  readonly signal?: AbortSignal;
}

/** What `createImage` and `createBracket` return: the address that takes the bytes. */
export interface Registered {
  readonly upload_url?: string;
  readonly s3PutObjectUrl?: string;
}

/** The API version that this client is made for: the registration answers with `upload_url`. */
const apiVersion = "2026-10-01";
/** A request with these methods has the same effect if it is sent twice. */
const repeatable = ["GET", "PUT", "DELETE"];
/** Largest pause between two looks, over the first. */
const slowest = 16;

/**
 * A client of the v3 API: a method for each operation, uploads with progress, and waiting. Requests that the service
 * puts off are repeated. Throws `ServiceError` for every other answer that is not a success.
 */
export class LightwellClient extends Operations {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    super({
      json: async (method, path, query, body) => {
        const answer = await this.#request(method, path, query, body);
        return answer.bytes.length === 0 ? undefined : parseJson(new TextDecoder().decode(answer.bytes));
      },
      bytes: (method, path, query) => this.#request(method, path, query),
    } satisfies Transport);
    if (!/^https?:\/\//.test(options.baseUrl))
      throw new TypeError("baseUrl: expected an address that begins with http");
    if (options.apiKey === "") throw new TypeError("apiKey: expected the account's key, got an empty text");
    this.#options = options;
  }

  /** Uploads the bytes of a registered image or bracket. A broken upload begins again, within the client's tries. */
  async upload(registered: Registered, source: UploadSource, options: UploadOptions = {}): Promise<void> {
    const url = registered.upload_url ?? registered.s3PutObjectUrl;
    if (!url) throw new TypeError("upload: expected what createImage or createBracket returned");
    const { contentType = "application/octet-stream", onProgress = () => {}, signal } = options;
    const put = async () => failIfRefused(await putBytes(url, source, contentType, onProgress, this.#fetch, signal));
    await withRetries(put, true, this.#options.retry, signal);
  }

  /**
   * Waits until an image is processed. Throws `EnhancementError` if it fails, `WaitTimeoutError` if it takes longer.
   */
  waitForImage(imageId: string, options: WaitOptions = {}): Promise<Image> {
    return waitFor(`image ${imageId}`, options, async () => {
      const image = await this.getImage(imageId);
      if (image.error) throw new EnhancementError(image.status_reason ?? "the image failed", [imageId]);
      return image.status === "processed" ? image : undefined;
    });
  }

  /**
   * Waits until an order is grouped and all its images are processed. Throws `EnhancementError` with the images that
   * failed, once none is being made any more.
   */
  waitForOrder(orderId: string, options: WaitOptions = {}): Promise<Order> {
    return waitFor(`order ${orderId}`, options, async () => {
      const order = await this.getOrder(orderId);
      if (order.is_merging || order.is_processing || order.status === "waiting") return undefined;
      const failed = order.images.filter((image) => image.error);
      if (failed.length > 0) {
        const reasons = failed.map((image) => `${image.image_name}: ${image.status_reason ?? "failed"}`);
        throw new EnhancementError(
          reasons.join("; "),
          failed.map((image) => image.image_id),
        );
      }
      if (order.status === "error") throw new EnhancementError(`order ${orderId} failed`, []);
      return order;
    });
  }

  get #fetch(): typeof fetch {
    return this.#options.fetch ?? globalThis.fetch;
  }

  async #request(method: string, path: string, query: object = {}, body?: object): Promise<Picture> {
    const { baseUrl, apiKey, devMode = false, retry, timeoutMs = 60_000 } = this.#options;
    const url = new URL(baseUrl.replace(/\/+$/, "") + path);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    }
    const headers = {
      "x-api-key": apiKey,
      "x-api-version": apiVersion,
      ...(devMode ? { "x-dev-mode": "true" } : {}),
      ...(body ? { "content-type": "application/json" } : {}),
    };
    const send = async () => {
      const signal = AbortSignal.timeout(timeoutMs);
      const text = body ? { body: JSON.stringify(body) } : {};
      const answer = await this.#fetch(url, { method, headers, signal, ...text });
      const bytes = new Uint8Array(await answer.arrayBuffer());
      if (answer.ok) return { bytes, contentType: answer.headers.get("content-type") ?? "" };
      const retryAfter = answer.headers.get("retry-after");
      return failIfRefused({ status: answer.status, retryAfter, text: new TextDecoder().decode(bytes) });
    };
    return withRetries(send as () => Promise<Picture>, repeatable.includes(method), retry);
  }
}

function failIfRefused({ status, retryAfter, text }: SentAnswer): undefined {
  if (status >= 200 && status < 300) return undefined;
  const json = parseJson(text) as { message?: unknown; detail?: unknown } | undefined;
  const message = typeof json?.message === "string" ? json.message : `the service answered ${status}`;
  const detail = typeof json?.detail === "object" && json.detail !== null ? json.detail : {};
  const seconds = retryAfter === null ? Number.NaN : Number(retryAfter);
  throw new ServiceError(message, status, { ...detail }, Number.isFinite(seconds) ? seconds : undefined);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function waitFor<T>(
  what: string,
  { timeoutMs = 900_000, intervalMs = 500, signal }: WaitOptions,
  look: () => Promise<T | undefined>,
): Promise<T> {
  const until = Date.now() + timeoutMs;
  for (let pauseMs = intervalMs; ; pauseMs = Math.min(2 * pauseMs, slowest * intervalMs)) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() + pauseMs > until) throw new WaitTimeoutError(`${what} took longer than ${timeoutMs / 1000} s`);
    await sleep(pauseMs, signal);
  }
}
