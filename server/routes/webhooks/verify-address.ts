import { createHash, createHmac } from "node:crypto";
import type { AddressSignature } from "../../../engine/language/provider.ts";
import { equalsOneOf } from "./equals-one-of.ts";
import type { Verdict } from "./signature-fault.ts";
import { secretsIn } from "./secrets-in.ts";

/** The signed request. The provider signed the public address, not the one behind a proxy. */
export interface SignedRequest {
  /** Public origins of the site that the provider may have signed. */
  readonly origins: readonly string[];
  /** Path and query as received. */
  readonly path: string;
  readonly body: Buffer;
  /** Whether the body is a form. */
  readonly isForm: boolean;
}

/**
 * Verifies that one of the secrets signed the address and a form's fields: names and values in
 * order of names, joined without a separator. For a body that is no form, the address carries its
 * hash.
 *
 * @param secrets parted by commas
 */
export function verifyAddress(
  definition: AddressSignature,
  header: string,
  { origins, path, body, isForm }: SignedRequest,
  secrets: string,
): Verdict {
  if (!isForm && !isVouchedFor(definition, path, body)) return "body";
  const fields = isForm ? fieldsOf(body) : "";
  const given = Buffer.from(header, definition.encoding);
  const signed = origins.flatMap(withAndWithoutPort).map((origin) => `${origin}${path}${fields}`);
  const expected = secretsIn(secrets).flatMap((secret) =>
    signed.map((text) => createHmac(definition.algorithm, secret).update(text).digest()),
  );
  return equalsOneOf(expected, given) ? "valid" : "signature";
}

function isVouchedFor({ bodyHash }: AddressSignature, path: string, body: Buffer): boolean {
  const claimed =
    bodyHash === undefined
      ? null
      : new URLSearchParams(path.slice(path.indexOf("?") + 1)).get(bodyHash);
  return (
    claimed !== null &&
    equalsOneOf([createHash("sha256").update(body).digest()], Buffer.from(claimed, "hex"))
  );
}

/** Names and values of a form, in order of names; values of one name sorted, without duplicates. */
function fieldsOf(body: Buffer): string {
  const fields = new URLSearchParams(body.toString("utf8"));
  return [...new Set(fields.keys())]
    .toSorted(byUnits)
    .flatMap((name) =>
      [...new Set(fields.getAll(name))].toSorted(byUnits).map((value) => name + value),
    )
    .join("");
}

/** Compares by code units, as providers sort, independent of language. */
function byUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** An origin with and without its default port; some providers sign the port. */
function withAndWithoutPort(origin: string): readonly string[] {
  const { protocol, hostname, port } = new URL(origin);
  const plain = `${protocol}//${hostname}`;
  const usual = protocol === "https:" ? "443" : "80";
  return port === "" || port === usual ? [plain, `${plain}:${usual}`] : [`${plain}:${port}`, plain];
}
