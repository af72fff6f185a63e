import { createHmac } from "node:crypto";
import type { HmacSignature } from "../../../engine/language/provider.ts";
import { equalsOneOf } from "./equals-one-of.ts";
import type { Verdict } from "./signature-fault.ts";
import { secretsIn } from "./secrets-in.ts";

/** Maximum number of sets of one header; bounds the work of one request. */
const MOST_SETS = 5;

/**
 * Verifies that one of the signatures in a header was made of this body, with one of the secrets,
 * recently.
 *
 * The header holds one set of parts, `t=…,v1=…`, or several parted by spaces while secrets rotate.
 * The signed text is the time, a full stop, and the raw body.
 *
 * @param secrets parted by commas
 * @param nowMs since 1970
 */
export function verifyHmac(
  definition: HmacSignature,
  { header, body }: { readonly header: string; readonly body: Buffer },
  secrets: string,
  nowMs: number,
): Verdict {
  const known = secretsIn(secrets);
  const verdicts = header
    .split(/\s+/)
    .slice(0, MOST_SETS)
    .map((set): Verdict => {
      const parts = partsOf(set);
      const time = parts.get(definition.timestamp) ?? "";
      if (!/^\d{1,12}$/.test(time)) return "malformed";
      if (Math.abs(nowMs - Number(time) * 1000) > definition.toleranceMs) return "time";
      const given = Buffer.from(parts.get(definition.signature) ?? "", definition.encoding);
      const expected = known.map((secret) =>
        createHmac(definition.algorithm, secret).update(`${time}.`).update(body).digest(),
      );
      return equalsOneOf(expected, given) ? "valid" : "signature";
    });
  const order: readonly Verdict[] = ["valid", "signature", "time"];
  return order.find((verdict) => verdicts.includes(verdict)) ?? "malformed";
}

function partsOf(set: string): ReadonlyMap<string, string> {
  return new Map(
    set
      .split(",")
      .map((part) => [
        part.slice(0, part.indexOf("=")).trim(),
        part.slice(part.indexOf("=") + 1).trim(),
      ]),
  );
}
