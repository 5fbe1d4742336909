import ipaddr from "ipaddr.js";

/**
 * Proxies that are trusted to name the previous address in X-Forwarded-For: the `hops` nearest to the service, or those
 * whose address is in one of `networks` (addresses, CIDR, or a name of `namedNetworks`).
 */
export type TrustedProxies = { readonly hops: number } | { readonly networks: readonly string[] };

const namedNetworks: Readonly<Record<string, readonly string[]>> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

/** A chain of proxies in front of one service is short; a larger number is a mistake. */
const maxHops = 16;

/** "2", or "loopback,10.1.0.0/16,2001:db8::7". Throws an `Error` that says what is expected. */
export function parseTrustedProxies(given: string): TrustedProxies {
  if (/^\d+$/.test(given)) {
    const hops = Number(given);
    if (hops >= 1 && hops <= maxHops) return { hops };
    throw new Error(`expected 1 to ${maxHops} proxies, got ${given}`);
  }
  const networks = given.split(",").map((part) => part.trim());
  for (const network of networks) {
    if (!(Object.hasOwn(namedNetworks, network) || ipaddr.isValid(network) || ipaddr.isValidCIDR(network))) {
      throw new Error(
        `expected a number of proxies, or networks such as 10.0.0.0/8 or loopback, separated by commas, got ${given}`,
      );
    }
  }
  return { networks };
}

/**
 * Whether the proxy at `address` is trusted; `hop` is 0 for the proxy that is connected to the service, 1 for the next.
 */
export function trusts(proxies: TrustedProxies | undefined): (address: string, hop: number) => boolean {
  if (!proxies) return () => false;
  if ("hops" in proxies) return (_address, hop) => hop < proxies.hops;
  const ranges = proxies.networks
    .flatMap((network) => (Object.hasOwn(namedNetworks, network) ? namedNetworks[network] : [network]))
    .map((network) => ipaddr.parseCIDR(network.includes("/") ? network : `${network}/${bitsOf(network)}`));
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return ranges.some(([base, bits]) => base.kind() === parsed.kind() && parsed.match(base, bits));
  };
}

function bitsOf(address: string): number {
  return ipaddr.parse(address).kind() === "ipv4" ? 32 : 128;
}
