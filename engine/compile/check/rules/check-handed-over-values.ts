import { asList, asObject, isObject, type Json, type JsonObject } from "../../../language/json.ts";
import { membersOf } from "../../../rules/compile-template.ts";
import { closest, isOneSlip } from "../../../source/closest.ts";
import { childPointer } from "../../../source/json-pointer.ts";
import type { Reporter } from "../../reporter.ts";
import type { CheckContext, FlowWideCheck } from "../run/check-context.ts";
import { resultsOf } from "./rule-results.ts";

/** Parts of the definitions whose rules may read values of `with`. */
const PARTS = [
  "guards",
  "screens",
  "tables",
  "calls",
  "providers",
  "forms",
  "timers",
  "flow",
  "values",
];
/** Words beside a `with` that hands over; beside others it fills texts. */
const HANDS_OVER = ["call", "then", "table"] as const;
const EQUAL = new Set(["===", "==", "!==", "!="]);
/** A read of a value that was handed over: alone, or inside the brackets of another path. */
const READ = /(?:^|\[\{)with\.([A-Za-z_]\w*)/g;

/** What definitions hand over in `with`, and what rules do with it; of all variants together. */
interface HandedOver {
  /** Constants by name. */
  readonly constants: Map<string, Set<string>>;
  /** Names of values that a rule makes: they may be anything. */
  readonly open: Set<string>;
  /** Texts that rules compare the values with, by name. */
  readonly compared: Map<string, Set<string>>;
  /** Names that are read. */
  readonly read: Set<string>;
  /** Whether a rule makes a whole `with`, whose names are not known. */
  isAny: boolean;
}

/**
 * Reports rules about `with` that never hold: a read of a member that no definition hands over,
 * or a comparison with a value that none hands over, or hands over in other letters.
 */
export class HandedOverCheck implements FlowWideCheck {
  private readonly handed: HandedOver = {
    constants: new Map(),
    open: new Set(),
    compared: new Map(),
    read: new Set(),
    isAny: false,
  };

  gather({ tree }: Pick<CheckContext, "tree">): void {
    const { handed } = this;
    for (const part of PARTS)
      walk(tree[part] ?? null, "", {
        gives: (given) => {
          addGiven(given, handed, (name) => asObject(asObject(tree["values"])[name])["rule"]);
        },
        reads: (name) => handed.read.add(name),
        compares: (name, constant) => {
          put(handed.compared, name, constant);
        },
      });
  }

  check({ tree, reporter }: Pick<CheckContext, "tree" | "reporter">): void {
    // An unused table has a problem of its own, and no `with` leads to it.
    if (!reporter.has("FLOW-UNUSED") && hasMistake(this.handed))
      checkHandedOver(tree, this.handed, reporter);
  }
}

function checkHandedOver(tree: JsonObject, handed: HandedOver, reporter: Reporter): void {
  const known = new Set([...handed.constants.keys(), ...handed.open]);
  for (const part of PARTS)
    walk(tree[part] ?? null, `/${part}`, {
      gives: (given, pointer) => {
        for (const [name, value] of Object.entries(membersOf(given) ?? {}))
          checkGiven({ name, value, pointer: childPointer(pointer, name) }, handed, reporter);
      },
      reads: (name, pointer) => {
        if (known.has(name)) return;
        reporter.at(pointer, {
          code: "FLOW-WITH",
          message: `Nothing hands over "${name}": "with.${name}" is always empty`,
          suggestion: closest(name, known) ?? `with: { ${name}: … } where this is asked or called`,
        });
      },
      compares: (name, constant, pointer) => {
        const given = handed.constants.get(name);
        if (given === undefined || handed.open.has(name) || given.has(constant)) return;
        reporter.at(pointer, {
          code: "FLOW-RULE-VALUE",
          message: `"with.${name}" is never ${JSON.stringify(constant)}: it is not among the values handed over`,
          about: [`with.${name}`, constant],
          suggestion: closest(constant, given) ?? `one of ${[...given].join(", ")}`,
        });
      },
    });
}

function checkGiven(
  {
    name,
    value,
    pointer,
  }: { readonly name: string; readonly value: Json; readonly pointer: string },
  { compared, constants, open }: HandedOver,
  reporter: Reporter,
): void {
  const meant = compared.get(name);
  if (typeof value !== "string" || meant === undefined || meant.has(value)) return;
  // Where no definition hands the text over, the comparison has a problem of its own.
  const isGiven = (text: string): boolean =>
    open.has(name) || constants.get(name)?.has(text) === true;
  const other = [...meant].find((each) => isOneSlip(value, each) && isGiven(each));
  if (other === undefined) return;
  reporter.at(pointer, {
    code: "FLOW-WITH",
    severity: "warning",
    message: `"${name}" is handed over as "${value}", and rules compare it with "${other}"`,
    suggestion: other,
  });
}

/** Whether anything is to be reported: most flows have nothing, and are not walked again. */
function hasMistake({ constants, open, compared, read, isAny }: HandedOver): boolean {
  if (isAny) return false;
  if ([...read].some((name) => !constants.has(name) && !open.has(name))) return true;
  return [...compared].some(([name, texts]) => {
    const given = constants.get(name) ?? new Set<string>();
    const isWrong = (text: string): boolean => !open.has(name) && !given.has(text);
    const isMistyped = (value: string): boolean =>
      !texts.has(value) && [...texts].some((text) => isOneSlip(value, text));
    return [...texts].some(isWrong) || [...given].some(isMistyped);
  });
}

function addGiven(
  given: Json,
  handed: HandedOver,
  named: (name: string) => Json | undefined,
): void {
  const members = membersOf(given);
  if (members === undefined) handed.isAny = true;
  for (const [name, value] of Object.entries(members ?? {})) {
    const given = resultsOf(value, { named })?.filter((each) => each !== null);
    const texts = given?.filter((each) => typeof each === "string") ?? [];
    for (const text of texts) put(handed.constants, name, text);
    if (texts.length === 0 || texts.length !== given?.length) handed.open.add(name);
  }
}

interface Visitor {
  readonly gives: (given: Json, pointer: string) => void;
  readonly reads: (name: string, pointer: string) => void;
  readonly compares: (name: string, constant: string, pointer: string) => void;
}

/** Visits what a value hands over, reads and compares, wherever it does. */
function walk(value: Json, pointer: string, visitor: Visitor): void {
  if (typeof value === "string") {
    for (const name of readsIn(value)) visitor.reads(name, pointer);
    return;
  }
  if (Array.isArray(value)) {
    value.forEach((each: Json, at) => walk(each, `${pointer}/${at}`, visitor));
    return;
  }
  if (!isObject(value)) return;
  for (const [key, part] of Object.entries(value)) {
    const at = childPointer(pointer, key);
    for (const name of readsIn(key)) visitor.reads(name, at);
    if (key === "with" && HANDS_OVER.some((word) => Object.hasOwn(value, word)))
      visitor.gives(part, at);
    if (EQUAL.has(key) || key === "in") compare(key, part, at, visitor);
    walk(part, at, visitor);
  }
}

/** Names that a text reads of `with`. */
function readsIn(text: string): readonly string[] {
  // Few texts do; the pattern is slower than this look.
  if (!text.includes("with.")) return [];
  return [...text.matchAll(READ)].map(([, name = ""]) => name);
}

function compare(operator: string, operands: Json, pointer: string, visitor: Visitor): void {
  if (!Array.isArray(operands)) return;
  const [left, right] = operands as readonly Json[];
  const pairs: readonly (readonly [Json | undefined, Json | undefined, string])[] =
    operator === "in"
      ? asList(right).map((each, at) => [left, each, `${pointer}/1/${at}`] as const)
      : [
          [left, right, `${pointer}/1`],
          [right, left, `${pointer}/0`],
        ];
  for (const [operand, constant, at] of pairs) {
    const name = nameOf(operand);
    if (name !== undefined && typeof constant === "string" && constant !== "")
      visitor.compares(name, constant, at);
  }
}

/** The NAME of an operand `{ var: with.NAME }`; undefined for any other operand. */
function nameOf(operand: Json | undefined): string | undefined {
  const { var: path } = asObject(operand ?? null);
  return typeof path === "string" ? /^with\.(\w+)$/.exec(path)?.[1] : undefined;
}

function put(sets: Map<string, Set<string>>, name: string, value: string): void {
  const known = sets.get(name) ?? new Set();
  sets.set(name, known.add(value));
}
