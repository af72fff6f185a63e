import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cardProblems, type CardFiles } from "../../../../card-flow.ts";
import { PROJECT } from "../../../../definitions.ts";

const SCREEN = "flows/library-card/screens/consent.yaml";
const SETTINGS = "flows/library-card/config/library.yaml";

/** The library card whose page of consent polls. */
async function polling(settings: string, everyMs: string, untilMs = "600000"): Promise<CardFiles> {
  const [screen, config] = await Promise.all(
    [SCREEN, SETTINGS].map((path) => readFile(join(PROJECT, path), "utf8")),
  );
  return {
    [SCREEN]: `${screen}poll: { action: submit, everyMs: ${everyMs}, untilMs: ${untilMs} }\n`,
    [SETTINGS]: `${config}${settings}\n`,
  };
}

const lookMs = "{ var: config.lookMs }";

describe("checkPolls()", () => {
  const pollsOf = async (files: CardFiles) =>
    (await cardProblems(files)).filter(({ code }) => code === "FLOW-POLL");

  it("names the setting that makes a page look too often", async () => {
    expect(await pollsOf(await polling("lookMs: 1", lookMs))).toMatchObject([
      {
        severity: "warning",
        file: SETTINGS,
        message:
          'The page "consent" would look every 1 ms; it looks no more often than every 250 ms',
        suggestion: "250 or more, such as 1000",
      },
    ]);
  });

  it("names the screen whose rule computes the interval", async () => {
    const files = await polling("lookMs: 100", "{ '*': [{ var: config.lookMs }, 2] }");
    expect(await pollsOf(files)).toMatchObject([{ file: SCREEN }]);
  });

  it("names the setting that stops a page before it looks again", async () => {
    const files = await polling("giveUpMs: 1000", "5000", "{ var: config.giveUpMs }");
    expect(await pollsOf(files)).toMatchObject([{ file: SETTINGS, suggestion: "more than 5000" }]);
  });

  it("is silent about intervals in bounds, and those that follow from the state", async () => {
    expect(await pollsOf(await polling("lookMs: 250", lookMs))).toEqual([]);
    const ofState = "{ if: [{ var: application.confirmed }, { var: config.lookMs }, 1000] }";
    expect(await pollsOf(await polling("lookMs: 1", ofState))).toEqual([]);
  });
});
