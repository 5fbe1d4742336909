import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** An address that webhooks must not go to; the message says why. */
export class RefusedAddress extends Error {
  override readonly name = "RefusedAddress";
}

/**
 * The address as a URL. Throws `RefusedAddress` where it is none, or names a private place by number in any notation,
 * or as localhost; other names are checked when they are resolved, by `publicLookup`.
 */
export function checkWebhookUrl(text: string, allowPrivate: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new RefusedAddress("It must be an http or https address.");
  if (url.username || url.password) throw new RefusedAddress("It must not hold a user name or password.");
  // A URL has its numbers normalised: 0x7f000001, 2130706433 and 127.1 all read 127.0.0.1 here.
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // Names under localhost are this machine's (RFC 6761, section 6.3).
  const isLocal = /(^|\.)localhost\.?$/.test(host) || (ipaddr.isValid(host) && !isPublic(host));
  if (!allowPrivate && isLocal) {
    throw new RefusedAddress(`${host} must be a public address, unless the service runs with --private-webhooks.`);
  }
  return url;
}

/**
 * Resolves a name for a connection that goes to just these addresses, so that a second answer cannot differ from the
 * checked one.
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
 * Whether a numeric address is one of the open Internet: not private, loopback, link-local, reserved, or a way to such
 * by a tunnel.
 */
function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(globalUnicast);
}
