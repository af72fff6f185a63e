import { resolve } from "node:path";
import { isOrigin } from "../engine/render/frame-origins.ts";
import type { Edges } from "./plugins/own-hosts.ts";
import type { AdmissionLimits } from "./plugins/admission.ts";

/** What the process is told from outside, read once at start. */
export interface ServerConfig {
  readonly port: number;
  readonly host: string;
  /** Undefined: a PostgreSQL of our own is started in the data folder. */
  readonly databaseUrl: string | undefined;
  readonly dataFolder: string;
  readonly environment: "LOCAL" | "CI" | "TEST" | "OTE" | "production";
  /** Folder in which flows/, schemas/ and content/ lie. */
  readonly flowsFolder: string;
  /** `id:key` pairs, the first one in use; keys of 32 bytes in base64 or hex. */
  readonly keys: string | undefined;
  /** Reload definitions when a file changes. */
  readonly watch: boolean;
  /** `foyer dev`: open pages are told of every save. Never where anybody but an author visits. */
  readonly live: boolean;
  /** Serve what was published to the database rather than the files of `flowsFolder`. */
  readonly published: boolean;
  readonly logLevel: string;
  /** `/metrics` is told there; undefined: nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** Traces are handed to this OTLP collector; undefined: there are none. */
  readonly traces: string | undefined;
  /** What is worked on at once; more is turned away. */
  readonly admission: AdmissionLimits;
  /** For so long, in milliseconds, a node that is told to stop goes on taking requests. */
  readonly drainMs: number;
  readonly edges: Edges;
  /** Addresses of this site as visitors see it; none: each request's own. */
  readonly publicUrls: readonly string[];
  /** Domain that the cookies `currency` and `market` are set on, such as cedar.example; undefined: each host its own. */
  readonly cookieDomain: string | undefined;
  /** Where people sign in; undefined: at the embedded provider, in production nowhere. */
  readonly oidc:
    | {
        readonly issuer: string;
        readonly clientId: string;
        readonly clientSecret: string | undefined;
      }
    | undefined;
  /** Mails are delivered there; undefined: they are kept in the development inbox, in production not sent at all. */
  readonly smtp: { readonly url: string; readonly from: string } | undefined;
}

const ENVIRONMENTS = ["LOCAL", "CI", "TEST", "OTE", "production"] as const;

/**
 * Reads the configuration from environment variables.
 *
 * @throws Error naming the variable and what it may be
 */
export function readConfig(env: NodeJS.ProcessEnv, projectFolder: string): ServerConfig {
  const environment = ENVIRONMENTS.find((each) => each === (env["FOYER_ENV"] ?? "LOCAL"));
  if (environment === undefined)
    throw new Error(`FOYER_ENV is "${env["FOYER_ENV"]}"; it may be ${ENVIRONMENTS.join(", ")}`);
  const port = numberOf(env, "PORT", 0, 65_535, 3000);
  if (environment === "production" && env["FOYER_KEY"] === undefined)
    throw new Error(
      "FOYER_KEY is not set; in production the key that encrypts personal data has to come from outside",
    );
  const published =
    environment === "OTE" || environment === "production" || env["FOYER_PUBLISHED"] === "1";
  const live = env["FOYER_DEV"] === "1";
  if (live && (environment !== "LOCAL" || published))
    throw new Error(
      "FOYER_DEV is set; open pages follow the files in FOYER_ENV LOCAL only, without FOYER_PUBLISHED",
    );
  const publicUrls = (env["PUBLIC_URL"] ?? "")
    .split(",")
    .flatMap((text) => (text.trim() === "" ? [] : [originOf(text.trim())]));
  return {
    port,
    host: env["HOST"] ?? "127.0.0.1",
    databaseUrl: env["DATABASE_URL"],
    dataFolder: resolve(projectFolder, env["FOYER_DATA"] ?? ".foyer"),
    environment,
    flowsFolder: resolve(projectFolder, env["FOYER_FLOWS"] ?? "."),
    keys: env["FOYER_KEY"],
    watch: environment === "LOCAL" && !published,
    live,
    published,
    logLevel: env["LOG_LEVEL"] ?? (environment === "LOCAL" ? "warn" : "info"),
    metrics:
      env["METRICS_PORT"] === undefined
        ? undefined
        : {
            host: env["METRICS_HOST"] ?? "127.0.0.1",
            port: numberOf(env, "METRICS_PORT", 0, 65_535),
          },
    traces: env["OTEL_EXPORTER_OTLP_ENDPOINT"] || undefined,
    admission: {
      atOnce: numberOf(env, "FOYER_AT_ONCE", 1, 10_000, 32),
      queue: numberOf(env, "FOYER_QUEUE", 0, 100_000, 128),
      patienceMs: 2000,
      // Compiling on a developer's machine keeps the loop busy for longer than visitors should wait.
      lagMs: numberOf(
        env,
        "FOYER_LAG_MS",
        0,
        60_000,
        environment === "production" || environment === "OTE" ? 500 : 0,
      ),
    },
    // A balancer asks /readyz every few seconds; on a developer's machine only those who knocked already are let in.
    drainMs: numberOf(
      env,
      "FOYER_DRAIN_MS",
      0,
      600_000,
      environment === "production" || environment === "OTE" ? 5000 : 250,
    ),
    cookieDomain: readCookieDomain(env),
    edges: {
      // On a developer's machine the service has as many names as lead to it.
      hosts:
        environment === "production" || environment === "OTE"
          ? publicUrls.map((url) => new URL(url).host)
          : [],
      proxies: numberOf(env, "FOYER_PROXIES", 0, 10),
      ancestors: (env["FRAME_ANCESTORS"] ?? "")
        .split(",")
        .flatMap((text) => (text.trim() === "" ? [] : [ancestorOf(text.trim())])),
    },
    publicUrls,
    oidc: readOidc(env, environment === "production"),
    smtp: readSmtp(env),
  };
}

