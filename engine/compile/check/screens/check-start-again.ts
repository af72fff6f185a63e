import type { CheckContext } from "../run/check-context.ts";
import type { CompiledAction } from "../../compiled-screen.ts";
import type { CompiledRow, CompiledVariant } from "../../compiled-variant.ts";
import { placedActions, tablesAfter } from "./screen-links.ts";

/** Words of an exit that a new application has no use for. */
const OTHER_WORDS = ["location", "cookies", "query"] as const;

/**
 * Reports rows that start again where no press leads to them, actions that do so without asking
 * first, and flows that do not say which applications are handed in.
 */
export function checkStartAgain(context: CheckContext): void {
  const { flow, reporter } = context;
  const rows = rowsThatStartAgain(flow);
  checkWords(context);
  if (rows.length === 0) return;
  if (flow.definition.handedIn === undefined)
    reporter.at(`${rows[0]?.at ?? "/flow"}/kind`, {
      code: "FLOW-START-AGAIN",
      message:
        'A row starts again, and flow.yaml has no "handedIn": say from when on an application is not left',
      suggestion: "handedIn: a rule in flow.yaml",
    });
  const pressed = new Set<string>();
  for (const screen of flow.screens.values())
    for (const { at, action } of placedActions(screen))
      if (!isDoneByItself(screen.definition, action)) {
        const tables = tablesAfter(flow, action.definition.then);
        for (const table of tables) pressed.add(table);
        if (rows.some((row) => tables.has(row.table))) checkAsksFirst(action, at, context);
      }
  for (const { table, row, at } of rows)
    if (!pressed.has(table) || isAskedWithoutPress(flow, table))
      reporter.at(`${at}/kind`, {
        code: "FLOW-START-AGAIN",
        message: `The row "${row.id}" starts again without a press: an address, a timer or a message must not leave an application`,
        about: [row.id],
        suggestion: "the `then` of an action with `confirm: true`, in a table of its own",
      });
}

/** Rows that start again, with their table and the place of the exit. */
function rowsThatStartAgain(
  flow: CompiledVariant,
): readonly { readonly table: string; readonly row: CompiledRow; readonly at: string }[] {
  return [...flow.tables.values()].flatMap(({ id, rows }) =>
    rows.flatMap((row, index) =>
      row.definition.leave?.kind === "start-again"
        ? [{ table: id, row, at: `/tables/${id}/rows/${index}/leave` }]
        : [],
    ),
  );
}

/** Whether a page does an action without a press: as its load, or again and again. */
function isDoneByItself(
  { load, poll }: { readonly load?: string; readonly poll?: { readonly action: string } },
  { id }: CompiledAction,
): boolean {
  return id === load || id === poll?.action;
}

function checkAsksFirst(
  { id, definition: { confirm } }: CompiledAction,
  at: string,
  { reporter }: CheckContext,
): void {
  if (confirm !== undefined && confirm !== false) return;
  reporter.at(at, {
    code: "FLOW-START-AGAIN",
    message: `The action "${id}" starts again without asking first: its \`confirm\` names what is lost`,
    about: [id],
    suggestion: "confirm: true",
  });
}

/** Whether something else than a press asks a table, by its name or through other tables. */
function isAskedWithoutPress(flow: CompiledVariant, table: string): boolean {
  return tablesWithoutPress(flow).some((first) => tablesAfter(flow, first).has(table));
}

/** The tables that are asked without a press. */
function tablesWithoutPress(flow: CompiledVariant): readonly string[] {
  const { timers, mailedLinks, definition } = flow;
  return [
    definition.entry,
    definition.resume,
    definition.answered,
    ...[...timers.values()].map((timer) => timer.definition.then),
    ...[...mailedLinks.values()].map((link) => link.definition.then),
    ...[...flow.screens.values()].flatMap((screen) => [
      screen.definition.onOpen,
      ...placedActions(screen).flatMap(({ action }) =>
        isDoneByItself(screen.definition, action) ? [action.definition.then] : [],
      ),
    ]),
    ...[...flow.providers.values()].flatMap((provider) =>
      (provider.definition.webhook?.becomes ?? []).map(({ then }) => then),
    ),
  ].flatMap((name) => (typeof name === "string" ? [name] : []));
}

/** Reports words of an exit that do not belong to its kind. */
function checkWords({ flow, reporter }: CheckContext): void {
  for (const { id, rows } of flow.tables.values())
    for (const [index, { definition }] of rows.entries()) {
      const { leave } = definition;
      if (leave === undefined) continue;
      const at = `/tables/${id}/rows/${index}/leave`;
      if (leave.kind !== "start-again" && leave.erase !== undefined)
        reporter.at(`${at}/erase`, {
          code: "FLOW-START-AGAIN",
          message: `\`erase\` belongs to "start-again": the exit "${leave.kind}" erases nothing`,
          suggestion: "kind: start-again",
        });
      for (const word of OTHER_WORDS)
        if (leave.kind === "start-again" && leave[word] !== undefined)
          reporter.at(`${at}/${word}`, {
            code: "FLOW-START-AGAIN",
            message: `"start-again" leads to the first address of the flow, and takes no \`${word}\``,
            suggestion: `kind and erase alone`,
          });
    }
}
