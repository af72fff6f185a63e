import { createHash, createHmac } from "node:crypto";
import type { RequestSignature } from "../../engine/language/provider.ts";

/** The signed parts of a request. */
export interface SignedParts {
  readonly method: string;
  /** Path and query as sent. */
  readonly path: string;
  readonly body: string;
  /** Seconds since 1970. */
  readonly time: number;
}

/**
 * The headers that sign a request: the time, and a keyed hash of the parts that the definition
 * names, one a line. Without a secret there are none.
 */
export function signRequest(
  signature: RequestSignature | undefined,
  parts: SignedParts,
  environment: NodeJS.ProcessEnv,
): Record<string, string> {
  const secret = signature === undefined ? undefined : environment[signature.secret];
  if (signature === undefined || secret === undefined || secret === "") return {};
  const { algorithm, encoding, header, timeHeader, signs, prefix = "" } = signature;
  const texts = {
    method: parts.method,
    path: parts.path,
    time: String(parts.time),
    body: parts.body,
    bodyHash: createHash(algorithm).update(parts.body).digest("hex"),
  };
  const text = signs.map((part) => texts[part]).join("\n");
  return {
    [header]: prefix + createHmac(algorithm, secret).update(text).digest(encoding),
    ...(timeHeader === undefined ? {} : { [timeHeader]: texts.time }),
  };
}
