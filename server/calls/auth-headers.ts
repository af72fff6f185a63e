import type { AuthDefinition } from "../../engine/language/provider.ts";

/**
 * The headers that carry a service's credentials from the environment. A variable that is not set
 * adds none.
 */
export function authHeaders(
  auth: AuthDefinition | undefined,
  environment: NodeJS.ProcessEnv,
): Record<string, string> {
  switch (auth?.kind) {
    case undefined:
    case "oauth2":
      return {};
    case "basic": {
      const user = environment[auth.user];
      const password = environment[auth.password];
      return user === undefined || password === undefined
        ? {}
        : { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` };
    }
    case "bearer": {
      const token = environment[auth.token];
      return token === undefined ? {} : { authorization: `Bearer ${token}` };
    }
    case "headers":
      return Object.fromEntries(
        Object.entries(auth.headers).flatMap(([name, variable]) => {
          const value = environment[variable];
          return value === undefined ? [] : [[name, value]];
        }),
      );
  }
}
