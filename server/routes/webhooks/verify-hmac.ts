import { createHmac } from "node:crypto";
import type { HmacSignature } from "../../../engine/language/provider.ts";
import { equalsOneOf } from "./equals-one-of.ts";
import { secretsIn } from "./secrets-in.ts";

/**
 * Whether one of the signatures in a header was made of this body, with one of the secrets,
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
): boolean {
  const known = secretsIn(secrets);
  return header
    .split(/\s+/)
    .slice(0, MOST_SETS)
    .some((set) => {
      const parts = new Map(
        set
          .split(",")
          .map((part) => [
            part.slice(0, part.indexOf("=")).trim(),
            part.slice(part.indexOf("=") + 1).trim(),
          ]),
      );
      const time = parts.get(definition.timestamp) ?? "";
      const given = Buffer.from(parts.get(definition.signature) ?? "", definition.encoding);
      if (
        !/^\d{1,12}$/.test(time) ||
        Math.abs(nowMs - Number(time) * 1000) > definition.toleranceMs
      )
        return false;
      return equalsOneOf(
        known.map((secret) =>
          createHmac(definition.algorithm, secret).update(`${time}.`).update(body).digest(),
        ),
        given,
      );
    });
}

/** Maximum number of sets of one header; bounds the work of one request. */
const MOST_SETS = 5;
