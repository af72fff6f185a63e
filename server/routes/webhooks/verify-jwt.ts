import { createHash, timingSafeEqual } from "node:crypto";
import { decodeProtectedHeader, jwtVerify, type CryptoKey } from "jose";
import type { JwtSignature } from "../../../engine/language/provider.ts";

/** Finds the public key of a `kid`; undefined for an unknown or an expired one. */
export type FindKey = (kid: string) => Promise<CryptoKey | Uint8Array | undefined>;

/**
 * Whether a token was signed recently, by the algorithm that the definition names and no other, and
 * carries the hash of this body.
 */
export async function verifyJwt(
  definition: JwtSignature,
  { token, body }: { readonly token: string; readonly body: Buffer },
  findKey: FindKey,
  now: Date,
): Promise<boolean> {
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    if (alg !== definition.algorithm || kid === undefined || kid === "" || kid.length > 200)
      return false;
    const key = await findKey(kid);
    if (key === undefined) return false;
    const { payload } = await jwtVerify(token, key, {
      algorithms: [definition.algorithm],
      maxTokenAge: definition.toleranceMs / 1000,
      clockTolerance: 5,
      currentDate: now,
    });
    const claimed = payload[definition.bodyHash];
    const expected = createHash("sha256").update(body).digest();
    const given = Buffer.from(typeof claimed === "string" ? claimed : "", "hex");
    return expected.length === given.length && timingSafeEqual(expected, given);
  } catch {
    // Any error of the library means an invalid token.
    return false;
  }
}
