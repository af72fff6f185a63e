import { isOrigin } from "../../engine/compile/origins.ts";
import { isSet } from "../calls/missing-addresses.ts";
import { STATEMENT_NAMES, type StatementNames } from "../storage/database/named-statement.ts";
import { keyProblems } from "../storage/secrets/vault.ts";
import {
  FLAG,
  formed,
  listed,
  oneOf,
  text,
  whole,
  type Setting,
  type SettingPlace,
} from "./setting.ts";

/** Those of the driver; all but the first and the last check the server's certificate. */
const SSL_MODES = ["disable", "prefer", "require", "verify-ca", "verify-full", "no-verify"];

/** A key whose bytes are all zero, in hex or base64. */
const ZEROS = /^(?:[\w-]+:)?(?:0{64}|A{43}=?)$/;

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/**
 * All environment variables that the server itself reads; README.md, Settings, says what each is
 * for. What a variable may be beside others is decided in config.ts.
 */
export const SETTINGS = {
  PORT: whole([0, 65_535], () => 3000),
  HOST: text("127.0.0.1"),
  DATABASE_URL: {
    // An address may carry a password: it is not repeated.
    ...formed((given) => {
      if (!isDatabaseUrl(given))
        return "is no address of a PostgreSQL; it has to be one like postgres://user:password@db.example/foyer";
      const mode = parametersOf(given).get("sslmode");
      return mode === null || SSL_MODES.includes(mode)
        ? undefined
        : `has sslmode=${mode}; it may be ${SSL_MODES.join(", ")}`;
    }),
    required: {
      by: "storage",
      what: "the PostgreSQL that keeps the applications, postgres://user:password@db.example/foyer",
    },
  },
  FOYER_STATEMENTS: oneOf<StatementNames>(STATEMENT_NAMES, () => "auto"),
  FOYER_DATA: text(".foyer"),
  FOYER_KEY: {
    read(given: string, { development, report }: SettingPlace) {
      for (const problem of keyProblems(given)) report(problem);
      if (!development && given.split(",").some((pair) => ZEROS.test(pair.trim())))
        report(
          "FOYER_KEY has a key of zeros, which everybody knows; `openssl rand -hex 32` makes one",
        );
      return given;
    },
    otherwise: () => undefined,
    required: {
      by: "storage",
      what: "the key that encrypts personal data, kept outside of the database: k1: and 32 bytes in hex, as `openssl rand -hex 32` makes them",
    },
  },
  FOYER_ENV: text("LOCAL"),
  FOYER_INSECURE_DEVELOPMENT: FLAG,
  FOYER_FLOWS: text("."),
  FOYER_PUBLISHED: FLAG,
  FOYER_DEV: FLAG,
  FOYER_IDLE: FLAG,
  SMTP_URL: formed((given) =>
    hasProtocol(given, /^smtps?:$/)
      ? undefined
      : "is no address like smtp://user:password@mail.example:587",
  ),
  MAIL_FROM: text(""),
  OIDC_ISSUER: {
    ...formed((given, { development }) => {
      if (!hasProtocol(given, /^https?:$/))
        return `is "${given}"; it has to be an address like https://sign-in.example`;
      return development || given.startsWith("https:")
        ? undefined
        : `is "${given}"; outside of development it has to be an https address`;
    }),
    required: {
      by: "visitors",
      what: "the OpenID Connect issuer that people sign in at, https://sign-in.example",
    },
  },
  OIDC_CLIENT_ID: {
    ...text(undefined),
    required: { by: "visitors", what: "the name by which the issuer knows this service" },
  },
  OIDC_CLIENT_SECRET: text(undefined),
  PUBLIC_URL: {
    ...listed((given, { development }) => {
      if (!hasProtocol(given, /^https?:$/) || new URL(given).href !== `${new URL(given).origin}/`)
        return "it has to be an address without a path, like https://apply.example; several are parted by commas";
      return development || given.startsWith("https:")
        ? undefined
        : "outside of development it has to be an https address, since cookies go over https alone";
    }),
    required: {
      by: "visitors",
      what: "the address of this site as visitors see it, https://apply.example",
    },
  },
  COOKIE_DOMAIN: formed((given) =>
    /^\.?([a-z0-9-]+\.)+[a-z]{2,}$/i.test(given)
      ? undefined
      : `is "${given}"; it has to be the domain the sites share, like cedar.example`,
  ),
  FOYER_SESSION_HOURS: whole([1, 720], () => 24),
  FOYER_PROXIES: whole([0, 10], () => 0),
  FRAME_ANCESTORS: listed((given) =>
    isOrigin(given)
      ? undefined
      : "it has to be an origin like https://partner.example; several are parted by commas",
  ),
  METRICS_PORT: whole([0, 65_535], () => undefined),
  METRICS_HOST: text("127.0.0.1"),
  OTEL_EXPORTER_OTLP_ENDPOINT: formed((given) =>
    hasProtocol(given, /^https?:$/)
      ? undefined
      : "is no web address; it has to be the one of a collector, like http://collector.example:4318",
  ),
  FOYER_AT_ONCE: whole([1, 10_000], () => 32),
  FOYER_QUEUE: whole([0, 100_000], () => 128),
  // Compiling on a developer's machine blocks the loop for longer than the limit.
  FOYER_LAG_MS: whole([0, 60_000], ({ development }) => (development ? 0 : 500)),
  // A load balancer polls /readyz every few seconds; a developer's machine has none to wait for.
  FOYER_DRAIN_MS: whole([0, 600_000], ({ development }) => (development ? 250 : 5000)),
  LOG_LEVEL: oneOf(LOG_LEVELS, ({ environment }) => (environment === "LOCAL" ? "warn" : "info")),
} as const satisfies Readonly<Record<string, Setting<unknown>>>;

type Name = keyof typeof SETTINGS;

/** The values of settings, by the name of their variable. */
export type Settings<Read extends Name = Name> = {
  readonly [Each in Read]: (typeof SETTINGS)[Each] extends Setting<infer T> ? T : never;
};

/** Reads some of the settings. */
export function readSettings<Read extends Name>(
  names: readonly Read[],
  env: NodeJS.ProcessEnv,
  place: SettingPlace,
): Settings<Read> {
  const values = names.map((name) => {
    const setting: Setting<unknown> = SETTINGS[name];
    const given = env[name];
    const value =
      given === undefined ? setting.otherwise(place) : setting.read(given, { ...place, name });
    return [name, value] as const;
  });
  return Object.fromEntries(values) as Settings<Read>;
}

/** Settings that an environment does not start without, one sentence for each that is not set. */
export function missingSettings(
  by: "storage" | "visitors",
  env: NodeJS.ProcessEnv,
  environment: string,
): readonly string[] {
  return Object.entries<Setting<unknown>>(SETTINGS).flatMap(([name, { required }]) =>
    required?.by !== by || isSet(env, name)
      ? []
      : [`${name} is not set; ${environment} needs ${required.what}`],
  );
}

function hasProtocol(given: string, protocol: RegExp): boolean {
  return URL.canParse(given) && protocol.test(new URL(given).protocol);
}

/** The parameters of a database's address; none for the folder of a socket. */
export function parametersOf(address: string): URLSearchParams {
  return URL.canParse(address) ? new URL(address).searchParams : new URLSearchParams();
}

/** A URL, or the folder of a socket. */
function isDatabaseUrl(given: string): boolean {
  return given.startsWith("/") || hasProtocol(given, /^(?:postgres|postgresql|socket):$/);
}
