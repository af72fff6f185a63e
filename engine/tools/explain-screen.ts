import { liesIn } from "../rules/state-path.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { CompiledScreen } from "../compile/compiled-screen.ts";
import { savedPlaces } from "../compile/saved-fields.ts";
import { describeRule, type RuleDescriptions } from "../rules/describe-rule.ts";
import { describeTimer } from "./describe-timer.ts";
import { withDerived } from "./rule-descriptions.ts";
import { tablesFrom } from "./tables-from.ts";

/** The rules of a screen, independent of state: each as a sentence, with its origin. */
export interface ScreenExplanation {
  readonly screen: string;
  readonly lines: readonly ScreenLine[];
}

/** One rule of a screen. */
export interface ScreenLine {
  /**
   * `allow`, `done`, `skip`, `exists`, a call that sends answers of a screen that may be skipped, a
   * row that leads there (`resume/reader-missing`) or, of its own `onOpen`, away, or a timer with
   * its times.
   */
  readonly rule: string;
  /** When it holds, as a plain sentence; undefined: always. */
  readonly when: string | undefined;
  /** Answers that a call sends: without them where the screen is skipped. */
  readonly sends?: readonly string[];
  /** The screen that a row of the screen's own `onOpen` leads to instead. */
  readonly to?: string;
  /** Its origin where it is derived; undefined where the author wrote it. */
  readonly from: string | undefined;
}

/**
 * Explains who may open a screen, when it is done, which rows of the entry, `onOpen` and resume
 * tables lead there or away, and which timers run for an applicant who belongs there, with derived
 * rules marked.
 *
 * @param descriptions descriptions of guards and values by their authors
 * @returns undefined where the flow has no such screen
 */
export function explainScreen(
  flow: CompiledVariant,
  id: string,
  descriptions: RuleDescriptions,
): ScreenExplanation | undefined {
  const screen = flow.screens.get(id);
  if (screen === undefined) return undefined;
  const { derived } = flow;
  const known = withDerived(descriptions, flow);
  const sentence = (rule: Parameters<typeof describeRule>[0]) =>
    rule === undefined ? undefined : describeRule(rule, known);
  const { exists, allow, skip, done } = screen;
  const askedRule = flow.guards.get(`${id}-asked`)?.rule;
  const allowRule = derived.allow[id] === "asked" ? (askedRule ?? allow?.rule) : allow?.rule;
  // For a screen whose `done` is a derived guard: the rule of that guard.
  const doneRule = flow.guards.get(`${id}-done`)?.rule ?? done?.rule;
  const rows = openingTables(flow).flatMap((table) =>
    (flow.tables.get(table)?.rows ?? [])
      .filter(({ definition }) => definition.to === id)
      .map((row) => ({ rule: `${table}/${row.id}`, when: row.when?.rule })),
  );
  const timers = [...flow.timers.values()].filter(
    ({ definition }) => definition.screen === undefined || definition.screen === id,
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
      ...sentWithout(flow, screen),
      ...rowsAway(flow, screen).map(({ rule, when, to }) => ({
        rule,
        when: sentence(when),
        to,
        from: undefined,
      })),
      ...rows.map(({ rule, when }) => ({ rule, when: sentence(when), from: undefined })),
      ...timers.map(({ id: timer, definition, when }) => ({
        rule: `timer ${timer}, ${describeTimer(definition, known)}`,
        when: sentence(when?.rule),
        from: undefined,
      })),
    ],
  };
}

/** The calls that send answers of a screen that may be skipped: they go without them then. */
function sentWithout(flow: CompiledVariant, screen: CompiledScreen): readonly ScreenLine[] {
  const { skip } = screen;
  if (skip === undefined) return [];
  const places = savedPlaces(flow, screen);
  return [...flow.calls].flatMap(([call, { body, params, query }]) => {
    const reads = [body, ...params.values(), ...query.values()].flatMap(
      (each) => each?.reads ?? [],
    );
    const sent = places.filter((place) => reads.some((read) => liesIn(place, read)));
    return sent.length === 0
      ? []
      : [
          {
            rule: `call ${call}`,
            when: undefined,
            sends: sent,
            from: undefined,
          },
        ];
  });
}

/** The tables that decide where an applicant belongs, or what an opened page shows. */
function openingTables(flow: CompiledVariant): readonly string[] {
  const { entry, resume } = flow.definition;
  const opened = [...flow.screens.values()].flatMap(({ definition }) => definition.onOpen ?? []);
  return tablesFrom(flow, [...(entry === undefined ? [] : [entry]), resume, ...opened]);
}

/** The rows of a screen's own `onOpen` table that lead elsewhere. */
function rowsAway(flow: CompiledVariant, { definition }: CompiledScreen) {
  const { onOpen } = definition;
  return (onOpen === undefined ? [] : tablesFrom(flow, [onOpen])).flatMap((table) =>
    (flow.tables.get(table)?.rows ?? []).flatMap((row) => {
      const { to, leave } = row.definition;
      if (leave === undefined && (to === undefined || to === definition.screen)) return [];
      return [{ rule: `${table}/${row.id}`, when: row.when?.rule, to: to ?? "another site" }];
    }),
  );
}
