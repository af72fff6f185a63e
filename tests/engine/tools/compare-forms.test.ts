import { expect, it } from "vitest";
import { compareForms } from "../../../engine/tools/compare-forms.ts";
import { compareSources } from "../../../engine/tools/compare-sources.ts";
import { formLines } from "../../../server/cli/plan/form-lines.ts";
import { cardFlow, cardSources } from "../../card-flow.ts";
import { shippedSources } from "../../definitions.ts";
import { mustReplace } from "../../must-replace.ts";

const FORM = "schemas/library-card/forms/reader.yaml";
const STATE = "schemas/library-card/state.yaml";

async function edited(path: string, ...edits: readonly (readonly [string, string])[]) {
  const text = (await shippedSources).get(path) ?? "";
  return { [path]: edits.reduce((rest, [from, to]) => mustReplace(rest, from, to), text) };
}

/** The library card with a phone of a pattern library, no proof, and a name that may be left out. */
async function withPhone() {
  return {
    ...(await edited(
      FORM,
      ["required: [name, born, lives]", "required: [born, lives]"],
      ["  lives:\n", "  phone: { use: us/phone }\n  lives:\n"],
      [
        "    format: birthday\n",
        "    format: birthday\n    x-when: { var: flags.chargesNonResidents }\n",
      ],
      ["enum: [here, elsewhere]", "enum: [here, elsewhere, abroad]"],
    )),
    ...(await edited(
      STATE,
      ["enum: [here, elsewhere]", "enum: [here, elsewhere, abroad]"],
      ["      lives:", "      phone: { type: string, x-pii: personal }\n      lives:"],
    )),
    ...(await edited("content/library-card/en-US/options.yaml", [
      "  elsewhere:",
      '  abroad: "Abroad"\n  elsewhere:',
    ])),
    ...(await edited("content/library-card/fr-CA/options.yaml", [
      "  elsewhere:",
      '  abroad: "À l’étranger"\n  elsewhere:',
    ])),
  };
}

it("forms that two versions have alike are not named", async () => {
  expect(compareForms(await cardFlow({}), await cardFlow({}))).toEqual([]);
});

it("fields that are added, removed, demanded otherwise or of other choices are named", async () => {
  const [before, after] = [await cardFlow({}), await cardFlow(await withPhone())];
  expect(formLines(compareForms(before, after))).toEqual([
    "",
    "Forms:",
    "  reader: name: optional now",
    "  reader: + phone (optional)",
    "  reader: lives: choices + abroad",
  ]);
  expect(formLines(compareForms(after, before))).toEqual([
    "",
    "Forms:",
    "  reader: name: required now",
    "  reader: lives: choices − abroad",
    "  reader: − phone",
  ]);
});

it("a pattern library that is used for the first time is named, its texts are not", async () => {
  const [before, after] = [await cardSources({}), await cardSources(await withPhone())];
  const used = (sources: typeof after) =>
    new Map(
      [...sources].filter(([path]) =>
        /library-card|patterns\/([a-z]{2}-[A-Z]{2}\/)?us\./.test(path),
      ),
    );
  const without = (sources: typeof after) =>
    new Map([...sources].filter(([path]) => path.includes("library-card")));
  const { libraries, values, files } = compareSources(without(before), used(after), "library-card");
  expect(libraries).toEqual([{ name: "us", change: "added" }]);
  expect(values.map(({ key }) => key)).toEqual([
    "en-US options.lives.abroad",
    "fr-CA options.lives.abroad",
  ]);
  expect(files).toEqual([FORM, STATE]);
});

it("a new field in place of one of its kind is told how it keeps what was answered", async () => {
  const files = {
    ...(await edited(
      FORM,
      ["required: [name,", "required: [called,"],
      ["  name:\n", "  called:\n"],
    )),
    ...(await edited(STATE, [
      "      name: {",
      "      called: { type: string, x-pii: personal }\n      name: {",
    ])),
    ...(await edited("content/library-card/en-US/screens/reader.yaml", ["  name:", "  called:"])),
    ...(await edited("content/library-card/fr-CA/screens/reader.yaml", ["  name:", "  called:"])),
  };
  const lines = (changed: Awaited<ReturnType<typeof cardFlow>>) =>
    cardFlow({}).then((before) => formLines(compareForms(before, changed)));
  expect(await lines(await cardFlow(files))).toEqual([
    "",
    "Forms:",
    "  reader: + called (required; x-bind: reader.name would keep what was answered there)",
    "  reader: − name",
  ]);
  const bound = mustReplace(
    files[FORM] ?? "",
    "  called:\n",
    "  called:\n    x-bind: reader.name\n",
  );
  const state = { [STATE]: (await shippedSources).get(STATE) ?? "" };
  expect(await lines(await cardFlow({ ...files, ...state, [FORM]: bound }))).toEqual([
    "",
    "Forms:",
    "  reader: + called (required)",
    "  reader: − name",
  ]);
});

it("compareSources() tells a whole new screen in one line, with how many texts it has", async () => {
  const before = new Map(await shippedSources);
  const screen = "flows/library-card/screens/hints.yaml";
  const after = new Map([
    ...before,
    [screen, "screen: hints\npath: /hints\nkind: information\n"],
    ["content/library-card/en-US/screens/hints.yaml", "title: Hints\nintro: Some hints\n"],
    ["content/library-card/fr-CA/screens/hints.yaml", "title: Conseils\n"],
  ]);
  expect(compareSources(before, after, "library-card")).toEqual({
    libraries: [],
    screens: [{ name: "hints", change: "added", texts: 3 }],
    values: [],
    files: [screen],
  });
  expect(compareSources(after, before, "library-card").screens).toEqual([
    { name: "hints", change: "removed", texts: 3 },
  ]);
});