function numberOf(
  env: NodeJS.ProcessEnv,
  name: string,
  least: number,
  most: number,
  otherwise = least,
): number {
  const text = env[name];
  const number = text === undefined || text === "" ? otherwise : Number(text);
  if (!Number.isInteger(number) || number < least || number > most)
    throw new Error(`${name} is "${text}"; it has to be a number from ${least} to ${most}`);
  return number;
}

function readOidc(env: NodeJS.ProcessEnv, production: boolean): ServerConfig["oidc"] {
  const issuer = env["OIDC_ISSUER"] ?? "";
  if (issuer === "") return undefined;
  if (!URL.canParse(issuer) || !/^https?:$/.test(new URL(issuer).protocol))
    throw new Error(
      `OIDC_ISSUER is "${issuer}"; it has to be an address like https://sign-in.example`,
    );
  if (production && !issuer.startsWith("https:"))
    throw new Error(`OIDC_ISSUER is "${issuer}"; in production it has to be an https address`);
  const clientId = env["OIDC_CLIENT_ID"] ?? "";
  if (clientId === "")
    throw new Error(
      "OIDC_CLIENT_ID is not set; the issuer named by OIDC_ISSUER has to know this service by it",
    );
  if (production && (env["PUBLIC_URL"] ?? "") === "")
    throw new Error(
      "PUBLIC_URL is not set; in production the issuer is told by it where to send people back to",
    );
  return { issuer, clientId, clientSecret: env["OIDC_CLIENT_SECRET"] || undefined };
}

function readCookieDomain(env: NodeJS.ProcessEnv): string | undefined {
  const domain = (env["COOKIE_DOMAIN"] ?? "").replace(/^\./, "");
  if (domain === "") return undefined;
  if (!/^([a-z0-9-]+\.)+[a-z]{2,}$/i.test(domain))
    throw new Error(
      `COOKIE_DOMAIN is "${domain}"; it has to be the domain the sites share, like cedar.example`,
    );
  return domain;
}

function readSmtp(env: NodeJS.ProcessEnv): ServerConfig["smtp"] {
  const url = env["SMTP_URL"] ?? "";
  if (url === "") return undefined;
  // The address may carry a password: it is not repeated.
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol))
    throw new Error("SMTP_URL is no address like smtp://user:password@mail.example:587");
  const from = env["MAIL_FROM"] ?? "";
  if (!/^[^\s<>@,;"]+@[^\s<>@,;"]+$/.test(from))
    throw new Error(
      `MAIL_FROM is "${from}"; it has to be the address mails come from, like no-reply@mail.example`,
    );
  return { url, from };
}

function ancestorOf(text: string): string {
  const origin: string = text;
  if (isOrigin(text)) return text;
  throw new Error(
    `FRAME_ANCESTORS names "${origin}"; it has to be an origin like https://partner.example; several are parted by commas`,
  );
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new Error(
      `PUBLIC_URL names "${text}"; it has to be an address without a path, like https://apply.example; several are parted by commas`,
    );
  return url.origin;
}
