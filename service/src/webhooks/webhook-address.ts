import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** An address that webhooks must not go to; the message says why. */
export class RefusedAddress extends Error {
  override readonly name = "RefusedAddress";
}

/**
 * The address as a URL. Throws `RefusedAddress` if it is not a URL, or if it is localhost or a private numeric address
 * in any notation; other names are checked by `publicLookup` when they are resolved.
 */
export function checkWebhookUrl(text: string, allowPrivate: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new RefusedAddress("It must be an http or https address.");
  if (url.username || url.password) throw new RefusedAddress("It must not contain a user name or password.");
  // URL normalizes numbers: 0x7f000001, 2130706433 and 127.1 all become 127.0.0.1.
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // Names under localhost mean this machine (RFC 6761, section 6.3).
  const isLocal = /(^|\.)localhost\.?$/.test(host) || (ipaddr.isValid(host) && !isPublic(host));
  if (!allowPrivate && isLocal) {
    throw new RefusedAddress(`${host} must be a public address, unless the service runs with --private-webhooks.`);
  }
  return url;
}

/**
 * Resolves a name and checks its addresses. The connection uses exactly these, so a second DNS answer cannot bypass the
 * check.
 */
export const publicLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, "");
    const refused = found.find(({ address }) => !isPublic(address));
    if (refused)
      return done(
        new RefusedAddress(`${host} must have a public address, got ${refused.address}; --private-webhooks allows it.`),
        "",
      );
    if (options.all) return done(null, found);
    done(null, found[0].address, found[0].family);
  });
};

const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether a numeric address is public: not private, loopback, link-local, reserved, or a tunnel to such an address.
 */
function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(globalUnicast);
}
