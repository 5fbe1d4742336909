import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { EngineError, wrapError } from "../../errors/index.ts";

/** A random secret of 256 bits, in characters that need no escaping in URLs and cookies. */
function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Whether two texts are equal, in a time that does not depend on where they differ. */
function isSame(given: string | undefined, expected: string): boolean {
  const [a, b] = [Buffer.from(given ?? ""), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

interface AccessRules {
  /** Secret in the printed address, and then in a cookie. */
  readonly token: string;
  /** Secret that only the page contains; writes need it in addition to the cookie. */
  readonly pageSecret: string;
  /** Path of the page, a random name between slashes: the cookie is limited to it and not sent to other servers. */
  readonly base: string;
  readonly port: number;
}

const secretHeader = "x-lightwell-secret";

/** Name of the cookie, with the port: cookies do not distinguish ports, so two servers would overwrite each other's. */
function cookieName(port: number): string {
  return `lightwell-${port}`;
}

/**
 * Status and reason for refusing a request: for another host (DNS rebinding), from another page, or without the token.
 * `undefined` if it may be answered.
 */
function refusalOf(
  request: IncomingMessage,
  { token, pageSecret, base, port }: AccessRules,
  pathname: string,
): readonly [number, string] | undefined {
  const host = `127.0.0.1:${port}`;
  const { headers, method } = request;
  if (headers.host !== host) return [421, `This server answers for ${host} only.`];
  const isWrite = method !== "GET" && method !== "HEAD";
  const { origin } = headers;
  if ((isWrite || origin !== undefined) && origin !== `http://${host}`)
    return [403, "Requests from other pages are refused."];
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && (isWrite || site !== "none"))
    return [403, "Requests from other pages are refused."];
  if (!pathname.startsWith(base) && pathname !== "/") return [404, "There is nothing here."];
  if (!pathname.startsWith(base) || !isSame(cookieOf(headers.cookie, cookieName(port)), token))
    return [401, "Open the address that lightwell review printed; it has the token of this run."];
  if (isWrite && !isSame(textOf(headers[secretHeader]), pageSecret)) return [403, "Reload the page."];
  return undefined;
}

function cookieOf(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

function textOf(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Response to a request. */
export interface Answer {
  readonly status?: number;
  readonly type: string;
  readonly body: string | Uint8Array;
  /** Content security policy; by default one that allows nothing. */
  readonly policy?: string;
}

/** Handles requests after access is granted. Throws `EngineError`s, which the page shows. */
export interface Handler {
  get(path: string): Promise<Answer | undefined>;
  /** `body` is JSON; `gone` fires when the client has disconnected. */
  post(path: string, body: unknown, gone: AbortSignal): Promise<Answer | undefined>;
}

interface Reviewing {
  readonly server: Server;
  readonly port: number;
  /** Address of the page, with the token. */
  readonly address: string;
  /** Address with a single-use ticket instead of the token, since other users can see a browser's arguments. */
  ticketAddress(): string;
  /** Secret in the page, which sends it with every change. */
  readonly pageSecret: string;
}

/** Maximum size of a request body in bytes; the options of one picture take less than 1 kB. */
const maxBodyBytes = 16 * 1024;

/** Time limit in ms for receiving a request. */
const requestMs = 10_000;
/** Lifetime of a ticket in ms: the time that a browser needs to start. Set by hand. */
const ticketMs = 30_000;

/**
 * Serves only on the loopback interface, to requests with the token. Port 0 selects any free one. Throws `io/write` if
 * the port is in use.
 */
export async function serve(handlerOf: (pageSecret: string) => Handler, wantedPort: number): Promise<Reviewing> {
  const [token, pageSecret, base] = [newSecret(), newSecret(), `/${newSecret()}/`];
  const tickets = new Map<string, number>();
  const handler = handlerOf(pageSecret);
  const server = createServer({ requestTimeout: requestMs, headersTimeout: requestMs }, (request, response) => {
    const { port } = server.address() as AddressInfo;
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    answer(request, { token, pageSecret, base, port }, tickets, handler, gone.signal).then(
      (made) => send(response, made),
      (thrown: unknown) => send(response, failureOf(thrown)),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (thrown) => reject(wrapError(thrown, "io/write", `review: port ${wantedPort}`)));
    server.listen(wantedPort, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const root = `http://127.0.0.1:${port}/`;
  return {
    server,
    port,
    address: `${root}?token=${token}`,
    ticketAddress() {
      const ticket = newSecret();
      tickets.set(ticket, Date.now() + ticketMs);
      return `${root}?token=${ticket}`;
    },
    pageSecret,
  };
}

type Sent = Answer & { readonly headers?: Readonly<Record<string, string>> };

async function answer(
  request: IncomingMessage,
  rules: AccessRules,
  tickets: Map<string, number>,
  handler: Handler,
  gone: AbortSignal,
): Promise<Sent> {
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  const withToken = takeToken(request, url, rules, tickets);
  const refused = withToken
    ? refusalOf(withCookie(request, rules), rules, rules.base)
    : refusalOf(request, rules, url.pathname);
  if (refused) return text(...refused);
  if (withToken) return { ...text(303, ""), headers: cookieHeaders(rules) };
  const path = url.pathname.slice(rules.base.length - 1);
  if (request.method === "GET" || request.method === "HEAD") return (await handler.get(path)) ?? notFound();
  if (request.method !== "POST") return text(405, "Only GET and POST are answered.");
  if (!/^application\/json\b/.test(request.headers["content-type"] ?? "")) return text(415, "Expected JSON.");
  const body = await readBody(request);
  if (body === undefined) return { ...text(413, "The request is too large."), headers: { Connection: "close" } };
  return (await handler.post(path, parse(body), gone)) ?? notFound();
}

/** Whether the address has the token, or an unused ticket that has not expired. */
function takeToken(
  { method }: IncomingMessage,
  url: URL,
  { token }: AccessRules,
  tickets: Map<string, number>,
): boolean {
  const given = url.searchParams.get("token");
  if (method !== "GET" || url.pathname !== "/" || given === null) return false;
  for (const [ticket, endMs] of tickets) if (isSame(given, ticket)) return tickets.delete(ticket) && Date.now() < endMs;
  return isSame(given, token);
}

/**
 * Adds the cookie to the first request, whose host and origin are checked as usual, because a link in a chat or a file
 * may have led to it.
 */
function withCookie(request: IncomingMessage, { token, port }: AccessRules): IncomingMessage {
  request.headers.cookie = `${cookieName(port)}=${token}`;
  delete request.headers["sec-fetch-site"];
  return request;
}

/** Moves the token to a cookie, because browsers store addresses in their history. */
function cookieHeaders({ token, base, port }: AccessRules): Readonly<Record<string, string>> {
  return { "Set-Cookie": `${cookieName(port)}=${token}; HttpOnly; SameSite=Strict; Path=${base}`, Location: base };
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  if (Number(request.headers["content-length"] ?? 0) > maxBodyBytes) return undefined;
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxBodyBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (thrown) {
    throw wrapError(thrown, "options/invalid", "review: expected JSON");
  }
}

function notFound(): Answer {
  return text(404, "There is nothing here.");
}

function text(status: number, body: string): Answer {
  return { status, type: "text/plain; charset=utf-8", body };
}

const statuses: Readonly<Record<EngineError["kind"], number>> = {
  options: 400,
  input: 422,
  unsupported: 422,
  limits: 422,
  io: 409,
  cancelled: 503,
  internal: 500,
};

function failureOf(thrown: unknown): Answer {
  const error = thrown instanceof EngineError ? thrown : wrapError(thrown, "internal", "review");
  return text(statuses[error.kind], error.message);
}

function send(response: ServerResponse, { status = 200, type, body, policy, headers = {} }: Sent): void {
  if (response.destroyed) return;
  response.writeHead(status, {
    "Content-Type": type,
    "Content-Length": Buffer.byteLength(body),
    "Content-Security-Policy": policy ?? "default-src 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    ...headers,
  });
  // Node omits the body of an answer to HEAD.
  response.end(body);
}
