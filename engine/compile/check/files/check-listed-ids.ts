import { asList, asObject, isObject, type Json } from "../../../language/json.ts";
import type { CheckContext } from "../run/check-context.ts";

/** Lists of a block whose entries have ids. */
const LISTS = ["items", "columns", "rows"] as const;

/**
 * Reports two entries of one list with one id: they would have the same words. Entries that are
 * shown under conditions may stand for one another.
 */
export function checkListedIds({ tree, reporter }: CheckContext): void {
  for (const [screen, definition] of Object.entries(asObject(tree["screens"]))) {
    const { blocks } = asObject(definition);
    const at = `/screens/${screen}/blocks`;
    const lists = listOf(blocks).flatMap((block, index) =>
      LISTS.map((name) => [`${at}/${index}/${name}`, asObject(block)[name]] as const),
    );
    for (const [pointer, entries] of [[at, blocks] as const, ...lists]) {
      const known = new Map<Json, boolean>();
      for (const [index, entry] of listOf(entries).entries()) {
        const { id, when } = asObject(entry);
        if (typeof id !== "string") continue;
        const isOpen = known.get(id);
        known.set(id, isOpen === true || when === undefined);
        if (isOpen === undefined || (!isOpen && when !== undefined)) continue;
        reporter.at(`${pointer}/${index}/id`, {
          code: "FLOW-ID-REPEATED",
          message: `Two entries of the list are called "${id}": they have the same words`,
          suggestion: "another id",
        });
      }
    }
  }
}

function listOf(value: Json | undefined): readonly Json[] {
  return asList(value).filter((each) => isObject(each));
}
