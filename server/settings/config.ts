import { resolve } from "node:path";
import { ENVIRONMENTS } from "../../engine/language/environments.ts";
import { closest } from "../../engine/source/closest.ts";
import type { AdmissionLimits } from "../plugins/admission.ts";
import type { Edges } from "../plugins/foreign-hosts.ts";
import { isLoopback } from "../http/loopback.ts";
import type { StatementNames } from "../storage/database/named-statement.ts";
import { dataFolderProblems } from "./data-folder.ts";
import { definitionProblems } from "./definition-problems.ts";
import { developmentProblems, isDevelopment, outwardSettings } from "./development.ts";
import type { SettingPlace } from "./setting.ts";
import { missingSettings, readSettings, SETTINGS, type Settings } from "./settings.ts";
import { SettingsError } from "./settings-error.ts";

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
  /** Do nothing without a request: no timers, no deletion of old rows, no delivery of events. */
  readonly idle: boolean;
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

/** The settings of the storage, of all settings. */
const OF_STORAGE = ["DATABASE_URL", "FOYER_DATA", "FOYER_KEY"] as const;

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
  const { place, environment, problems } = placeOf(env);
  const config = storageOf(readSettings(OF_STORAGE, env, place), projectFolder, environment);
  problems.push(...storageProblems(env, config));
  const all = problems.filter((each) => needsKey || !each.startsWith("FOYER_KEY "));
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
  const { place, environment, problems } = placeOf(env);
  const names = Object.keys(SETTINGS) as (keyof Settings)[];
  const config = configOf(readSettings(names, env, place), projectFolder, {
    ...place,
    environment,
  });
  problems.push(
    ...developmentProblems(env, environment, {
      host: config.host,
      publicUrls: config.publicUrls,
      proxies: config.edges.proxies,
    }),
    ...storageProblems(env, config),
    ...(place.development ? [] : missingSettings("visitors", env, environment)),
    ...sharedPort(config),
    ...foreignCookieDomain(config),
    ...definitionProblems(env, config),
  );
  if (problems.length > 0) throw new SettingsError([...new Set(problems)]);
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

/** NODE_ENV alone chooses no environment: OTE and production both run with it. */
const UNNAMED_PRODUCTION =
  "FOYER_ENV is not set, and NODE_ENV is production: set FOYER_ENV=production, or OTE; for a machine of a developer, FOYER_ENV=LOCAL";

/** Where settings are read, and the list of their problems; an unknown environment is the first. */
function placeOf(env: NodeJS.ProcessEnv): {
  readonly environment: Environment;
  readonly place: SettingPlace;
  readonly problems: string[];
} {
  const problems: string[] = [];
  const isUnnamed = env["FOYER_ENV"] === undefined && env["NODE_ENV"] === "production";
  if (isUnnamed && env["FOYER_INSECURE_DEVELOPMENT"] !== "1") problems.push(UNNAMED_PRODUCTION);
  const named = env["FOYER_ENV"] ?? (problems.length > 0 ? "production" : "LOCAL");
  let environment = ENVIRONMENTS.find((each) => each === named);
  if (environment === undefined) {
    const beginning = named.length < 3 ? undefined : named.toLowerCase();
    const meant =
      ENVIRONMENTS.find((each) => each === closest(named, ENVIRONMENTS)) ??
      ENVIRONMENTS.find((each) => beginning !== undefined && each.startsWith(beginning));
    const hint = meant === undefined ? "" : `; did you mean ${meant}?`;
    problems.push(`FOYER_ENV is "${named}"; it may be ${ENVIRONMENTS.join(", ")}${hint}`);
    environment = meant ?? "production";
  }
  const report = (problem: string) => void problems.push(problem);
  const place = { environment, development: isDevelopment(environment), report };
  return { environment, place, problems };
}

/** What the settings of the storage lack, or have wrong beside one another. */
function storageProblems(env: NodeJS.ProcessEnv, config: StorageConfig): readonly string[] {
  const { environment, databaseUrl, keys, dataFolder } = config;
  if (!isDevelopment(environment)) return missingSettings("storage", env, environment);
  return databaseUrl === undefined || keys === undefined ? dataFolderProblems(dataFolder) : [];
}

function storageOf(
  { DATABASE_URL, FOYER_DATA, FOYER_KEY }: Settings<(typeof OF_STORAGE)[number]>,
  projectFolder: string,
  environment: Environment,
): StorageConfig {
  return {
    databaseUrl: DATABASE_URL,
    dataFolder: resolve(projectFolder, FOYER_DATA),
    environment,
    keys: FOYER_KEY,
  };
}

