import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../config/config.ts";
import { trusts } from "../config/trusted-proxies.ts";
import { networkOf } from "../domain/network-of.ts";
import { HttpError } from "../errors/http-error.ts";

/** How long a connection over the limit may wait for its request, which is answered 429, in ms. */
const refusalMs = 5000;
/** Connections of an address over its limit that get that time; further ones are closed at once. */
const refusedAtOnce = 32;

/** Descriptors for the service itself: an idle one with the embedded database has 224 open (Node 20, Linux). */
const ownFiles = 320;

/** Least interval between log lines about refused connections, in ms. */
const logMs = 10_000;

type Bounds = Pick<Config, "connectionsPerAddress" | "trustProxy">;

/**
 * Limits the connections of each address, and the total, so that descriptors remain for the service's own files.
 * Connections of a trusted proxy serve many clients and count only in the total.
 */
export function boundConnections(app: FastifyInstance, { connectionsPerAddress: most, trustProxy }: Bounds): void {
  const isProxy = trusts(trustProxy);
  const open = new Counts();
  const refused = new WeakSet<Socket>();
  const { server } = app;
  const total = maxConnections();
  if (total !== undefined) server.maxConnections = total;
  let loggedAt = Number.NEGATIVE_INFINITY;
  const warn = (facts: object, message: string) => {
    if (performance.now() - loggedAt < logMs) return;
    loggedAt = performance.now();
    app.log.warn(facts, message);
  };
  server.on("drop", (drop) => warn({ ...drop, most: total }, "all connections are in use; one was closed"));
  server.on("connection", (socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isProxy(remoteAddress, 0)) return;
    const address = networkOf(remoteAddress);
    const count = open.add(address);
    let timer: NodeJS.Timeout | undefined;
    socket.once("close", () => {
      clearTimeout(timer);
      open.remove(address);
    });
    if (count <= most) return;
    warn({ ip: remoteAddress, most }, "an address has too many connections; further ones are refused");
    if (count > most + refusedAtOnce) {
      socket.destroy();
      return;
    }
    refused.add(socket);
    timer = setTimeout(() => socket.destroy(), refusalMs);
    timer.unref();
  });
  app.addHook("onRequest", async ({ raw }) => {
    if (!refused.has(raw.socket)) return;
    throw tooMany(`More than ${most} connections are open from this address; close some and try again.`, {
      connection: "close",
    });
  });
}

/** Limits the concurrent uploads of one address. */
export class UploadSlots {
  readonly #most: number;
  readonly #open = new Counts();

  constructor(most: number) {
    this.#most = most;
  }

  /** Runs `work` in a slot of the request's address. Throws 429 if none is free. */
  async use<T>({ ip }: Pick<FastifyRequest, "ip">, work: () => Promise<T>): Promise<T> {
    const address = networkOf(ip);
    try {
      if (this.#open.add(address) > this.#most) {
        throw tooMany(`More than ${this.#most} uploads come from this address at once; send this one again.`);
      }
      return await work();
    } finally {
      this.#open.remove(address);
    }
  }
}

class Counts {
  readonly #counts = new Map<string, number>();

  add(name: string): number {
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return count;
  }

  remove(name: string): void {
    const count = (this.#counts.get(name) ?? 0) - 1;
    if (count > 0) this.#counts.set(name, count);
    else this.#counts.delete(name);
  }
}

function tooMany(message: string, headers: Record<string, string> = {}): HttpError {
  return new HttpError(429, message, {}, { "retry-after": "1", ...headers });
}

/** A request needs a connection and a file; half of the descriptors are reserved for files. */
function maxConnections(): number | undefined {
  const limit = descriptorLimit();
  return limit === undefined ? undefined : Math.max(16, Math.floor((limit - ownFiles) / 2));
}

/** Files that this process may have open (RLIMIT_NOFILE); undefined where the system does not say. */
function descriptorLimit(): number | undefined {
  try {
    const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
}
