import { provideChromium } from "./provide.ts";

/** Environment variable that tells the test workers why there is no Chromium. */
export const NO_CHROMIUM = "FOYER_TESTS_NO_CHROMIUM";

/**
 * Runs once before the browser tests: workers inherit `CHROMIUM`, or the reason for skipping every
 * test.
 */
export default async function setUp(): Promise<void> {
  const provided = await provideChromium();
  if (provided.kind === "found") {
    process.env["CHROMIUM"] = provided.chromium.path;
    return;
  }
  process.env[NO_CHROMIUM] = "yes";
  console.warn(
    [
      "",
      "  No Chromium: the browser tests are skipped, and counted as skipped.",
      "  Install one (Debian: apt-get install chromium; else: npx playwright install --with-deps chromium),",
      "  or set CHROMIUM to the path of one. Tried:",
      ...provided.reasons.map((reason) => `  - ${reason}`),
      "",
    ].join("\n"),
  );
}
