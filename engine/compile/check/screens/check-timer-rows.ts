import type { CheckContext } from "../run/check-context.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import { namesIn } from "./names-in.ts";
import { tablesAfter } from "./screen-links.ts";

/**
 * Reports rows with `to` or `leave` of tables that timers alone ask: a timer has no page, so that
 * the row opens nothing.
 */
export function checkTimerRows({ flow, reporter }: CheckContext): void {
  const others = tablesOfOthers(flow);
  const reported = new Set<string>();
  for (const { id, definition } of flow.timers.values())
    for (const table of tablesAfter(flow, definition.then)) {
      if (others.has(table)) continue;
      for (const [index, row] of (flow.tables.get(table)?.rows ?? []).entries()) {
        const { to, leave } = row.definition;
        const word = to === undefined ? "leave" : "to";
        const at = `/tables/${table}/rows/${index}/${word}`;
        if ((to === undefined && leave === undefined) || reported.has(at)) continue;
        reported.add(at);
        reporter.at(at, {
          code: "FLOW-TIMER-TO",
          message: `The row "${row.id}" of the timer "${id}" opens no page: a timer fires without a page, so \`${word}\` has no effect`,
          about: [id, row.id],
          suggestion:
            to === undefined || !flow.screens.has(to)
              ? "stay: true"
              : `stay: true, and \`asked\` of the screen "${to}" with what the timer has set`,
        });
      }
    }
}

/** Tables that something else than a timer asks, and what they hand over to. */
function tablesOfOthers(flow: CompiledVariant): ReadonlySet<string> {
  const { timers: _, ...definition } = flow.definition;
  const named = namesIn([
    definition,
    ...[...flow.screens.values()].map((screen) => screen.definition),
    ...[...flow.providers.values()].map((provider) => provider.definition),
    ...[...flow.roles.values()].map((role) => role.definition),
  ]);
  const tables = [...flow.tables.keys()].filter((table) => named.has(table));
  return new Set(tables.flatMap((table) => [...tablesAfter(flow, table)]));
}
