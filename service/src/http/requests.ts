import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Account } from "../domain/account.ts";
import { HttpError, invalid, notFound, unauthorized } from "../errors/http-error.ts";
import type { Parts } from "../parts.ts";
import { findAccountByKey } from "../store/account-store.ts";
import { isUnguessable } from "./schemas.ts";
import { findBadText } from "./text-check.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Whose key came with the request; null without a key. */
    account: Account | null;
  }
}

/** What Fastify takes for a Content-Type; it refuses all else before any parser is asked. */
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

/** Refuses what no table can keep, wherever it stands. */
export function refuseBadText(app: FastifyInstance): void {
  app.addHook("preValidation", async (request) => {
    const body = request.body instanceof Readable ? undefined : request.body;
    for (const part of [body, request.query, request.params]) {
      const place = findBadText(part);
      if (place !== undefined)
        throw invalid({ [place]: ["Must not hold U+0000 or half a surrogate pair, nor nest too deeply."] });
    }
  });
}

const drainMs = 10_000;

/**
 * Reads off what is left of a body that was refused unread, within bounds: else the connection's next request waits
 * behind it, or the client loses the answer to a reset.
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

/** Finds whose key came; a key that is none is refused, wherever a key is not asked for too. */
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

/** Throws 404 where the request must not see `found`: another's, or without a key an id that could be guessed. */
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
