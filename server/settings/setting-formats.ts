import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "../calls/unreached.ts";
import { keyProblems } from "../storage/secrets/vault.ts";

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/**
 * Problems of the form of the storage's settings, one sentence each. An address may carry a
 * password, so its value is not repeated.
 *
 * @param dataFolder undefined: nothing is written there
 */
export function storageFormatProblems(
  env: NodeJS.ProcessEnv,
  dataFolder: string | undefined,
): readonly string[] {
  const { DATABASE_URL: database, FOYER_KEY: keys } = env;
  return [
    ...(database === undefined || isDatabaseUrl(database)
      ? []
      : [
          "DATABASE_URL is no address of a PostgreSQL; it has to be one like postgres://user:password@db.example/foyer",
        ]),
    ...(keys === undefined ? [] : keyProblems(keys)),
    ...(dataFolder === undefined ? [] : dataFolderProblems(dataFolder)),
  ];
}

/** A URL, or the folder of a socket. */
function isDatabaseUrl(text: string): boolean {
  return (
    text.startsWith("/") ||
    (URL.canParse(text) && /^(?:postgres|postgresql|socket):$/.test(new URL(text).protocol))
  );
}

/** Whether the folder, or the nearest one above it that exists, may be written. */
function dataFolderProblems(folder: string): readonly string[] {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    if (statSync(folder).isDirectory()) return [];
    return [`FOYER_DATA is ${folder}, which is a file; it has to be a folder`];
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" && dirname(folder) !== folder)
      return dataFolderProblems(dirname(folder)).map((problem) =>
        problem.replace(/^FOYER_DATA is /, "FOYER_DATA lies below "),
      );
    return [
      `FOYER_DATA is ${folder}, where this user cannot write (${code ?? "no reason given"}); it has to be a folder of this user, like /var/lib/foyer`,
    ];
  }
}

/** @throws Error with the levels */
export function readLogLevel(text: string): string {
  if (!LOG_LEVELS.some((level) => level === text))
    throw new Error(`LOG_LEVEL is "${text}"; it may be ${LOG_LEVELS.join(", ")}`);
  return text;
}

/** @throws Error with an example */
export function readCollector(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new Error(
      "OTEL_EXPORTER_OTLP_ENDPOINT is no web address; it has to be the one of a collector, like http://collector.example:4318",
    );
  return text;
}
