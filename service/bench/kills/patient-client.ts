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
    for (;;) {
      this.#given.throwIfAborted();
      const answer = await this.#tryOnce(method, path, isBytes || body === undefined ? body : JSON.stringify(body));
      if (answer === undefined || answer.status >= 500) {
        if (answer && answer.status !== 503 && answer.status !== 507)
          throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
        this.lost++;
        await sleep(100);
      } else if (answer.status !== 200) {
        throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      } else {
        return JSON.parse(answer.text) as Json;
      }
    }
  }

  /** The bytes behind an address; throws where the answer is none of 200. */
  async fetchBytes(address: URL): Promise<Uint8Array> {
    const answer = await fetch(address, { headers: { "x-api-key": this.#key }, signal: this.#given });
    if (answer.status !== 200) throw new Error(`GET ${address.pathname}: ${answer.status} ${await answer.text()}`);
    return new Uint8Array(await answer.arrayBuffer());
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
      return { status: answer.status, text: await answer.text() };
    } catch {
      return undefined;
    }
  }
}
