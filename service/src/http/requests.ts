import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isTransient } from "../database/transient.ts";
import type { Account } from "../domain/account.ts";
import { HttpError, invalid, notFound, unauthorized } from "../errors/http-error.ts";
import type { Parts } from "../parts.ts";
import { findAccountByKey } from "../store/account-store.ts";
import { isUnguessable } from "./schemas.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The account of the request's key; null without a key. */
    account: Account | null;
  }
}

/** Accepts what Fastify takes for a Content-Type; it refuses anything else before calling a parser. */
const mediaType = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/;

/** JSON in any, or no, Content-Type; an empty body counts as none. */
export function parseAnyJson(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ raw }) => {
    if (!mediaType.test(raw.headers["content-type"] ?? "")) delete raw.headers["content-type"];
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => {
    const text = body.toString().trim();
    if (text === "") return done(null, undefined);
    try {
      done(null, JSON.parse(text, dropPrototype));
    } catch {
      done(new HttpError(400, "The body must be JSON."));
    }
  });
}

function dropPrototype(name: string, value: unknown): unknown {
  return name === "__proto__" ? undefined : value;
}

/** Refuses text that the database cannot store, anywhere in a value. */
export function refuseBadText(app: FastifyInstance): void {
  app.addHook("preValidation", async (request) => {
    const body = request.body instanceof Readable ? undefined : request.body;
    for (const part of [body, request.query, request.params]) {
      const place = findBadText(part);
      if (place !== undefined)
        throw invalid({ [place]: ["Must not contain U+0000 or half a surrogate pair, or nest too deeply."] });
    }
  });
}

const drainMs = 10_000;

/**
 * Discards the rest of a body that was refused unread, within limits: otherwise the connection's next request waits
 * behind it, or a reset makes the client lose the answer.
 */
export function drainRefused(app: FastifyInstance): void {
  app.addHook("onResponse", async ({ raw }) => {
    if (raw.readableEnded || raw.destroyed) return;
    const timer = setTimeout(() => raw.destroy(), drainMs);
    raw.once("close", () => clearTimeout(timer));
    // A listener, since `resume` alone does nothing while an iterator still waits for its last bytes.
    raw.on("data", () => {}).resume();
  });
}

/** Finds the account of the request's key. An invalid key is refused even if the endpoint needs no key. */
export function knowAccounts(app: FastifyInstance, { database }: Parts): void {
  app.decorateRequest("account", null);
  app.addHook("onRequest", async (request) => {
    const key = request.headers["x-api-key"];
    if (typeof key !== "string" || key === "") {
      if (request.url.startsWith("/v3/") && !isReading(request.method)) throw unauthorized();
      return;
    }
    const account = await findAccountByKey(database, key);
    if (!account) throw unauthorized();
    request.account = account;
  });
}

function isReading(method: string): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}

/** The account that writes. Throws 401. */
export function requireAccount(request: FastifyRequest): Account {
  if (!request.account) throw unauthorized();
  return request.account;
}

/**
 * Throws 404 if the request must not see `found`: it belongs to another account, or its id is guessable and no key was
 * sent.
 */
export function checkReadable<Found extends { readonly account_id: string }>(
  request: FastifyRequest,
  what: string,
  id: string,
  found: Found | undefined,
): Found {
  const readable = found && (request.account ? request.account.accountId === found.account_id : isUnguessable(id));
  if (!readable) throw notFound(what);
  return found;
}

/** x-dev-mode as clients write it: true, True or 1. */
export function isDevMode(request: FastifyRequest): boolean {
  return /^\s*(true|1)\s*$/i.test(String(request.headers["x-dev-mode"] ?? ""));
}

/**
 * The path, as `field.field`, of a text in `value` that PostgreSQL cannot store (U+0000, or half a surrogate pair);
 * undefined if there is none. Also limits how deeply values nest.
 */
function findBadText(value: unknown, path = "", depth = 0): string | undefined {
  if (typeof value === "string") return isKept(value) ? undefined : path || "body";
  if (typeof value !== "object" || value === null) return undefined;
  if (depth > 32) return path;
  for (const [name, entry] of Object.entries(value)) {
    const place = path ? `${path}.${name}` : name;
    if (!isKept(name)) return path || "body";
    const found = findBadText(entry, place, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isKept(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}

/** Pause before looking, in ms: a commit whose connection broke completes or is rolled back within moments. */
const pausesMs = [50, 200, 1000];

/**
 * Returns the result of `register`. If the connection breaks during its commit, the outcome is unknown, and a client
 * that repeats the request without its own id would get a second registration. So `find` looks for the first one; if
 * there is none, `register` runs again.
 */
export async function registerOnce<T>(register: () => Promise<T>, find: () => Promise<T | undefined>): Promise<T> {
  try {
    return await register();
  } catch (error) {
    if (!isTransient(error)) throw error;
    for (const pauseMs of pausesMs) {
      await sleep(pauseMs);
      const found = await find();
      if (found !== undefined) return found;
    }
    return register();
  }
}
