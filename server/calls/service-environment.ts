import { mayReadVariable, prefixOf } from "../../engine/language/variable-prefix.ts";

/**
 * The environment that one service may read: variables with its own prefix, and none of the
 * server's. This holds for versions of older engines, too, whose check was weaker.
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
