import { readFile, writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { replayCommand } from "../../../server/cli/replay-command.ts";
import { useCardFolder } from "./card-folder.ts";

const folder = useCardFolder();
const ADULT = "flows/library-card/fixtures/adult-of-the-town.yaml";

it("foyer replay --update rewrites what differs, in the fixture's own words, and nothing else", async () => {
  await folder.edit(ADULT, "given:", "# The day of the opening\ngiven:");
  const before = await readFile(folder.at(ADULT), "utf8");
  for (const [from, to] of [
    ["      path: /library-card/{applicationId}/reader", "      path: /library-card/elsewhere"],
    ["        - card.begun\n", ""],
    ["{ lives: here, named: true }", "{ lives: away, named: true }"],
    ["      because: resume/to-confirm", "      because: resume/elsewhere"],
    ["{ /born: validation.born.invalid }", "{ /name: validation.name.required }"],
    ["{ reader.born: '1990-02-28' }", "{ reader.born: '1990-02-27' }"],
  ] as const)
    await folder.edit(ADULT, from, to);
  expect((await folder.run(replayCommand, ["adult-of-the-town"])).code).toBe(1);
  const { code, lines } = await folder.run(replayCommand, ["library-card", "--update"]);
  expect(lines).toContain("new  library-card adult-of-the-town");
  expect(lines.filter((line) => line.startsWith("FAIL"))).toEqual([]);
  expect(code).toBe(0);
  expect(await readFile(folder.at(ADULT), "utf8")).toBe(before);
});

it("foyer replay --update leaves a step that is refused, and what follows it, to the author", async () => {
  await folder.edit(ADULT, "name: Ada Noor, born: 1990/02/28", "born: 1990/02/28");
  const before = await readFile(folder.at(ADULT), "utf8");
  const { code, printed } = await folder.run(replayCommand, ["adult-of-the-town", "--update"]);
  expect(code).toBe(1);
  expect(printed).toContain("FAIL library-card adult-of-the-town");
  expect(printed).toContain("step 4 is refused (refused:invalid); correct the step");
  expect(await readFile(folder.at(ADULT), "utf8")).toBe(before);
});

it("foyer replay refuses each name that nothing has, and a file that is not there", async () => {
  for (const [name, message] of [
    [
      "adult-of-the-twon",
      "there is no flow or fixture adult-of-the-twon; did you mean adult-of-the",
    ],
    ["nowhere.yaml", "nowhere.yaml cannot be read: there is no such file; it has to be a fixture"],
  ] as const)
    await expect(folder.run(replayCommand, ["library-card", name])).rejects.toThrow(message);
});

it("foyer replay --watch goes without --contrary", async () => {
  await expect(folder.run(replayCommand, ["--watch", "--contrary"])).rejects.toThrow("--watch");
});

it("foyer replay --update goes without --watch and --contrary", async () => {
  for (const flag of ["--watch", "--contrary"])
    await expect(folder.run(replayCommand, ["--update", flag])).rejects.toThrow("--update");
});

const FORM = "schemas/library-card/forms/reader.yaml";
const CHILD = "flows/library-card/fixtures/child-with-consent.yaml";

/** Gives the field of the reader's name other names; the state stays as it is. */
async function askInstead(...names: readonly string[]) {
  const [first = "", ...others] = names;
  const field = (name: string, place: string) =>
    `  ${name}:\n    type: string\n    format: full-name\n    errorMessage: { '*': validation.name.invalid }\n` +
    `    x-autocomplete: 'off'\n    x-pii: personal\n    x-bind: ${place}\n`;
  const fields = others.map((name) => field(name, "consent.parent")).join("");
  await folder.edit(FORM, "required: [name", `required: [${names.join(", ")}`);
  await folder.edit(FORM, "x-order: [name", `x-order: [${names.join(", ")}`);
  await folder.edit(FORM, /  name:[\s\S]*?(?=\n  born:)/, field(first, "reader.name") + fields);
  for (const locale of ["en-US", "fr-CA"]) {
    const words = `content/library-card/${locale}/screens/reader.yaml`;
    const more = names.map((name) => `  ${name}: { label: "${name}" }\n`).join("");
    await folder.edit(words, /  name:\n.*\n/, more);
  }
}

it("foyer replay --update renames an answer whose field has another name", async () => {
  const before = await readFile(folder.at(ADULT), "utf8");
  await folder.edit(ADULT, "given:", "# The day of the opening\ngiven:");
  await askInstead("fullName");
  const told = await folder.run(replayCommand, ["adult-of-the-town"]);
  expect(told.lines).toContain(
    '       step 3: "reader" has no field "name"; it is "fullName" now, and --update renames it',
  );
  const { code, lines } = await folder.run(replayCommand, ["library-card", "--update"]);
  expect([code, lines.filter((line) => line.startsWith("FAIL"))]).toEqual([0, []]);
  expect(lines).toContain('       step 4: "name" of "reader" is "fullName" now');
  const after = before.replaceAll("name: Ada Noor", "fullName: Ada Noor");
  expect(await readFile(folder.at(ADULT), "utf8")).toBe(
    after.replace("given:", "# The day of the opening\ngiven:"),
  );
});

it("foyer replay --update leaves an answer that may have several new names, and its errors", async () => {
  const before = await readFile(folder.at(CHILD), "utf8");
  await askInstead("givenName", "familyName");
  const { code, printed } = await folder.run(replayCommand, ["library-card", "--update"]);
  expect(code).toBe(1);
  expect(printed).toContain(
    '"reader" has no field "name"; perhaps it is "givenName" and "familyName" now',
  );
  expect(await readFile(folder.at(CHILD), "utf8")).toBe(before);
  expect(await readFile(folder.at(ADULT), "utf8")).not.toContain("unknownField");
});

it("foyer replay names file and line of the first step that differs", async () => {
  await folder.edit(ADULT, "because: resume/to-confirm", "because: resume/elsewhere");
  const { lines } = await folder.run(replayCommand, ["adult-of-the-town"]);
  expect(lines).toContainEqual(expect.stringMatching(`^       ${ADULT}:\\d+$`));
  expect(lines.some((line) => line.includes("--update rewrites"))).toBe(true);
});

it("foyer replay offers no update where the step itself is wrong", async () => {
  await folder.edit(ADULT, "name: Ada Noor, born: 1990/02/28", "born: 1990/02/28");
  const { lines } = await folder.run(replayCommand, ["adult-of-the-town"]);
  expect(lines).toContainEqual(expect.stringMatching(`^       ${ADULT}:\\d+$`));
  expect(lines.some((line) => line.includes("--update rewrites"))).toBe(false);
});

it("foyer replay FILE checks a fixture outside of its flow's folder, and runs it contrarily", async () => {
  const file = folder.at("adult.yaml");
  const text = await readFile(folder.at(ADULT), "utf8");
  await writeFile(file, text.replace("given:", "flow: library-card\ngiven:"));
  expect((await folder.run(replayCommand, [file])).code).toBe(0);
  expect((await folder.run(replayCommand, [file, "--contrary"])).code).toBe(0);
  await folder.edit("adult.yaml", "state: { reader.born:", "state: { reader.bron:");
  const { code, printed } = await folder.run(replayCommand, [file]);
  expect(code).toBe(1);
  expect(printed).toContain('The state has no place "reader.bron"');
  expect(printed).toContain('Did you mean "reader.born"?');
  expect(printed).toContain("state reader.bron is null");
});

it("foyer replay FILE refuses a fixture that names no flow", async () => {
  const file = folder.at("adult.yaml");
  await writeFile(file, await readFile(folder.at(ADULT), "utf8"));
  await expect(folder.run(replayCommand, [file])).rejects.toThrow("add flow: with library-card");
});

it("foyer replay --json gives the results first, and nothing of what did not run", async () => {
  const { lines } = await folder.run(replayCommand, ["adult-of-the-town"], true);
  const [flow] = JSON.parse(lines.join("\n")) as readonly Readonly<Record<string, unknown>>[];
  expect(Object.keys(flow ?? {})).toEqual(["flow", "fixtures", "coverage"]);
  expect(lines.join("\n")).not.toContain("missing");
});
