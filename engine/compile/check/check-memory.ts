import { fallbackLocale } from "../../language/axes.ts";
import type { JsonObject } from "../../language/json.ts";
import type { CompiledVariant } from "../compiled-variant.ts";
import type { Report } from "../reporter.ts";
import type { CheckContext } from "./check-context.ts";

/** A part of a variant that a check read, and its value. */
interface Reading {
  readonly of: "flow" | "tree" | "names";
  readonly part: string;
  readonly value: unknown;
}

/** A check of one variant: what it read, and what it reported. */
interface CheckRun {
  readonly readings: readonly Reading[];
  readonly reports: readonly Report[];
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
  run(name: string, context: CheckContext, check: (context: CheckContext) => void): void {
    const present = this.present.get(name) ?? [];
    this.present.set(name, present);
    const isSame = ({ readings }: CheckRun) =>
      readings.every(({ of, part, value }) => sameValue(part, valueOf(context, of, part), value));
    const known = present.find(isSame);
    if (known !== undefined) {
      repeat(known, context);
      return;
    }
    const former = this.former.get(name)?.find(isSame);
    if (former !== undefined) repeat(former, context);
    present.push(former ?? runOnce(context, check));
  }
}

function repeat({ reports }: CheckRun, { reporter }: CheckContext): void {
  for (const { pointer, problem } of reports) reporter.at(pointer, problem);
}

/** Runs a check and notes which parts of the variant it reads. */
function runOnce(context: CheckContext, check: (context: CheckContext) => void): CheckRun {
  const readings = new Map<string, Reading>();
  const note = (of: Reading["of"], part: string) =>
    readings.set(`${of} ${part}`, { of, part, value: valueOf(context, of, part) });
  const noted: CheckContext = {
    flow: noting(context.flow, (part) => note("flow", part)),
    tree: noting(context.tree, (part) => note("tree", part)),
    get names() {
      note("names", "");
      return context.names;
    },
    reporter: context.reporter,
  };
  const reports = context.reporter.recorded(() => check(noted));
  return { readings: [...readings.values()], reports };
}

/** An object that notes which of its members are read; where they are listed, all of them. */
function noting<T extends object>(target: T, note: (part: string) => void): T {
  const noteKey = (key: string | symbol) => (typeof key === "string" ? note(key) : undefined);
  return new Proxy(target, {
    get(object, key) {
      noteKey(key);
      return Reflect.get(object, key) as unknown;
    },
    has(object, key) {
      noteKey(key);
      return Reflect.has(object, key);
    },
    ownKeys(object) {
      const keys = Reflect.ownKeys(object);
      note(KEYS);
      for (const key of keys) noteKey(key);
      return keys;
    },
  });
}

/** Stands for the names of all members. */
const KEYS = "";

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

function valueOf({ flow, tree, names }: CheckContext, of: Reading["of"], part: string): unknown {
  if (of === "names") return names;
  const target: CompiledVariant | JsonObject = of === "flow" ? flow : tree;
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
  return COMPARED.has(part) && JSON.stringify(one) === JSON.stringify(other);
}
