import { isCollection, isScalar, parseDocument } from "yaml";
import type { Difference } from "../../../engine/fixtures/fixture-result.ts";
import { LINE_WIDTH } from "../../../engine/source/write-yaml.ts";

/**
 * Rewrites the expectations of a fixture that differ from its journey. Everything else, comments
 * included, stays as it is.
 *
 * @param text the fixture as YAML
 * @returns the new text, which is not formatted
 * @throws Error for expectations behind an alias, which other steps share
 */
export function updateFixture(text: string, differences: readonly Difference[]): string {
  const document = parseDocument(text);
  for (const { step, expectation } of differences) {
    const see = ["steps", step - 1, "see"];
    if (!isCollection(document.getIn(see, true)))
      throw new Error(`step ${step} shares its expectations with another one by an alias`);
    const keys = [...see, ...expectation.member];
    const { value } = expectation;
    const present = document.getIn(keys, true);
    // A journey that leaves no more states no way out.
    if (value === null && keys.at(-1) === "leave") document.deleteIn(keys);
    // In place of the value alone: the comment beside it stays.
    else if (isScalar(present) && (value === null || typeof value !== "object"))
      present.value = value;
    else document.setIn(keys, document.createNode(value));
  }
  return document.toString({ lineWidth: LINE_WIDTH });
}
