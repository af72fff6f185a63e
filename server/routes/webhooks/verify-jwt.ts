import { createHash, timingSafeEqual } from "node:crypto";
import { decodeProtectedHeader, errors, jwtVerify, type CryptoKey, type JWTPayload } from "jose";
import type { JwtSignature } from "../../../engine/language/provider.ts";
import type { KeyFault, SignatureFault, Verdict } from "./signature-fault.ts";

/** Finds the public key of a `kid`. */
export type FindKey = (kid: string) => Promise<CryptoKey | Uint8Array | KeyFault>;

/**
 * Verifies that a token was signed recently, by the algorithm that the definition names and no
 * other, and carries the hash of this body.
 */
export async function verifyJwt(
  definition: JwtSignature,
  { token, body }: { readonly token: string; readonly body: Buffer },
  findKey: FindKey,
  now: Date,
): Promise<Verdict> {
  const header = headerOf(token);
  const kid = header?.kid ?? "";
  if (header === undefined || kid === "" || kid.length > 200) return "malformed";
  if (header.alg !== definition.algorithm) return "algorithm";
  const key = await findKey(kid);
  if (typeof key === "string") return key;
  let payload: JWTPayload;
  try {
    ({ payload } = await jwtVerify(token, key, {
      algorithms: [definition.algorithm],
      maxTokenAge: definition.toleranceMs / 1000,
      clockTolerance: 5,
      currentDate: now,
    }));
  } catch (error) {
    return faultOf(error);
  }
  const claimed = payload[definition.bodyHash];
  const expected = createHash("sha256").update(body).digest();
  const given = Buffer.from(typeof claimed === "string" ? claimed : "", "hex");
  return expected.length === given.length && timingSafeEqual(expected, given) ? "valid" : "body";
}

function headerOf(token: string): ReturnType<typeof decodeProtectedHeader> | undefined {
  try {
    return decodeProtectedHeader(token);
  } catch {
    return undefined;
  }
}

/** Any error of the library means an invalid token. */
function faultOf(error: unknown): SignatureFault {
  if (error instanceof errors.JWSSignatureVerificationFailed) return "signature";
  return error instanceof errors.JWTExpired || error instanceof errors.JWTClaimValidationFailed
    ? "time"
    : "malformed";
}
