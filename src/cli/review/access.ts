import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Of 256 bits, as text that a URL and a cookie take as it is. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Whether two texts are equal, in a time that does not depend on where they differ. */
export function isSame(given: string | undefined, expected: string): boolean {
  const [a, b] = [Buffer.from(given ?? ""), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export interface AccessRules {
  /** In the address that is printed, and then in a cookie. */
  readonly token: string;
  /** In the page alone: a write needs it next to the cookie. */
  readonly pageSecret: string;
  /** Path of the page, with slashes around a random name: the cookie goes there alone, not to other servers. */
  readonly base: string;
  readonly port: number;
}

export const secretHeader = "x-lightwell-secret";

/** Cookies know no ports: without the port in its name, two servers would overwrite each other's. */
export function cookieName(port: number): string {
  return `lightwell-${port}`;
}

/**
 * The status of a request that is refused, and why: one for another host (a name that was pointed here), from another
 * page, or without the token. `undefined` for one that may be answered.
 */
export function refusalOf(
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
