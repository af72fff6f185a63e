import { access, constants } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { chromium } from "playwright";

/** A Chromium that may be there, and where it comes from. */
export interface Candidate {
  /** Path of the program. */
  readonly path: string;
  /** Its origin, in words for a log line. */
  readonly origin: string;
}

/** The headless shell comes first: it draws no window of its own, and takes a third less time. */
const PROGRAMS = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "microsoft-edge",
];

const MAC_PROGRAMS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Folder that keeps a downloaded Chromium between installations of the project. */
export function chromiumCache(env: NodeJS.ProcessEnv = process.env): string {
  return join(env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "foyer", "chromium");
}

/** Program in {@link chromiumCache} that starts the downloaded Chromium. */
export function cachedChromium(env: NodeJS.ProcessEnv = process.env): string {
  return join(chromiumCache(env), "start.sh");
}

/**
 * Lists the installed Chromiums in order of preference: the system's, Playwright's own, the
 * downloaded one. `CHROMIUM` replaces the list, whether or not the program exists.
 */
export async function candidates(
  env: NodeJS.ProcessEnv = process.env,
): Promise<readonly Candidate[]> {
  const named = env["CHROMIUM"];
  if (named !== undefined && named !== "") return [{ path: named, origin: "CHROMIUM" }];
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const possible: Candidate[] = [
    ...PROGRAMS.flatMap((program) =>
      folders.map((folder) => ({ path: join(folder, program), origin: "the system" })),
    ),
    ...MAC_PROGRAMS.map((path) => ({ path, origin: "the system" })),
    { path: chromium.executablePath(), origin: "Playwright" },
    { path: cachedChromium(env), origin: "an earlier download" },
  ];
  const installed = await Promise.all(possible.map(({ path }) => isExecutable(path)));
  return possible.filter((_, index) => installed[index]);
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
