import { setTimeout as sleep } from "node:timers/promises";

export type Json = { readonly [name: string]: unknown };

/**
 * Asks again until an answer comes: a service that is killed and started again is away for a while, and says 503 or 507
 * where its database is away or its disk is full.
 */
export class PatientClient {
  readonly #origin: string;
  readonly #key: string;
  readonly #given: AbortSignal;
  /** Requests that were begun and got no answer. */
  lost = 0;

  /** `given`: its abort ends the patience. */
  constructor(origin: string, key: string, given: AbortSignal) {
    this.#origin = origin;
    this.#key = key;
    this.#given = given;
  }

  /** Throws where the answer is none of 200. */
  async ask(method: string, path: string, body?: Json | Uint8Array): Promise<Json> {
    const isBytes = body instanceof Uint8Array;
    const bytes = await this.#insist(method, path, isBytes || body === undefined ? body : JSON.stringify(body));
    return JSON.parse(new TextDecoder().decode(bytes)) as Json;
  }

  /** The bytes that a path answers. Throws where the answer is none of 200. */
  async download(path: string): Promise<Uint8Array> {
    return this.#insist("GET", path, undefined);
  }

  async #insist(method: string, path: string, body: string | Uint8Array | undefined): Promise<Uint8Array> {
    for (;;) {
      this.#given.throwIfAborted();
      const answer = await this.#tryOnce(method, path, body);
      if (answer?.status === 200) return answer.bytes;
      if (answer && answer.status !== 503 && answer.status !== 507)
        throw new Error(`${method} ${path}: ${answer.status} ${new TextDecoder().decode(answer.bytes)}`);
      this.lost++;
      await sleep(100);
    }
  }

  async #tryOnce(method: string, path: string, body: string | Uint8Array | undefined) {
    const signal = AbortSignal.any([this.#given, AbortSignal.timeout(60_000)]);
    const headers = { "x-api-key": this.#key, "content-type": "application/octet-stream" };
    try {
      const answer = await fetch(new URL(path, this.#origin), {
        method,
        headers,
        signal,
        ...(body === undefined ? {} : { body }),
      });
      return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()) };
    } catch {
      return undefined;
    }
  }
}
