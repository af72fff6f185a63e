import type { TransitionTableDefinition } from "../language/transition.ts";
import type { CompiledTable } from "./compiled-variant.ts";
import type { RuleCompiler } from "./rule-compiler.ts";

/** Compiles one transition table of a variant. */
export function compileTable(
  id: string,
  definition: TransitionTableDefinition,
  compiler: RuleCompiler,
): CompiledTable {
  return {
    id,
    first: compiler.first(definition.rows.map(({ when }) => when)),
    rows: definition.rows.map((row, index) => {
      const at = `/tables/${id}/rows/${index}`;
      return {
        id: row.id,
        definition: row,
        when: compiler.condition(row.when, `${at}/when`),
        set: compiler.sets(row.set, `${at}/set`),
        notify: row.notify && {
          with: compiler.templates(row.notify.with, `${at}/notify/with`),
          texts: compiler.rule(row.notify.texts, `${at}/notify/texts`, ["list"]),
        },
        query: compiler.templates(row.query, `${at}/query`),
        params: compiler.templates(row.params, `${at}/params`),
        leave: row.leave && {
          definition: row.leave,
          location: compiler.rule(row.leave.location, `${at}/leave/location`, ["text"]),
          cookies: compiler.templates(row.leave.cookies, `${at}/leave/cookies`),
          query: compiler.templates(row.leave.query, `${at}/leave/query`),
        },
        with: compiler.template(row.with, `${at}/with`),
      };
    }),
  };
}
