import { expect, it } from "vitest";
import { withOneEnd } from "../../../engine/copy/one-end.ts";
import { fieldsNotice } from "../../../engine/transition/fields-notice.ts";
import { readYaml } from "../../../engine/source/read-yaml.ts";
import { shippedSources } from "../../definitions.ts";

it.each([
  ["This is new: How long have you traded?.", "This is new: How long have you traded?"],
  ["Rempli : Depuis quand ?. Vérifiez.", "Rempli : Depuis quand ? Vérifiez."],
  ["Done: Acme Ltd..", "Done: Acme Ltd."],
  ["Wait... Done.", "Wait... Done."],
  ["Version 1.2 is new.", "Version 1.2 is new."],
])("withOneEnd() leaves one end of a sentence: %s", (text, expected) => {
  expect(withOneEnd(text)).toBe(expected);
});

it.each(["en-US", "fr-CA"])("fieldsNotice() ends with a question of %s once", async (locale) => {
  const path = `content/shell/${locale}/shell.yaml`;
  const words = readYaml(path, (await shippedSources).get(path) ?? "").value as Record<
    string,
    string
  >;
  for (const copy of ["newQuestions", "askedAgain", "entryKept"]) {
    const notice = fieldsNotice(copy, ["How long have you traded?"], locale, words);
    expect(notice?.texts?.[0]).toContain("How long have you traded?");
    expect(notice?.texts?.[0]).not.toContain("?.");
  }
});
