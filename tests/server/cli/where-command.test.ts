import { cp, mkdir, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { whereCommand } from "../../../server/cli/where-command.ts";
import { useCardFolder } from "./card-folder.ts";

const card = useCardFolder();

/** What the command prints on both outputs, and its exit code. */
async function where(...args: string[]): Promise<{ code: number; printed: string }> {
  const { code, printed } = await card.run(whereCommand, args);
  return { code, printed };
}

/** Adds a flow that is the library card under another name. */
async function addFlow(id: string): Promise<void> {
  await cp(card.at("flows/library-card"), card.at(`flows/${id}`), { recursive: true });
}

describe("foyer where", () => {
  it("names the file and line of a setting, a screen's member and a text", async () => {
    expect((await where("config.feeMinor")).printed).toMatch(
      /^config\.feeMinor = 2500\n {2}base {17}flows\/library-card\/config\/library\.yaml:\d+ {2}2500$/,
    );
    expect((await where("screens.consent.form")).printed).toContain("screens/consent.yaml:");
    expect((await where("screens.start.title")).printed).toContain(
      "content/library-card/en-US/screens/start.yaml:",
    );
  });

  it("names the flow that has it, where another was looked into", async () => {
    await addFlow("a-flow");
    await card.edit("flows/a-flow/config/library.yaml", "feeMinor", "fineMinor");
    expect(await where("config.feeMinor")).toEqual({
      code: 1,
      printed:
        "no file of the flow a-flow sets config.feeMinor; library-card has it: foyer where library-card config.feeMinor",
    });
    expect((await where("library-card", "config.feeMinor")).code).toBe(0);
    expect((await where("config.fineMinor")).printed).toContain(
      "(in the flow a-flow; foyer where FLOW config.fineMinor looks into another)",
    );
  });

  it("takes the flow before the path, or the one that has the axis", async () => {
    await addFlow("a-flow");
    await card.edit("flows/a-flow/flow.yaml", "  market:", "  place:");
    expect((await where("library-card", "config.feeMinor")).printed).toContain("library-card");
    expect((await where("config.feeMinor", "--axis", "market=town")).printed).toContain(
      "(in the flow library-card; foyer where FLOW config.feeMinor looks into another)",
    );
  });

  it("knows the overlay of an axis whose files do not name what is asked", async () => {
    await mkdir(card.at("flows/library-card/overlays/market"), { recursive: true });
    await writeFile(
      card.at("flows/library-card/overlays/market/town.yaml"),
      "overlay: market\nname: town\ntheme: { colour: '#0b6e4f' }\n",
    );
    const { printed } = await where("theme.colour", "--axis", "market=town");
    expect(printed).toMatch(/^theme\.colour = "#0b6e4f"\n {2}base .+\n {2}market town /);
  });

  it("suggests the name that was meant", async () => {
    expect(await where("config.feeMinr")).toEqual({
      code: 1,
      printed: "no file sets config.feeMinr; did you mean config.feeMinor?",
    });
  });

  it("answers while another file has a mistake, and refuses a front page that has one", async () => {
    await card.edit("flows/library-card/guards.yaml", "guards:", "gards:");
    expect((await where("config.feeMinor")).code).toBe(0);
    await writeFile(card.at("flows/library-card/flow.yaml"), "flow: [library-card\n");
    await expect(where("config.feeMinor")).rejects.toThrow("problem(s) in the definitions");
  });
});
