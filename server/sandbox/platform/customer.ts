import { createHash } from "node:crypto";

/** The customer of a call: the header x-customer names the signed-in person. */
export interface Customer {
  /** In lower case. */
  readonly name: string;
  /** As received. */
  readonly said: string;
  /** The stored hash of the name. */
  readonly hash: string;
}

/** The customer that a header names, in any case; undefined without one. */
export function customerOf(header: unknown): Customer | undefined {
  if (typeof header !== "string" || header === "") return undefined;
  const name = header.toLowerCase();
  return { name, said: header, hash: customerHash(name) };
}

/** Whether a customer asks for another customer's application. */
export function belongsToAnother(
  owner: string | undefined,
  customer: Customer | undefined,
): boolean {
  return owner !== undefined && customer !== undefined && owner !== customer.hash;
}

/** The customer's name for their own application; undefined for any other. */
export function ownerTold(
  owner: string | undefined,
  customer: Customer | undefined,
): { readonly customerId?: string } {
  return customer !== undefined && owner === customer.hash ? { customerId: customer.said } : {};
}

/** The hash under which an application's owner is stored. */
export function customerHash(name: string): string {
  return createHash("sha256").update(`customer:${name}`).digest("hex");
}
