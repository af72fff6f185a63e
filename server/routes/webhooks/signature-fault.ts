/**
 * Why the signature of a webhook is refused. It is logged, and never told to the sender:
 *
 * - `no-header`: the header is missing or too long
 * - `malformed`: the header is not of the scheme, or says no time
 * - `algorithm`: another one than the definition names
 * - `time`: too old, or of the future
 * - `key-unknown`: the provider does not know the key, or it has expired
 * - `key-unreachable`: the provider could not be asked for the key
 * - `key-limit`: too many keys were asked for within a minute
 * - `body`: the signature is of another body
 * - `signature`: none of the secrets, or not this key, made it
 */
export type SignatureFault =
  | "no-header"
  | "malformed"
  | "algorithm"
  | "time"
  | KeyFault
  | "body"
  | "signature";

/** Why there is no key to verify a signature with. */
export type KeyFault = "key-unknown" | "key-unreachable" | "key-limit";

/** The result of verifying a signature. */
export type Verdict = "valid" | SignatureFault;
