import { resolve } from "node:path";
import { ENVIRONMENTS } from "../../engine/language/environments.ts";
import { STATEMENT_NAMES, type StatementNames } from "../storage/database/named-statement.ts";
import type { Edges } from "../plugins/foreign-hosts.ts";
import { isLoopback } from "../plugins/loopback.ts";
import type { AdmissionLimits } from "../plugins/admission.ts";
import {
  developmentProblems,
  isDevelopment,
  missingForVisitors,
  missingStorage,
  outwardSettings,
  SettingsError,
} from "./required-settings.ts";
import { isOrigin } from "../../engine/compile/origins.ts";
import { closest } from "../../engine/source/closest.ts";
import { definitionProblems } from "./definition-problems.ts";
import { readCollector, readLogLevel, storageFormatProblems } from "./setting-formats.ts";

type Environment = (typeof ENVIRONMENTS)[number];

/** The settings of the storage, which the service and its commands share. */
export interface StorageConfig {
  /** Undefined: the embedded PostgreSQL in the data folder. */
  readonly databaseUrl: string | undefined;
  readonly dataFolder: string;
  readonly environment: Environment;
  /** `id:key` pairs, the first one in use; keys of 32 bytes in base64 or hex. */
  readonly keys: string | undefined;
}

/*
 * Settings are read without env-schema: its messages are those of JSON Schema and cover one
 * variable at a time. Most settings here depend on others (the environment, PUBLIC_URL, the flows
 * on disk), and the message of a wrong one says what to set.
 */

/** The settings of the process, read once at start. */
export interface ServerConfig extends StorageConfig {
  readonly port: number;
  readonly host: string;
  /**
   * Whether development abilities are on: sign-in without a password, the inbox, the sandbox
   * platform, the test switches.
   */
  readonly development: boolean;
  /** Cookies go over https only. */
  readonly secureCookies: boolean;
  /** Whether frequent statements are prepared under a name. */
  readonly statements: StatementNames;
  /** Folder that contains flows/, schemas/ and content/. */
  readonly flowsFolder: string;
  /** Reload definitions when a file changes. */
  readonly watch: boolean;
  /** `foyer dev`: open pages follow every save. Never on a public machine. */
  readonly live: boolean;
  /** Serve the published versions of the database instead of the files of `flowsFolder`. */
  readonly published: boolean;
  readonly logLevel: string;
  /** Address of `/metrics`; undefined: not served. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** Address of the OTLP collector; undefined: no traces. */
  readonly traces: string | undefined;
  /** Limits of concurrent requests; further ones get 503. */
  readonly admission: AdmissionLimits;
  /** Milliseconds for which a stopping node still accepts requests. */
  readonly drainMs: number;
  /** Milliseconds after which a session ends, even in use. */
  readonly sessionMs: number;
  readonly edges: Edges;
  /** Public addresses of this site; empty: each request's own. */
  readonly publicUrls: readonly string[];
  /**
   * Domain of the cookies that keep visitors' choices, such as cedar.example; undefined:
   * each host its own.
   */
  readonly cookieDomain: string | undefined;
  /** The issuer; undefined: the embedded provider, in production none. */
  readonly oidc:
    | {
        readonly issuer: string;
        readonly clientId: string;
        readonly clientSecret: string | undefined;
      }
    | undefined;
  /** The mail server; undefined: the development inbox, in production no mail. */
  readonly smtp: { readonly url: string; readonly from: string } | undefined;
}

/** Reads one setting and collects its error, so that one start reports all errors. */
type Attempt = <T>(read: () => T, otherwise: T) => T;

/**
 * Reads the storage's settings from environment variables, as every command on the database needs
 * them.
 *
 * @param needsKey whether FOYER_KEY is needed: a command that reads no row needs none
 * @throws SettingsError naming every variable that is wrong or missing
 */
export function readStorageConfig(
  given: NodeJS.ProcessEnv,
  projectFolder: string,
  needsKey = true,
): StorageConfig {
  const env = withoutEmpty(given);
  const { environment, problems } = environmentOf(env);
  const config = storageOf(env, projectFolder, environment);
  const all = [
    ...problems,
    ...storageProblems(env, config).filter((each) => needsKey || !each.startsWith("FOYER_KEY ")),
  ];
  if (all.length > 0) throw new SettingsError(all);
  return config;
}

/**
 * Reads the configuration from environment variables.
 *
 * @throws SettingsError naming every variable that is wrong or missing, and its permitted values
 */
export function readConfig(given: NodeJS.ProcessEnv, projectFolder: string): ServerConfig {
  const env = withoutEmpty(given);
  const { environment, problems } = environmentOf(env);
  const attempt: Attempt = (read, otherwise) => {
    try {
      return read();
    } catch (error) {
      problems.push((error as Error).message);
      return otherwise;
    }
  };
  const config = configOf(env, projectFolder, environment, attempt);
  const all = [
    ...problems,
    ...developmentProblems(env, environment, {
      host: config.host,
      publicUrls: config.publicUrls,
      proxies: config.edges.proxies,
    }),
    ...storageProblems(env, config),
    ...missingForVisitors(env, environment),
    ...sharedPort(config),
    ...definitionProblems(env, config),
  ];
  if (all.length > 0) throw new SettingsError([...new Set(all)]);
  return config;
}

