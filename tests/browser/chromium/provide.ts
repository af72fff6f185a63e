import { chromium } from "playwright";
import { candidates, type Candidate } from "./candidates.ts";
import { DOWNLOADS, type Download } from "./download.ts";
import { LAUNCH_FLAGS } from "./launch-flags.ts";

/** The Chromium that browser tests use, or the reason for each one that cannot be used. */
export type Provided =
  | { readonly kind: "found"; readonly chromium: Candidate }
  | { readonly kind: "missing"; readonly reasons: readonly string[] };

/** The parts of {@link provideChromium} that tests replace. */
export interface Sources {
  readonly candidates: () => Promise<readonly Candidate[]>;
  readonly downloads: readonly Download[];
  /** Starts a Chromium and closes it; rejects with the reason when it does not start. */
  readonly start: (path: string) => Promise<void>;
}

/**
 * Finds a Chromium that starts, and downloads one where none does.
 *
 * @throws Error when `CHROMIUM` names a program that does not start: a setting is used or refused,
 *   never replaced
 */
export async function provideChromium(
  sources: Sources = { candidates, downloads: DOWNLOADS, start: startOnce },
  env: NodeJS.ProcessEnv = process.env,
): Promise<Provided> {
  const reasons: string[] = [];
  const starts = async ({ path, origin }: Candidate): Promise<boolean> =>
    sources.start(path).then(
      () => true,
      (error: unknown) => {
        reasons.push(`${path} (${origin}) does not start: ${reasonOf(error)}`);
        return false;
      },
    );
  for (const candidate of await sources.candidates()) {
    if (await starts(candidate)) return { kind: "found", chromium: candidate };
    if (env["CHROMIUM"] !== undefined && env["CHROMIUM"] !== "")
      throw new Error(`CHROMIUM is "${candidate.path}", and ${reasons.join("; ")}`);
  }
  for (const { name, get } of sources.downloads) {
    try {
      const downloaded = await get();
      if (await starts(downloaded)) return { kind: "found", chromium: downloaded };
    } catch (error) {
      reasons.push(`${name} failed: ${reasonOf(error)}`);
    }
  }
  return { kind: "missing", reasons };
}

async function startOnce(path: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: path, args: LAUNCH_FLAGS });
  try {
    const page = await browser.newPage();
    // Text and a control are drawn: without fonts a page crashes at the first of them.
    await page.setContent('<label>Text <input autofocus value="typed"></label>');
    await page.screenshot();
    if ((await page.inputValue("input")) !== "typed") throw new Error("it shows no page");
  } finally {
    await browser.close();
  }
}

/**
 * The line of an error that names its cause. Playwright and npm print a page of context around it.
 */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const lines = text.split("\n").map((line) => line.trim());
  const cause = lines.find((line) =>
    /error while loading|ENOTFOUND|EAI_AGAIN|ENOENT|npm error/i.test(line),
  );
  return cause ?? lines.find((line) => line !== "") ?? "no reason given";
}
