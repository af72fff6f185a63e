import type { Sources } from "../../../engine/language/sources.ts";
import type { LibraryResult } from "../../../server/definitions/flow-library.ts";
import { compileOnce } from "../../definitions.ts";

/** How long a call waits here, in milliseconds; the shipped flows wait up to five minutes. */
export const CALL_TIMEOUT_MS = 1000;

/** Milliseconds between two attempts of a call. */
const AGAIN_AFTER_MS = 20;

/** Flags that journeys need: the link by SMS, and the pages of an added store. */
const FLAGS = /\b(isPhoneAuthEnabled|addStorePagesEnabled): ?(\{|\n)/g;

/** Compiles the shipped flows with short timeouts: what follows from one is the same. */
export function compileWithShortWaits(sources: Sources, environment: string): LibraryResult {
  const short = [...sources].map(
    ([path, text]) =>
      [
        path,
        path === "flows/merchant-signup/flags.yaml"
          ? text.replaceAll(FLAGS, (_, name: string, after: string) =>
              after === "{" ? `${name}: { default: true,` : `${name}:\n    default: true\n`,
            )
          : /^flows\/[^/]+\/(?:calls|providers)\//.test(path)
            ? text
                .replaceAll(/\btimeoutMs: \d+/g, `timeoutMs: ${CALL_TIMEOUT_MS}`)
                .replaceAll(/\b(everyMs|afterMs): \d+/g, `$1: ${AGAIN_AFTER_MS}`)
            : text,
      ] as const,
  );
  return compileOnce(new Map(short), environment);
}
