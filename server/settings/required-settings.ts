import { SANDBOX_ENVIRONMENTS } from "../../engine/language/environments.ts";
import { isSet } from "../calls/missing-addresses.ts";
import { isLoopback } from "../plugins/loopback.ts";

/** Thrown for wrong or missing settings of the service or a command. */
export class SettingsError extends Error {
  /** @param problems one sentence each: the mistake, and what to set */
  constructor(readonly problems: readonly string[]) {
    super(
      problems.length === 1
        ? problems[0]
        : `The settings have ${problems.length} problems:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`,
    );
    this.name = "SettingsError";
  }
}

/**
 * Whether an environment has development abilities: sign-in without a password, the inbox, the
 * sandbox platform, the test switches.
 */
export function isDevelopment(environment: string): boolean {
  return SANDBOX_ENVIRONMENTS.has(environment);
}

/** The addresses under which the service is reachable. */
export interface Reach {
  /** Address that it listens on. */
  readonly host: string;
  /** Public addresses of the site. */
  readonly publicUrls: readonly string[];
  /** Proxies in front. */
  readonly proxies: number;
}

/** Settings that open the service to other machines; empty: only this machine reaches it. */
export function outwardSettings({ host, publicUrls, proxies }: Reach): readonly string[] {
  const away = publicUrls.filter((url) => !isLoopback(new URL(url).hostname));
  return [
    ...(isLoopback(host) ? [] : [`HOST is ${host}`]),
    ...(away.length === 0 ? [] : [`PUBLIC_URL is ${away.join(",")}`]),
    ...(proxies === 0 ? [] : [`FOYER_PROXIES is ${proxies}`]),
  ];
}

/**
 * Reasons not to serve development abilities: other machines reach the service, and no setting
 * allows it explicitly.
 *
 * @param named whether `FOYER_ENV` is set; without it the environment is `LOCAL`
 */
export function developmentProblems(
  env: NodeJS.ProcessEnv,
  environment: string,
  reach: Reach,
): readonly string[] {
  if (!isDevelopment(environment) || env["FOYER_INSECURE_DEVELOPMENT"] === "1") return [];
  const named =
    env["FOYER_ENV"] === undefined ? "FOYER_ENV is not set" : `FOYER_ENV is ${environment}`;
  if (env["FOYER_ENV"] === undefined && env["NODE_ENV"] === "production")
    return [
      "FOYER_ENV is not set, and NODE_ENV is production: set FOYER_ENV=production, or OTE; for a machine of a developer, FOYER_ENV=LOCAL",
    ];
  const outward = outwardSettings(reach);
  if (outward.length === 0) return [];
  return [
    `${named} and ${outward.join(", ")}: others than the users of this machine would get sign-in without a password (as staff, too), every mail and the sandbox platform. ` +
      "Set FOYER_ENV=production (or OTE) and what it needs; or take the setting away, so that the service listens on 127.0.0.1 alone; " +
      "or set FOYER_INSECURE_DEVELOPMENT=1 where everybody who reaches it may do all of that",
  ];
}

/** Missing settings of the storage, which the service and the commands on the database need. */
export function missingStorage(env: NodeJS.ProcessEnv, environment: string): readonly string[] {
  if (isDevelopment(environment)) return [];
  return missing(env, environment, [
    [
      "DATABASE_URL",
      "the PostgreSQL that keeps the applications, postgres://user:password@db.example/foyer",
    ],
    [
      "FOYER_KEY",
      "the key that encrypts personal data, kept outside of the database: k1: and 32 bytes in hex, as `openssl rand -hex 32` makes them",
    ],
  ]);
}

/** Missing settings for serving applicants. */
export function missingForVisitors(env: NodeJS.ProcessEnv, environment: string): readonly string[] {
  if (isDevelopment(environment)) return [];
  return missing(env, environment, [
    ["PUBLIC_URL", "the address of this site as visitors see it, https://apply.example"],
    ["OIDC_ISSUER", "the OpenID Connect issuer that people sign in at, https://sign-in.example"],
    ["OIDC_CLIENT_ID", "the name by which the issuer knows this service"],
  ]);
}

function missing(
  env: NodeJS.ProcessEnv,
  environment: string,
  wanted: readonly (readonly [name: string, what: string])[],
): readonly string[] {
  return wanted
    .filter(([name]) => !isSet(env, name))
    .map(([name, what]) => `${name} is not set; ${environment} needs ${what}`);
}
