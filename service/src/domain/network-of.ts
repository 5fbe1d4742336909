import ipaddr from "ipaddr.js";

/**
 * The first 64 bits of an IPv6 address: one household owns all addresses below them, and each would otherwise count
 * separately. Other text is returned unchanged.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address.kind() === "ipv6" ? address.toNormalizedString().split(":").slice(0, 4).join(":") : address.toString();
}
