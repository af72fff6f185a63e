import { mayReadVariable, prefixOf } from "../../engine/language/variable-prefix.ts";

/**
 * The environment as one service may read it: variables with its own prefix, and none of the server's. A version that an
 * older engine published is held to it here, whatever its check let through.
 *
 * @param id name of the service, its prefix where it declares none
 */
export function serviceEnvironment(
  service: { readonly prefix?: string },
  id: string,
  environment: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const prefix = prefixOf(id, service.prefix);
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => mayReadVariable(prefix, name)),
  );
}
