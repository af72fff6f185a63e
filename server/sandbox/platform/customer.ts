import { createHash } from "node:crypto";

/** Who asks: the header x-customer names the person who is signed in. */
export interface Customer {
  /** In small letters. */
  readonly name: string;
  /** As it was said. */
  readonly said: string;
  /** What is kept of the name. */
  readonly hash: string;
}

export function customerOf(header: unknown): Customer | undefined {
  if (typeof header !== "string" || header === "") return undefined;
  const name = header.toLowerCase();
  return { name, said: header, hash: customerHash(name) };
}

/** Whether something that somebody handed in is asked for by somebody else. */
export function isForeign(owner: string | undefined, customer: Customer | undefined): boolean {
  return owner !== undefined && customer !== undefined && owner !== customer.hash;
}

/** The name of who asks, when what is asked for is theirs; its owner is told to nobody else. */
export function ownerTold(
  owner: string | undefined,
  customer: Customer | undefined,
): { readonly customerId?: string } {
  return customer !== undefined && owner === customer.hash ? { customerId: customer.said } : {};
}

export function customerHash(name: string): string {
  return createHash("sha256").update(`customer:${name}`).digest("hex");
}
