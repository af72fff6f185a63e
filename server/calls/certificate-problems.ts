import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import type { TlsDefinition } from "../../engine/language/provider.ts";
import { reasonOf } from "./unreached.ts";

/**
 * Problems of the files of a client certificate, one sentence each: one cannot be read, or they are
 * no certificate with its key. A variable that is not set is no problem here.
 */
export function certificateProblems(
  tls: TlsDefinition | undefined,
  environment: NodeJS.ProcessEnv,
): readonly string[] {
  if (tls === undefined) return [];
  const names = [tls.certificate, tls.key, ...(tls.authority === undefined ? [] : [tls.authority])];
  if (names.some((name) => (environment[name] ?? "") === "")) return [];
  const problems: string[] = [];
  const [cert, key, ca] = names.map((name) => {
    const path = environment[name] ?? "";
    try {
      return readFileSync(path);
    } catch (error) {
      problems.push(
        `${name} is ${path}, which cannot be read: ${reasonOf(error)}; it has to be a file in PEM, like /run/secrets/client.pem`,
      );
      return undefined;
    }
  });
  if (problems.length > 0) return problems;
  try {
    const passphrase = tls.passphrase === undefined ? undefined : environment[tls.passphrase];
    createSecureContext({ cert, key, ca, passphrase });
    return [];
  } catch (error) {
    return [
      `${names.join(", ")} name no certificate in PEM with its key: ${reasonOf(error)}; the files have to fit each other${tls.passphrase === undefined ? "" : `, and ${tls.passphrase} the key`}`,
    ];
  }
}
