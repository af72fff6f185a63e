import { createHash } from "node:crypto";

/**
 * The platform's own id for what a client names: the same for the same name, so that a repeated
 * creation finds what the first one made.
 */
export function ownId(named: string): string {
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
