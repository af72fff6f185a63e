import { axesOf } from "../../../language/axes.ts";
import type { JsonObject } from "../../../language/json.ts";
import { closest } from "../../../source/closest.ts";
import type { CheckContext } from "../run/check-context.ts";
import { memoize } from "../../../language/memoize.ts";

/** A path into the query, alone or in a text's placeholder. */
const READ = /\bquery\.([\w-]+)/g;

/**
 * Reports query parameters that a row gives to the page it leads to and nothing reads, where a rule
 * reads one of nearly the same name.
 */
export function checkQueries({ flow, tree, reporter }: CheckContext): void {
  const { copy: _copy, state: _state, config: _config, theme: _theme, ...rules } = tree;
  const read = new Set([
    ...readIn(rules),
    ...Object.keys(flow.definition.entryParameters ?? {}),
    ...axesOf(flow.definition).flatMap(([, { chosen = [] }]) =>
      chosen.flatMap(({ parameter }) => parameter ?? []),
    ),
  ]);
  for (const [id, table] of flow.tables)
    for (const [index, { definition }] of table.rows.entries())
      for (const name of Object.keys(definition.query ?? {})) {
        const meant = read.has(name) ? undefined : closest(name, read);
        if (meant !== undefined)
          reporter.at(`/tables/${id}/rows/${index}/query/${name}`, {
            code: "FLOW-QUERY-UNREAD",
            message: `No rule reads the parameter "${name}" of the address`,
            suggestion: meant,
          });
      }
}

/** The parameters that rules read, each with the parts of the tree known before. */
const readInPart = memoize((part: object) => [...new Set(namesIn(JSON.stringify(part)))]);

function readIn(rules: JsonObject): readonly string[] {
  return Object.values(rules).flatMap((part) =>
    typeof part === "object" && part !== null ? readInPart(part) : [],
  );
}

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(READ)].map(([, name = ""]) => name);
}