/** The port that pages and metrics cannot share. */
function sharedPort({ port, host, metrics }: ServerConfig): readonly string[] {
  if (metrics === undefined || port === 0 || metrics.port !== port) return [];
  const hosts = new Set([host, metrics.host]);
  if (hosts.size > 1 && !hosts.has("0.0.0.0") && !hosts.has("::")) return [];
  return [`METRICS_PORT is ${port}, as PORT is; metrics need a port of their own, like 9464`];
}

/** The variables that have a value: an empty one is not set. */
function withoutEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
}

/** The environment; for an unknown one the one that was meant, and the problem. */
function environmentOf(env: NodeJS.ProcessEnv): {
  readonly environment: Environment;
  readonly problems: string[];
} {
  const named = env["FOYER_ENV"] ?? "LOCAL";
  const environment = ENVIRONMENTS.find((each) => each === named);
  if (environment !== undefined) return { environment, problems: [] };
  const meant = ENVIRONMENTS.find((each) => each === closest(named, ENVIRONMENTS));
  const hint = meant === undefined ? "" : `; did you mean ${meant}?`;
  return {
    environment: meant ?? "production",
    problems: [`FOYER_ENV is "${named}"; it may be ${ENVIRONMENTS.join(", ")}${hint}`],
  };
}

/** What the settings of the storage lack or have wrong. */
function storageProblems(env: NodeJS.ProcessEnv, config: StorageConfig): readonly string[] {
  const { environment, databaseUrl, keys, dataFolder } = config;
  const isWritten = isDevelopment(environment) && (databaseUrl === undefined || keys === undefined);
  return [
    ...missingStorage(env, environment),
    ...storageFormatProblems(env, isWritten ? dataFolder : undefined),
  ];
}

function storageOf(
  env: NodeJS.ProcessEnv,
  projectFolder: string,
  environment: Environment,
): StorageConfig {
  return {
    databaseUrl: env["DATABASE_URL"],
    dataFolder: resolve(projectFolder, env["FOYER_DATA"] ?? ".foyer"),
    environment,
    keys: env["FOYER_KEY"],
  };
}

function configOf(
  env: NodeJS.ProcessEnv,
  projectFolder: string,
  environment: Environment,
  attempt: Attempt,
): ServerConfig {
  const development = isDevelopment(environment);
  const numbered = (name: string, least: number, most: number, otherwise = least) =>
    attempt(() => numberOf(env, name, { least, most, otherwise }), otherwise);
  const listed = (name: string, read: (text: string) => string) =>
    (env[name] ?? "")
      .split(",")
      .map((text) => text.trim())
      .filter((text) => text !== "")
      .flatMap((text) => attempt(() => [read(text)], []));
  const published = !development || env["FOYER_PUBLISHED"] === "1";
  const live = env["FOYER_DEV"] === "1";
  if (live && (environment !== "LOCAL" || published))
    attempt(() => {
      throw new Error(
        "FOYER_DEV is set; open pages follow the files in FOYER_ENV LOCAL only, without FOYER_PUBLISHED",
      );
    }, undefined);
  const publicUrls = listed("PUBLIC_URL", (text) => originOf(text, development));
  const host = env["HOST"] ?? "127.0.0.1";
  const proxies = numbered("FOYER_PROXIES", 0, 10);
  const level = environment === "LOCAL" ? "warn" : "info";
  const ancestors = attempt(() => readAncestors(env, publicUrls), []);
  return {
    ...storageOf(env, projectFolder, environment),
    port: numbered("PORT", 0, 65_535, 3000),
    host,
    development,
    secureCookies:
      !development ||
      ancestors.length > 0 ||
      (publicUrls.length > 0
        ? publicUrls.every((url) => url.startsWith("https:"))
        : outwardSettings({ host, publicUrls, proxies }).length > 0),
    statements: attempt(() => readStatementNames(env), "auto"),
    flowsFolder: resolve(projectFolder, env["FOYER_FLOWS"] ?? "."),
    watch: environment === "LOCAL" && !published,
    live,
    published,
    logLevel: attempt(() => readLogLevel(env["LOG_LEVEL"] ?? level), level),
    metrics:
      env["METRICS_PORT"] === undefined
        ? undefined
        : {
            host: env["METRICS_HOST"] ?? "127.0.0.1",
            port: numbered("METRICS_PORT", 0, 65_535),
          },
    traces: attempt(() => readCollector(env["OTEL_EXPORTER_OTLP_ENDPOINT"]), undefined),
    admission: {
      atOnce: numbered("FOYER_AT_ONCE", 1, 10_000, 32),
      queue: numbered("FOYER_QUEUE", 0, 100_000, 128),
      patienceMs: 2000,
      // Compiling on a developer's machine blocks the loop for longer than the limit.
      lagMs: numbered("FOYER_LAG_MS", 0, 60_000, development ? 0 : 500),
    },
    // A load balancer polls /readyz every few seconds; a developer's machine has none to wait for.
    drainMs: numbered("FOYER_DRAIN_MS", 0, 600_000, development ? 250 : 5000),
    sessionMs: numbered("FOYER_SESSION_HOURS", 1, 720, 24) * 3_600_000,
    cookieDomain: attempt(() => readCookieDomain(env), undefined),
    edges: {
      hosts: development
        ? env["FOYER_INSECURE_DEVELOPMENT"] === "1"
          ? "any"
          : "loopback"
        : publicUrls.map((url) => new URL(url).host),
      proxies,
      ancestors,
    },
    publicUrls,
    oidc: attempt(() => readOidc(env, development), undefined),
    smtp: attempt(() => readSmtp(env), undefined),
  };
}

