import ipaddr from "ipaddr.js";

/**
 * Of IPv6 the first 64 bits: one household has them all, and each of its addresses would otherwise count separately.
 * Other text stays as it is.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address.kind() === "ipv6" ? address.toNormalizedString().split(":").slice(0, 4).join(":") : address.toString();
}
