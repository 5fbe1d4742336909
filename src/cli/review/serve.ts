import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { EngineError, wrapError } from "../../errors/index.ts";

/** Of 256 bits, as text that a URL and a cookie take as it is. */
function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Whether two texts are equal, in a time that does not depend on where they differ. */
function isSame(given: string | undefined, expected: string): boolean {
  const [a, b] = [Buffer.from(given ?? ""), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

interface AccessRules {
  /** In the address that is printed, and then in a cookie. */
  readonly token: string;
  /** In the page alone: a write needs it next to the cookie. */
  readonly pageSecret: string;
  /** Path of the page, with slashes around a random name: the cookie goes there alone, not to other servers. */
  readonly base: string;
  readonly port: number;
}

const secretHeader = "x-lightwell-secret";

/** Cookies know no ports: without the port in its name, two servers would overwrite each other's. */
function cookieName(port: number): string {
  return `lightwell-${port}`;
}

/**
 * The status of a request that is refused, and why: one for another host (a name that was pointed here), from another
 * page, or without the token. `undefined` for one that may be answered.
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

/** What is sent back. */
export interface Answer {
  readonly status?: number;
  readonly type: string;
  readonly body: string | Uint8Array;
  /** Its policy; by default one that lets nothing in. */
  readonly policy?: string;
}

/** What the server is asked for, once access is granted. Throws `EngineError`s, which the page shows. */
export interface Handler {
  get(path: string): Promise<Answer | undefined>;
  /** `body` is JSON; `gone` fires when the client has disconnected. */
  post(path: string, body: unknown, gone: AbortSignal): Promise<Answer | undefined>;
}

interface Reviewing {
  readonly server: Server;
  readonly port: number;
  /** With the token. */
  readonly address: string;
  /** The same with a ticket in its place, which one request uses up: other users see the arguments of a browser. */
  ticketAddress(): string;
  /** In the page, which sends it along with what it changes. */
  readonly pageSecret: string;
}

/** Of a request: options of one picture take less than a kilobyte. */
const mostBodyBytes = 16 * 1024;

/** Until a request has come as a whole. */
const requestMs = 10_000;
/** For which a ticket holds: until a browser has started. By hand. */
const ticketMs = 30_000;

/**
 * Serves on the loopback interface alone, and answers only with the token. Port 0 takes any free one. Throws
 * `io/write` where the port is taken.
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

/** Whether the address has the token, or a ticket that was not used before and still holds. */
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
 * The host and the origin of the first request are checked as those of all others; a link in a chat or a file may have
 * led to it.
 */
function withCookie(request: IncomingMessage, { token, port }: AccessRules): IncomingMessage {
  request.headers.cookie = `${cookieName(port)}=${token}`;
  delete request.headers["sec-fetch-site"];
  return request;
}

/** The token does not stay in the address, which browsers keep. */
function cookieHeaders({ token, base, port }: AccessRules): Readonly<Record<string, string>> {
  return { "Set-Cookie": `${cookieName(port)}=${token}; HttpOnly; SameSite=Strict; Path=${base}`, Location: base };
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  if (Number(request.headers["content-length"] ?? 0) > mostBodyBytes) return undefined;
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > mostBodyBytes) return undefined;
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
