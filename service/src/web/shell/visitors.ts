import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Secrets } from "../../accounts/secrets.ts";
import type { Database } from "../../database/database.ts";
import type { Account } from "../../domain/account.ts";
import type { Member } from "../../domain/member.ts";
import { HttpError } from "../../errors/http-error.ts";
import { findSession, sessionSeconds } from "../../store/session-store.ts";
import type { Site } from "./site.ts";

/** A signed-in person. */
export interface Visitor {
  readonly account: Account;
  readonly member: Member;
  readonly sessionId: string;
}

/**
 * Cookies and form tokens. A token is a signature of the id in the browser's cookie, which no other site can read: of
 * the session's, or before there is one, of a random id that is valid only for the sign-in form.
 */
export class Visitors {
  readonly #database: Database;
  readonly #secrets: Secrets;
  readonly #site: Site;

  constructor(database: Database, secrets: Secrets, site: Site) {
    this.#database = database;
    this.#secrets = secrets;
    this.#site = site;
  }

  async find(request: FastifyRequest): Promise<Visitor | undefined> {
    const sessionId = this.#read(request, "session");
    const found = sessionId && (await findSession(this.#database.queries, sessionId));
    return found ? { ...found, sessionId } : undefined;
  }

  /** The session id that the browser presents, whether or not such a session exists. */
  presented(request: FastifyRequest): string | undefined {
    return this.#read(request, "session");
  }

  keepSession(reply: FastifyReply, sessionId: string): void {
    this.#write(reply, "session", sessionId, sessionSeconds);
    this.#write(reply, "form", "", 0);
  }

  dropSession(reply: FastifyReply): void {
    this.#write(reply, "session", "", 0);
  }

  /** The token for a sign-in form; sets its cookie on `reply`. */
  formToken(request: FastifyRequest, reply: FastifyReply): string {
    const formId = this.#read(request, "form") ?? randomBytes(32).toString("base64url");
    this.#write(reply, "form", formId, 3600);
    return this.#token("form", formId);
  }

  sessionToken({ sessionId }: Visitor): string {
    return this.#token("session", sessionId);
  }

  /** Throws 403 if the form, or the script that sends the header x-csrf-token, was not sent to this browser. */
  checkForm(request: FastifyRequest, kind: "session" | "form"): void {
    const { body } = request;
    const inForm = typeof body === "object" && body !== null && "csrf" in body ? body.csrf : undefined;
    const given = inForm ?? request.headers["x-csrf-token"];
    const id = this.#read(request, kind);
    const from = request.headers["sec-fetch-site"];
    const isForeign = from !== undefined && from !== "same-origin" && from !== "none";
    if (isForeign || !id || typeof given !== "string" || !this.#secrets.verify(`csrf ${kind}`, id, given)) {
      throw new HttpError(403, "This form has expired, or the browser blocks cookies. Reload the page and try again.");
    }
  }

  #token(kind: "session" | "form", id: string): string {
    return this.#secrets.sign(`csrf ${kind}`, id);
  }

  #read(request: FastifyRequest, kind: "session" | "form"): string | undefined {
    const value = request.cookies[this.#name(kind)];
    return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
  }

  /** Lax: links from elsewhere may lead here; changes need a POST with a token. */
  #write(reply: FastifyReply, kind: "session" | "form", value: string, maxAge: number): void {
    const { isSecure: secure } = this.#site;
    reply.setCookie(this.#name(kind), value, { path: "/", httpOnly: true, sameSite: "lax", secure, maxAge });
  }

  /** The prefix keeps a neighbour under the same domain, or a page without https, from setting the cookie. */
  #name(kind: "session" | "form"): string {
    return `${this.#site.isSecure ? "__Host-" : ""}lightwell_${kind}`;
  }
}

/** What the browser calls itself, for the list of open sessions. */
export function browserOf({ headers }: FastifyRequest): string {
  return headers["user-agent"] ?? "";
}
