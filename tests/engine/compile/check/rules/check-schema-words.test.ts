import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { readSources } from "../../../../../server/definitions/read-sources.ts";
import { CLINIC, PROJECT } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";

const sources = await readSources(CLINIC, PROJECT);
const STATE = "schemas/clinic/state.yaml";
const REGISTRY = "flows/clinic/calls/registry.yaml";
const ADDRESS = "schemas/clinic/forms/address.yaml";

/** Words that nothing reads, with some files of the clinic's form edited or added. */
function unreadWith(edits: Readonly<Record<string, (text: string | undefined) => string>>) {
  const edited = new Map(sources);
  for (const [file, edit] of Object.entries(edits)) edited.set(file, edit(edited.get(file)));
  const result = compileFlow(edited, "clinic", ["CI"]);
  return (result.ok ? result.warnings : result.problems)
    .filter(({ code }) => code === "FLOW-WORD-UNREAD")
    .map(({ file, message, suggestion }) => `${file} ${message}: ${suggestion ?? ""}`);
}

const replacing = (from: string, to: string) => (text: string | undefined) =>
  mustReplace(text, from, to);

describe("checkSchemaWords()", () => {
  it("names a word of the state's schema that nothing reads", () => {
    const masked = replacing("town: { type: string", "town: { type: string, x-mask: all");
    expect(unreadWith({ [STATE]: masked })).toEqual([
      `${STATE} Nothing reads "x-mask" here: the same word at the field of the form, or without it`,
    ]);
    const misspelt = replacing("town: { type: string", "town: { type: string, x-unusd: kept");
    expect(unreadWith({ [STATE]: misspelt })).toEqual([
      `${STATE} Nothing reads "x-unusd" here: x-unused`,
    ]);
  });

  it("names a word of the schema of an answer", () => {
    const marked = replacing(
      "district: { type: string }",
      "district: { type: string, x-pii: personal }",
    );
    expect(unreadWith({ [REGISTRY]: marked })).toEqual([
      `${REGISTRY} Nothing reads "x-pii" here: the same word at the field of the form, or without it`,
    ]);
  });

  it("takes a property that is named like a word", () => {
    const named = replacing(
      "district: { type: string }",
      "district: { type: string }, x-pii: { type: string }",
    );
    expect(unreadWith({ [REGISTRY]: named })).toEqual([]);
  });
});

describe("fieldMistakes()", () => {
  it("names a mask of what is no secret", () => {
    const masked = replacing("street: { use: line,", "street: { use: line, x-mask: all,");
    expect(unreadWith({ [ADDRESS]: masked })).toEqual([
      `${ADDRESS} Nothing reads "x-mask" of the field "street": only a secret is masked: x-pii: secret beside it, or without x-mask`,
    ]);
  });
});
