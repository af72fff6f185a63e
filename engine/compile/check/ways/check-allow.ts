import type { CompiledAction, CompiledScreen } from "../../compiled-screen.ts";
import type { CompiledRow, CompiledVariant } from "../../compiled-variant.ts";
import type { Reporter } from "../../reporter.ts";
import type { Template } from "../../../language/rule.ts";
import type { Condition } from "../conditions/condition-formula.ts";
import { keyOf } from "../conditions/term.ts";
import type { Scope } from "../conditions/condition.ts";
import { afterSets, atPage } from "../conditions/scopes.ts";
import { tablePaths, valuesAsRead } from "./table-paths.ts";
import type { ConditionContext } from "../conditions/condition-context.ts";

/**
 * Reports rows and actions that lead to a screen whose `allow` or `exists` can never hold where
 * they apply. The screen would redirect each visitor at once.
 */
export function checkAllow({ flow, reporter, conditions }: ConditionContext): void {
  const refuses = (path: readonly Condition[], to: string, there: Scope): boolean => {
    const screen = flow.screens.get(to);
    if (screen === undefined || (screen.allow === undefined && screen.exists === undefined))
      return false;
    const opens = [screen.exists, screen.allow].map((rule) => conditions.of(rule?.rule, there));
    // What never applies at all is not wrong for where it would lead.
    return !conditions.canHold([...path, ...opens]) && conditions.canHold(path);
  };
  for (const [id, table] of flow.tables) {
    for (const { row, index, before, holds, scope } of tablePaths(table, conditions)) {
      const { definition } = row;
      const { to } = definition;
      if (to === undefined || namesApplication(flow, row)) continue;
      const there = scopeAtScreen(flow, to, afterSets(scope, definition.set, row.id), row);
      if (refuses([...before.map(({ condition }) => condition), holds], to, there))
        reportRefused(
          reporter,
          `/tables/${id}/rows/${index}/to`,
          `The row "${row.id}" of the table "${id}"`,
          to,
        );
    }
  }
  for (const screen of flow.screens.values())
    for (const [at, actions] of [
      [`/screens/${screen.id}/actions`, screen.actions],
      [
        `/screens/${screen.id}/list/actions`,
        screen.list?.actions ?? new Map<string, CompiledAction>(),
      ],
    ] as const)
      for (const [id, { definition, calls }] of actions) {
        const { to } = definition;
        if (to === undefined || calls.length > 0) continue;
        const path = [screen.exists?.rule, screen.allow?.rule, definition.when].map((rule) =>
          conditions.of(rule, conditions.open),
        );
        const typed = afterSets(conditions.open, formPaths(flow, screen), "typed");
        const there = scopeAtScreen(flow, to, afterSets(typed, definition.set, id));
        if (refuses(path, to, there))
          reportRefused(
            reporter,
            `${at}/${id}/to`,
            `The action "${id}" of the screen "${screen.id}"`,
            to,
          );
      }
}

/** Reports something that leads to a screen that refuses. */
export function reportRefused(reporter: Reporter, pointer: string, what: string, to: string): void {
  reporter.at(pointer, {
    code: "FLOW-ROW-REFUSED",
    message: `${what} leads to the screen "${to}", whose \`allow\` is never yes where it applies: nobody is shown it`,
    suggestion: `another screen, or an \`allow\` of "${to}" that agrees`,
  });
}

/** The known values where a row's screen is opened. */
export function scopeAtScreen(
  flow: CompiledVariant,
  to: string,
  scope: Scope,
  row?: Pick<CompiledRow, "definition">,
): Scope {
  const page = atPage(scope, row?.definition.query, `at ${to}`);
  const own = flow.screens.get(to)?.pattern.parameters ?? [];
  const given = row?.definition.params ?? {};
  return {
    read(path) {
      const [root, name = ""] = path.split(".");
      if (root !== "params") return page.read(path);
      if (!own.includes(name)) return { known: null };
      return Object.hasOwn(given, name) || flow.parameters.has(name)
        ? { term: keyOf({ path, time: `at ${to}` }) }
        : page.read(path);
    },
  };
}

/**
 * Whether a row names the application whose page it leads to: nothing is known of that one here.
 */
export function namesApplication(
  flow: CompiledVariant,
  { definition }: Pick<CompiledRow, "definition">,
): boolean {
  return Object.keys(definition.params ?? {}).some((name) => flow.parameters.has(name));
}

/** Unknown values for the state paths that the form of a screen may change, by path. */
export function formPaths(
  flow: CompiledVariant,
  { definition }: CompiledScreen,
): Readonly<Record<string, Template>> {
  const form = flow.forms.get(definition.form ?? "");
  const bound = Object.values(form?.compiled.fields ?? {}).flatMap(
    (field) => field["x-bind"] ?? [],
  );
  const paths = [...(definition.binds === undefined ? [] : [definition.binds]), ...bound];
  return valuesAsRead(Object.fromEntries(paths.map((path) => [path, null])));
}
