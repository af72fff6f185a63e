import type { AuthDefinition, ProviderDefinition } from "./provider.ts";

/** A variable of the environment that a provider reads. */
export interface ProviderVariable {
  readonly env: string;
  /** Where the definition says so, as a JSON pointer. */
  readonly says: string;
  /** `credential` and `setting`: without it the provider does not answer; `optional`: it does. */
  readonly kind: "credential" | "setting" | "optional";
  readonly pattern?: string;
}

/** Every variable of the environment that a provider reads. */
export function variablesOf({ service, webhook }: ProviderDefinition): readonly ProviderVariable[] {
  return [
    ...credentialsOf(service.auth).map(({ env, says }) => ({
      env,
      says: `/service/auth${says}`,
      kind: "credential" as const,
    })),
    ...Object.entries(service.settings ?? {}).map(([name, { env, pattern, default: given }]) => ({
      env,
      says: `/service/settings/${name}/env`,
      kind: given === undefined ? ("setting" as const) : ("optional" as const),
      pattern,
    })),
    ...(service.baseUrlFrom === undefined
      ? []
      : [{ env: service.baseUrlFrom, says: "/service/baseUrlFrom", kind: "optional" as const }]),
    ...(webhook === undefined || webhook.signature.scheme === "jwt"
      ? []
      : [
          {
            env: webhook.signature.secrets,
            says: "/webhook/signature/secrets",
            kind: "optional" as const,
          },
        ]),
  ];
}

/** The variables that credentials stand in, each with its place below `auth`. */
export function credentialsOf(
  auth: AuthDefinition,
): readonly { readonly env: string; readonly says: string }[] {
  switch (auth.kind) {
    case "basic":
      return [
        { env: auth.user, says: "/user" },
        { env: auth.password, says: "/password" },
      ];
    case "bearer":
      return [{ env: auth.token, says: "/token" }];
    case "headers":
      return Object.entries(auth.headers).map(([name, env]) => ({ env, says: `/headers/${name}` }));
  }
}