function configOf(
  settings: Settings,
  projectFolder: string,
  place: SettingPlace & { readonly environment: Environment },
): ServerConfig {
  const { environment, development, report } = place;
  const { HOST: host, FOYER_PROXIES: proxies, FOYER_DEV: live } = settings;
  const published = !development || settings.FOYER_PUBLISHED;
  if (live && (environment !== "LOCAL" || published))
    report(
      "FOYER_DEV is set; open pages follow the files in FOYER_ENV LOCAL only, without FOYER_PUBLISHED",
    );
  const publicUrls = settings.PUBLIC_URL.map((url) => new URL(url).origin);
  const ancestors = settings.FRAME_ANCESTORS;
  const plain = publicUrls.find(
    (url) => url.startsWith("http:") && !isLoopback(new URL(url).hostname),
  );
  // Browsers keep cookies in a frame over https alone, or on the same machine.
  if (ancestors.length > 0 && plain !== undefined)
    report(
      `FRAME_ANCESTORS is set, and PUBLIC_URL names ${plain}: in a frame of another site a browser keeps a session over https alone; serve the site over https, or take FRAME_ANCESTORS away`,
    );
  return {
    ...storageOf(settings, projectFolder, environment),
    port: settings.PORT,
    host,
    development,
    secureCookies:
      !development ||
      ancestors.length > 0 ||
      (publicUrls.length > 0
        ? publicUrls.every((url) => url.startsWith("https:"))
        : outwardSettings({ host, publicUrls, proxies }).length > 0),
    statements: settings.FOYER_STATEMENTS,
    flowsFolder: resolve(projectFolder, settings.FOYER_FLOWS),
    watch: environment === "LOCAL" && !published,
    live,
    published,
    idle: settings.FOYER_IDLE,
    logLevel: settings.LOG_LEVEL,
    metrics:
      settings.METRICS_PORT === undefined
        ? undefined
        : { host: settings.METRICS_HOST, port: settings.METRICS_PORT },
    traces: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
    admission: {
      atOnce: settings.FOYER_AT_ONCE,
      queue: settings.FOYER_QUEUE,
      patienceMs: 2000,
      lagMs: settings.FOYER_LAG_MS,
    },
    drainMs: settings.FOYER_DRAIN_MS,
    sessionMs: settings.FOYER_SESSION_HOURS * 3_600_000,
    cookieDomain: settings.COOKIE_DOMAIN?.replace(/^\./, ""),
    edges: { hosts: hostsOf(settings, publicUrls, development), proxies, ancestors },
    publicUrls,
    oidc: issuerOf(settings, place),
    smtp: mailServerOf(settings, place),
  };
}

function hostsOf(
  { FOYER_INSECURE_DEVELOPMENT: insecure }: Settings,
  publicUrls: readonly string[],
  development: boolean,
): Edges["hosts"] {
  if (!development) return publicUrls.map((url) => new URL(url).host);
  return insecure ? "any" : "loopback";
}

function issuerOf(
  { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret }: Settings,
  { development, report }: SettingPlace,
): ServerConfig["oidc"] {
  if (issuer === undefined) return undefined;
  if (clientId !== undefined) return { issuer, clientId, clientSecret };
  // Outside of development: reported with the other missing settings.
  if (development)
    report(
      "OIDC_CLIENT_ID is not set; the issuer named by OIDC_ISSUER has to know this service by it",
    );
  return undefined;
}

function mailServerOf(
  { SMTP_URL: url, MAIL_FROM: from }: Settings,
  { development, report }: SettingPlace,
): ServerConfig["smtp"] {
  if (url === undefined) return undefined;
  if (!/^[^\s<>@,;"]+@[^\s<>@,;"]+$/.test(from))
    report(
      `MAIL_FROM is "${from}"; it has to be the address mails come from, like no-reply@mail.example`,
    );
  return { url: development ? url : withTls(url), from };
}

/**
 * The address of a mail server that is asked for TLS, so that no password and no mail goes in plain
 * text; not on this machine, and not where the address itself says otherwise.
 */
function withTls(given: string): string {
  if (!URL.canParse(given)) return given;
  const url = new URL(given);
  const isSaid = ["requireTLS", "ignoreTLS", "secure"].some((name) => url.searchParams.has(name));
  if (url.protocol !== "smtp:" || isSaid || isLoopback(url.hostname)) return given;
  url.searchParams.set("requireTLS", "true");
  return url.href;
}

/** The domain of cookies that no site lies in: browsers would drop each of them. */
function foreignCookieDomain({ cookieDomain, publicUrls }: ServerConfig): readonly string[] {
  if (cookieDomain === undefined || publicUrls.length === 0) return [];
  const isInside = publicUrls.some((url) =>
    `.${new URL(url).hostname}`.endsWith(`.${cookieDomain.toLowerCase()}`),
  );
  return isInside
    ? []
    : [
        `COOKIE_DOMAIN is ${cookieDomain}, and no PUBLIC_URL lies in it (${publicUrls.join(", ")}): browsers would drop its cookies`,
      ];
}
