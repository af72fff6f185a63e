import type {
  AuthDefinition,
  ProviderDefinition,
  RequestSignature,
  TlsDefinition,
} from "./provider.ts";

/** An environment variable that a provider reads. */
export interface ProviderVariable {
  readonly env: string;
  /** Its place in the definition, as a JSON pointer. */
  readonly pointer: string;
  /**
   * `credential` and `setting`: without it the provider is off; `optional`: it works without it.
   */
  readonly kind: "credential" | "setting" | "optional";
  readonly pattern?: string;
}

/** Every environment variable that a provider reads. */
export function variablesOf({ service, webhook }: ProviderDefinition): readonly ProviderVariable[] {
  return [
    ...credentialsOf(service).map(({ env, pointer }) => ({
      env,
      pointer: `/service${pointer}`,
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

/** A variable with its place in a service, as a JSON pointer. */
interface PlacedVariable {
  readonly env: string;
  readonly pointer: string;
}

/** The credentials of a service. */
export interface Credentials {
  readonly auth?: AuthDefinition;
  readonly tls?: TlsDefinition;
  readonly signature?: RequestSignature;
}

/** The variables of a service's credentials. */
export function credentialsOf({ auth, tls, signature }: Credentials): readonly PlacedVariable[] {
  return [
    ...authVariables(auth).map(({ env, pointer }) => ({ env, pointer: `/auth${pointer}` })),
    ...Object.entries(tls ?? {}).map(([name, env]) => ({ env, pointer: `/tls/${name}` })),
    ...(signature === undefined ? [] : [{ env: signature.secret, pointer: "/signature/secret" }]),
  ];
}

function authVariables(auth: AuthDefinition | undefined): readonly PlacedVariable[] {
  switch (auth?.kind) {
    case undefined:
      return [];
    case "oauth2":
      return [
        { env: auth.tokenUrlFrom, pointer: "/tokenUrlFrom" },
        { env: auth.clientId, pointer: "/clientId" },
        { env: auth.clientSecret, pointer: "/clientSecret" },
      ];
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
