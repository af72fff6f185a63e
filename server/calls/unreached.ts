import { codeOf } from "../errors/code-of.ts";

/**
 * Thrown for a request that no service answered. Its message says why, in words for operators that
 * hold nothing of the request.
 */
export class Unreached extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "Unreached";
  }
}

/** Why a request was not answered: words of our own, the code of a socket or of TLS, or a name. */
export function reasonOf(error: unknown): string {
  if (error instanceof Unreached) return error.message;
  const code = codeOf(error);
  if (code !== undefined) return code;
  if (error instanceof Error && error.cause !== undefined) return reasonOf(error.cause);
  return error instanceof Error ? error.name : "an error without a name";
}
