import { BlockList, isIPv6 } from "node:net";

/** Private and local addresses. */
const INNER = new BlockList();
for (const [network, bits] of [
  ["10.0.0.0", 8],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  INNER.addSubnet(network, bits, "ipv4");
for (const [network, bits] of [
  ["::1", 128],
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  INNER.addSubnet(network, bits, "ipv6");

/**
 * The key that a limit by address counts: an address of IPv4, a network of IPv6; undefined for a
 * private address.
 */
export function countedAddress(address: string): string | undefined {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!isIPv6(plain)) return INNER.check(plain, "ipv4") ? undefined : plain;
  if (INNER.check(plain, "ipv6")) return undefined;
  // A household or a server has a whole /64 network of addresses.
  const [left = "", right] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split("::");
  const [first, last] = [left, right ?? ""].map((part) =>
    part.split(":").filter((group) => group !== ""),
  );
  return [
    ...(first ?? []),
    ...Array.from({ length: 8 - (first?.length ?? 0) - (last?.length ?? 0) }, () => "0"),
  ]
    .slice(0, 4)
    .join(":");
}
