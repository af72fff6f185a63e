import { createHash } from "node:crypto";

/**
 * The platform's own id for what a client names, `urn:KIND:UUID`. One name always has one id, so
 * that a repeated creation finds what the first one made.
 *
 * @param named `scheme:kind:…`; the kind stays in the id
 */
export function platformId(named: string): string {
  const hex = createHash("sha256").update(named).digest("hex");
  const [, kind = ""] = named.split(":");
  const parts = [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ].map(([from, to]) => hex.slice(from, to));
  return `urn:${kind}:${parts.join("-")}`;
}
