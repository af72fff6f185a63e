import type { AuthDefinition, ProviderDefinition } from "./provider.ts";

/** A variable of the environment that a provider reads. */
export interface ProviderVariable {
  readonly env: string;
  /** Where the definition says so, as a JSON pointer. */
  readonly pointer: string;
  /** `credential` and `setting`: without it the provider does not answer; `optional`: it does. */
  readonly kind: "credential" | "setting" | "optional";
  readonly pattern?: string;
}

/** Every variable of the environment that a provider reads. */
export function variablesOf({ service, webhook }: ProviderDefinition): readonly ProviderVariable[] {
  return [
    ...credentialsOf(service.auth).map(({ env, pointer }) => ({
      env,
      pointer: `/service/auth${pointer}`,
      kind: "credential" as const,
    })),
    ...Object.entries(service.settings ?? {}).map(([name, { env, pattern, default: given }]) => ({
      env,
      pointer: `/service/settings/${name}/env`,
      kind: given === undefined ? ("setting" as const) : ("optional" as const),
      pattern,
    })),
    ...(service.baseUrlFrom === undefined
      ? []
      : [{ env: service.baseUrlFrom, pointer: "/service/baseUrlFrom", kind: "optional" as const }]),
    ...(webhook === undefined || webhook.signature.scheme === "jwt"
      ? []
      : [
          {
            env: webhook.signature.secrets,
            pointer: "/webhook/signature/secrets",
            kind: "optional" as const,
          },
        ]),
  ];
}

/** The variables that credentials stand in, each with its place below `auth`. */
export function credentialsOf(
  auth: AuthDefinition,
): readonly { readonly env: string; readonly pointer: string }[] {
  switch (auth.kind) {
    case "basic":
      return [
        { env: auth.user, pointer: "/user" },
        { env: auth.password, pointer: "/password" },
      ];
    case "bearer":
      return [{ env: auth.token, pointer: "/token" }];
    case "headers":
      return Object.entries(auth.headers).map(([name, env]) => ({
        env,
        pointer: `/headers/${name}`,
      }));
  }
}
