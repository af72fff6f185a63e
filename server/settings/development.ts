import { SANDBOX_ENVIRONMENTS } from "../../engine/language/environments.ts";
import { isLoopback } from "../http/loopback.ts";

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
  const outward = outwardSettings(reach);
  if (outward.length === 0) return [];
  return [
    `${named} and ${outward.join(", ")}: others than the users of this machine would get sign-in without a password (as staff, too), every mail and the sandbox platform. ` +
      "Set FOYER_ENV=production (or OTE) and what it needs; or take the setting away, so that the service listens on 127.0.0.1 alone; " +
      "or set FOYER_INSECURE_DEVELOPMENT=1 where everybody who reaches it may do all of that",
  ];
}
