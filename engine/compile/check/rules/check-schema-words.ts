import { asObject, isObject, type Json } from "../../../language/json.ts";
import { closest } from "../../../source/closest.ts";
import { childPointer } from "../../../source/json-pointer.ts";
import type { CheckContext } from "../run/check-context.ts";

/** Words of our own that something reads in a schema of the state. */
const STATE_WORDS: readonly string[] = ["x-pii", "x-proved", "x-unused"];

/** The same in the schema of the configuration. */
const CONFIG_WORDS: readonly string[] = ["x-read-by"];

/**
 * Reports words of our own (`x-…`) in schemas that are not of forms, where nothing reads them: they
 * would do nothing, as a mask beside a place of the state.
 */
export function checkSchemaWords({ tree, reporter }: CheckContext): void {
  const visit = (schema: Json, pointer: string, words: readonly string[]): void => {
    if (Array.isArray(schema))
      schema.forEach((each: Json, index) => visit(each, `${pointer}/${index}`, words));
    if (!isObject(schema)) return;
    for (const [word, value] of Object.entries(schema)) {
      const at = childPointer(pointer, word);
      if (word === "properties" && isObject(value)) {
        for (const [name, each] of Object.entries(value))
          visit(each, childPointer(at, name), words);
        continue;
      }
      if (!word.startsWith("x-")) visit(value, at, words);
      else if (!words.includes(word))
        reporter.at(at, {
          code: "FLOW-WORD-UNREAD",
          message: `Nothing reads "${word}" here`,
          suggestion:
            closest(word, words) ?? "the same word at the field of the form, or without it",
        });
    }
  };
  visit(tree["state"] ?? null, "/state", STATE_WORDS);
  visit(tree["configSchema"] ?? null, "/configSchema", CONFIG_WORDS);
  visit(tree["answers"] ?? null, "/answers", []);
  for (const [id, call] of Object.entries(asObject(tree["calls"])))
    visit(asObject(call)["answerSchema"] ?? null, `/calls/${id}/answerSchema`, []);
}
