import type { TransitionTableDefinition } from "../language/transition.ts";
import type { CompiledTable } from "./compiled-variant.ts";
import type { RuleCompiler } from "./rule-compiler.ts";

/** Compiles one transition table of a variant. */
export function compileTable(
  id: string,
  definition: TransitionTableDefinition,
  workshop: RuleCompiler,
): CompiledTable {
  return {
    id,
    first: workshop.first(definition.rows.map(({ when }) => when)),
    rows: definition.rows.map((row, index) => {
      const at = `/tables/${id}/rows/${index}`;
      return {
        id: row.id,
        definition: row,
        when: workshop.condition(row.when, `${at}/when`),
        set: workshop.sets(row.set, `${at}/set`),
        notify: row.notify && {
          with: workshop.templates(row.notify.with, `${at}/notify/with`),
          texts: workshop.rule(row.notify.texts, `${at}/notify/texts`, ["list"]),
        },
        query: workshop.templates(row.query, `${at}/query`),
        params: workshop.templates(row.params, `${at}/params`),
        leave: row.leave && {
          definition: row.leave,
          location: workshop.rule(row.leave.location, `${at}/leave/location`, ["text"]),
          cookies: workshop.templates(row.leave.cookies, `${at}/leave/cookies`),
          query: workshop.templates(row.leave.query, `${at}/leave/query`),
        },
        with: workshop.template(row.with, `${at}/with`),
      };
    }),
  };
}
