import { isObject, type Json } from "../../../language/json.ts";
import type { CompiledScreen } from "../../compiled-screen.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import type { Condition } from "../conditions/condition-formula.ts";
import type { ConditionContext } from "../conditions/condition-context.ts";
import { requiredPlaces } from "./required-places.ts";
import { setPlaces } from "../rules/set-places.ts";

/** A screen of a sequence that requires an answer, and when applicants pass it by. */
interface Asker {
  readonly screen: CompiledScreen;
  /** It is skipped or does not exist; false: never. */
  readonly passed: Condition;
}

/** The member by which a screen is passed by, and how it may be mended. */
const MENDED = {
  skip: (screen: string) => `a \`skip\` of "${screen}" that does not hold without it`,
  exists: (screen: string) => `an \`exists\` of "${screen}" that holds without it`,
} as const;

function passedBy({ skip }: CompiledScreen): keyof typeof MENDED {
  return skip === undefined ? "exists" : "skip";
}

/**
 * Reports answers that several screens of a sequence require and that all of these may skip while
 * the answer is not there: each leaves it to another, and the application ends without it. The
 * other screens of the sequence are done or skipped by then.
 *
 * An answer that one screen alone requires is not needed where that screen is skipped. One that
 * something else writes, or that every call sends only if it is there, may be missing.
 */
export function checkSkipped({ flow, tree, reporter, conditions }: ConditionContext): void {
  const written = new Set([...setPlaces(tree)].map(({ place }) => place));
  for (const { set } of flow.calls.values()) for (const { path } of set) written.add(path);
  for (const [sequence, names] of flow.sequences) {
    for (const [place, askers] of askersOf(flow, names, conditions)) {
      const [first, second] = askers;
      if (first === undefined || second === undefined) continue;
      if (askers.some(({ passed }) => passed === false)) continue;
      if (written.has(place) || isSentIfThere(flow, tree["calls"] ?? null, place)) continue;
      const missing = conditions.of({ "!": { var: place } }, conditions.open);
      const asking = new Set(askers.map(({ screen }) => screen.id));
      const others = names.filter((id) => !asking.has(id));
      const finished = [
        ...askers.map(({ passed }) => passed),
        ...others.map((id) => leftBehind(flow.screens.get(id), conditions)),
      ];
      if (conditions.provenSatisfiable([missing, ...finished]) !== true) continue;
      const last = askers.at(-1) ?? second;
      reporter.at(`/screens/${first.screen.id}/${passedBy(first.screen)}`, {
        code: "FLOW-SKIP-LACKS",
        severity: "warning",
        message: `${askers.map(({ screen }) => `"${screen.id}"`).join(" and ")} of the sequence "${sequence}" require "${place}", and all of them may be skipped while it is not there: the application ends without it`,
        suggestion: `${MENDED[passedBy(last.screen)](last.screen.id)}; or { optional: … } where calls send it`,
      });
    }
  }
}

/** The screens of a sequence that require each place. */
function askersOf(
  flow: CompiledVariant,
  names: readonly string[],
  conditions: ConditionContext["conditions"],
): ReadonlyMap<string, readonly Asker[]> {
  const askers = new Map<string, Asker[]>();
  for (const id of names) {
    const screen = flow.screens.get(id);
    if (screen === undefined) continue;
    const asker = { screen, passed: passedOf(screen, conditions) };
    for (const place of requiredPlaces(flow, screen).filter((place) => !place.includes("[")))
      askers.set(place, [...(askers.get(place) ?? []), asker]);
  }
  return askers;
}

function passedOf(
  { skip, exists }: CompiledScreen,
  conditions: ConditionContext["conditions"],
): Condition {
  const ways: Condition[] = [];
  if (skip !== undefined) ways.push(conditions.of(skip.rule, conditions.open));
  if (exists !== undefined) ways.push({ not: conditions.of(exists.rule, conditions.open) });
  return ways.length === 0 ? false : { any: ways };
}

/** When applicants go on after a screen: it is done, skipped or does not exist. */
function leftBehind(
  screen: CompiledScreen | undefined,
  conditions: ConditionContext["conditions"],
): Condition {
  if (screen?.done === undefined) return true;
  return { any: [conditions.of(screen.done.rule, conditions.open), passedOf(screen, conditions)] };
}

/** Operators below which a missing value is meant. */
const CONDITIONAL: ReadonlySet<string> = new Set(["optional", "default", "if"]);

/** Whether calls read a place, and each read is of a value that may be missing. */
function isSentIfThere(flow: CompiledVariant, calls: Json, place: string): boolean {
  const reads = [...readsOf(calls, false, { flow, place, within: new Set() })];
  return reads.length > 0 && reads.every((conditional) => conditional);
}

function* readsOf(
  value: Json,
  conditional: boolean,
  sought: {
    readonly flow: CompiledVariant;
    readonly place: string;
    /** Named values whose rules are looked at. */
    readonly within: ReadonlySet<string>;
  },
): Generator<boolean> {
  if (Array.isArray(value))
    for (const each of value) yield* readsOf(each as Json, conditional, sought);
  if (!isObject(value)) return;
  for (const [key, part] of Object.entries(value)) {
    const [name] = [part].flat() as readonly Json[];
    const rule = key === "value" ? sought.flow.values.get(String(name))?.rule : undefined;
    if (key === "var" && name === sought.place) yield conditional;
    else if (rule === undefined || sought.within.has(String(name)))
      yield* readsOf(part, conditional || CONDITIONAL.has(key), sought);
    else
      yield* readsOf(rule, conditional, {
        ...sought,
        within: new Set([...sought.within, String(name)]),
      });
  }
}
