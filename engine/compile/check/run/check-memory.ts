import { fallbackLocale } from "../../../language/axes.ts";
import type { JsonObject } from "../../../language/json.ts";
import { memoize } from "../../../language/memoize.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import { kindsOfSettings } from "../../kinds-of-settings.ts";
import type { Recording } from "../../reporter.ts";
import type { CheckContext } from "./check-context.ts";

/** A part of a variant that a check read, and its value. */
interface Reading {
  readonly of: "flow" | "tree" | "names";
  readonly part: string;
  readonly value: unknown;
}

/** A check of one variant: what it read, and what it reported. */
interface CheckRun extends Recording {
  readonly readings: readonly Reading[];
}

/** A check whose reports are remembered. */
export interface RememberedCheck {
  readonly name: string;
  /** Whether the values of settings decide, or their names and types alone. */
  readonly dependsOn: "setting values" | "setting types";
  readonly check: (context: CheckContext) => void;
}

/**
 * What the checks of a flow reported, by what they read of it. A check whose parts are all as they
 * were is not run again: its reports are placed anew.
 */
export class CheckMemory {
  private present = new Map<string, CheckRun[]>();
  private former = new Map<string, CheckRun[]>();

  /** Begins another compilation. */
  next(): void {
    this.former = this.present;
    this.present = new Map();
  }

  /** Runs a check of a variant, or repeats what it reported of the same parts. */
  run({ name, dependsOn, check }: RememberedCheck, context: CheckContext): void {
    const present = this.present.get(name) ?? [];
    this.present.set(name, present);
    const isSame = ({ readings, ...recording }: CheckRun) =>
      readings.every(({ of, part, value }) =>
        sameValue(part, valueOf(context, { of, part, dependsOn }), value),
      ) && context.reporter.findsTheSame(recording);
    const known = present.find(isSame);
    if (known !== undefined) {
      repeat(known, context);
      return;
    }
    const former = this.former.get(name)?.find(isSame);
    if (former !== undefined) repeat(former, context);
    present.push(former ?? runOnce(context, { name, dependsOn, check }));
  }
}

function repeat({ reports, doubts }: CheckRun, { reporter }: CheckContext): void {
  for (const { pointer, doubt } of doubts) reporter.addQuestion(pointer, doubt);
  for (const { pointer, problem } of reports) reporter.at(pointer, problem);
}

/** Runs a check and notes which parts of the variant it reads. */
function runOnce(context: CheckContext, { dependsOn, check }: RememberedCheck): CheckRun {
  const readings: Reading[] = [];
  const note = (of: Reading["of"], part: string) =>
    readings.push({ of, part, value: valueOf(context, { of, part, dependsOn }) });
  const noted: CheckContext = {
    flow: noting(context.flow, (part) => note("flow", part)),
    tree: noting(context.tree, (part) => note("tree", part)),
    get names() {
      note("names", "");
      return context.names;
    },
    reporter: context.reporter,
  };
  const recording = context.reporter.recorded(() => check(noted));
  // Identities are cheap to compare, serialised parts are not: those come last.
  return { ...recording, readings: readings.toSorted((a, b) => costOf(a) - costOf(b)) };
}

/**
 * An object that notes each member when it is first read, and their names where they are listed:
 * `Object.entries()` and a spread list the names, then read each member.
 */
function noting<T extends object>(target: T, note: (part: string) => void): T {
  const noted = new Set<string | symbol>();
  const noteOnce = (key: string | symbol) => {
    if (noted.has(key)) return;
    noted.add(key);
    if (typeof key === "string") note(key);
  };
  return new Proxy(target, {
    get(object, key) {
      noteOnce(key);
      return Reflect.get(object, key) as unknown;
    },
    has(object, key) {
      noteOnce(key);
      return Reflect.has(object, key);
    },
    ownKeys(object) {
      noteOnce(KEYS);
      return Reflect.ownKeys(object);
    },
  });
}

/** Stands for the names of all members. */
const KEYS = "";

/** Parts that hold settings. */
const SETTINGS = new Set(["config", "flags"]);

/** Parts of a variant that are made anew for each, and are small. */
const COMPARED = new Set([
  "variant",
  "locales",
  "flags",
  "config",
  "formats",
  "theme",
  "pii",
  KEYS,
]);

function costOf({ part }: Reading): number {
  return COMPARED.has(part) ? 1 : 0;
}

function valueOf(
  { flow, tree, names }: CheckContext,
  { of, part, dependsOn }: Pick<Reading, "of" | "part"> & Pick<RememberedCheck, "dependsOn">,
): unknown {
  if (of === "names") return names;
  const target: CompiledVariant | JsonObject = of === "flow" ? flow : tree;
  if (dependsOn === "setting types" && SETTINGS.has(part))
    return kindsOfSettings(Reflect.get(target, part));
  if (part === KEYS) return Object.keys(target);
  // Copy is a function of the texts, the locale that they fall back to, and the currency.
  if (of === "flow" && part === "copy")
    return [tree["copy"], fallbackLocale(flow.definition), flow.currency];
  return Reflect.get(target, part);
}

function sameValue(part: string, one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (part === "copy" && Array.isArray(one) && Array.isArray(other))
    return one.every((each, at) => each === other[at]);
  return COMPARED.has(part) && textOf(one) === textOf(other);
}

/** A part as text, written once for all the checks that compare it. */
function textOf(value: unknown): string | undefined {
  return typeof value === "object" && value !== null ? written(value) : JSON.stringify(value);
}
const written = memoize((value: object) => JSON.stringify(value));