/** The range of a whole number, both ends included, and its default. */
interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly otherwise: number;
}

function numberOf(
  env: NodeJS.ProcessEnv,
  name: string,
  { least, most, otherwise }: Bounds,
): number {
  const text = env[name];
  const number = text === undefined ? otherwise : Number(text);
  if (!Number.isInteger(number) || number < least || number > most)
    throw new Error(`${name} is "${text}"; it has to be a number from ${least} to ${most}`);
  return number;
}

function readStatementNames(env: NodeJS.ProcessEnv): StatementNames {
  const text = env["FOYER_STATEMENTS"] ?? "auto";
  const names = STATEMENT_NAMES.find((each) => each === text);
  if (names === undefined)
    throw new Error(`FOYER_STATEMENTS is "${text}"; it may be ${STATEMENT_NAMES.join(", ")}`);
  return names;
}

function readOidc(env: NodeJS.ProcessEnv, development: boolean): ServerConfig["oidc"] {
  const issuer = env["OIDC_ISSUER"] ?? "";
  if (issuer === "") return undefined;
  if (!URL.canParse(issuer) || !/^https?:$/.test(new URL(issuer).protocol))
    throw new Error(
      `OIDC_ISSUER is "${issuer}"; it has to be an address like https://sign-in.example`,
    );
  if (!development && !issuer.startsWith("https:"))
    throw new Error(
      `OIDC_ISSUER is "${issuer}"; outside of development it has to be an https address`,
    );
  const clientId = env["OIDC_CLIENT_ID"] ?? "";
  // Without a client id in production: reported with the other missing settings.
  if (clientId === "" && !development) return undefined;
  if (clientId === "")
    throw new Error(
      "OIDC_CLIENT_ID is not set; the issuer named by OIDC_ISSUER has to know this service by it",
    );
  return { issuer, clientId, clientSecret: env["OIDC_CLIENT_SECRET"] };
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
  // The address may carry a password: the message leaves it out.
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol))
    throw new Error("SMTP_URL is no address like smtp://user:password@mail.example:587");
  const from = env["MAIL_FROM"] ?? "";
  if (!/^[^\s<>@,;"]+@[^\s<>@,;"]+$/.test(from))
    throw new Error(
      `MAIL_FROM is "${from}"; it has to be the address mails come from, like no-reply@mail.example`,
    );
  return { url, from };
}

/**
 * Origins that may frame the pages: browsers keep cookies in a frame over https alone, or on the
 * same machine.
 */
function readAncestors(env: NodeJS.ProcessEnv, publicUrls: readonly string[]): readonly string[] {
  const origins = (env["FRAME_ANCESTORS"] ?? "")
    .split(",")
    .map((text) => text.trim())
    .filter((text) => text !== "");
  for (const origin of origins) {
    const named: string = origin;
    if (!isOrigin(origin))
      throw new Error(
        `FRAME_ANCESTORS names "${named}"; it has to be an origin like https://partner.example; several are parted by commas`,
      );
  }
  const plain = publicUrls.find(
    (url) => url.startsWith("http:") && !isLoopback(new URL(url).hostname),
  );
  if (origins.length > 0 && plain !== undefined)
    throw new Error(
      `FRAME_ANCESTORS is set, and PUBLIC_URL names ${plain}: in a frame of another site a browser keeps a session over https alone; serve the site over https, or take FRAME_ANCESTORS away`,
    );
  return origins;
}

function originOf(text: string, development: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new Error(
      `PUBLIC_URL names "${text}"; it has to be an address without a path, like https://apply.example; several are parted by commas`,
    );
  if (!development && url.protocol !== "https:")
    throw new Error(
      `PUBLIC_URL names "${text}"; outside of development it has to be an https address, since cookies go over https alone`,
    );
  return url.origin;
}
