import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { describeRule, type RuleDescriptions } from "./describe-rule.ts";
import { withDerived } from "./rule-descriptions.ts";

/** What holds for a screen, whatever the state: each rule as a sentence, and what it follows from. */
export interface ScreenExplanation {
  readonly screen: string;
  readonly lines: readonly ScreenLine[];
}

/** One thing that holds for a screen. */
export interface ScreenLine {
  /** `allow`, `done`, `skip`, `exists`, or a row that leads there: `resume/reader-missing`. */
  readonly rule: string;
  /** When it holds, as a plain sentence; undefined: always. */
  readonly when: string | undefined;
  /** What it follows from; undefined where the author said it. */
  readonly from: string | undefined;
}

/**
 * Tells who may be on a screen, when it is done, and which rows of resumption lead there, with what was derived.
 *
 * @param sayings the sentences that the authors of guards and values gave them
 * @returns undefined where the flow has no such screen
 */
export function explainScreen(
  flow: CompiledVariant,
  id: string,
  sayings: RuleDescriptions = { guards: {}, values: {} },
): ScreenExplanation | undefined {
  const screen = flow.screens.get(id);
  if (screen === undefined) return undefined;
  const { derived } = flow;
  const known = withDerived(sayings, flow);
  const sentence = (rule: Parameters<typeof describeRule>[0]) =>
    rule === undefined ? undefined : describeRule(rule, known);
  const { exists, allow, skip, done } = screen;
  const askedRule = flow.guards.get(`${id}-asked`)?.rule;
  const allowRule = derived.allow[id] === "asked" ? (askedRule ?? allow?.rule) : allow?.rule;
  // Of a screen that is done by a derived guard, what that guard asks.
  const doneRule = flow.guards.get(`${id}-done`)?.rule ?? done?.rule;
  const rows = resumptionTables(flow).flatMap((table) =>
    (flow.tables.get(table)?.rows ?? [])
      .filter(({ definition }) => definition.to === id)
      .map((row) => ({ rule: `${table}/${row.id}`, when: row.when?.rule })),
  );
  return {
    screen: id,
    lines: [
      ...(exists === undefined
        ? []
        : [{ rule: "exists", when: sentence(exists.rule), from: undefined }]),
      { rule: "allow", when: sentence(allowRule), from: derived.allow[id] },
      ...(done === undefined
        ? []
        : [{ rule: "done", when: sentence(doneRule), from: derived.done[id] }]),
      ...(skip === undefined ? [] : [{ rule: "skip", when: sentence(skip.rule), from: undefined }]),
      ...rows.map(({ rule, when }) => ({ rule, when: sentence(when), from: undefined })),
    ],
  };
}

/** The resume table and those that it hands over to. */
function resumptionTables(flow: CompiledVariant): readonly string[] {
  const found = new Set([flow.definition.resume]);
  for (const name of found)
    for (const { definition } of flow.tables.get(name)?.rows ?? [])
      if (definition.table !== undefined) found.add(definition.table);
  return [...found];
}
