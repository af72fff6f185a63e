import { SCOPED_OPERATORS, type Kind } from "../../../rules/signatures.ts";
import { replaceIds } from "../../../rules/state-path.ts";
import { childPointer } from "../../../source/json-pointer.ts";
import type { CheckContext, FlowWideCheck } from "../run/check-context.ts";
import { asList, isObject, type Json } from "../../../language/json.ts";
import { memoize } from "../../../language/memoize.ts";
import { closest } from "../../../source/closest.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import { describeMismatch, describeUnwritten, kindOf, type Mismatch } from "../values/mismatch.ts";
import { givenParts, type GivenPart } from "../values/given-parts.ts";
import { outcomesInto } from "../values/outcomes-into.ts";
import { stateSchemaAt, typeOfPath, withChoices } from "../../value-type.ts";
import {
  addWrittenPlaces,
  choicesAsked,
  emptyWrittenPlaces,
  ownWrittenValues,
  writtenValues,
  type WrittenValues,
} from "../values/written-values.ts";
import { checkTextsAsConditions } from "./check-texts-as-conditions.ts";

/** Parts of the definition tree that hold rules. */
const RULED = ["guards", "values", "screens", "tables", "calls", "flow", "forms"] as const;
const EQUAL = new Set(["===", "==", "!==", "!="]);
const ORDERED = new Set(["<", "<=", ">", ">="]);

/** An operand compared with a constant. */
interface Comparison {
  readonly operand: Json | undefined;
  readonly constant: Json | undefined;
  readonly pointer: string;
  /** The constant is compared with each element of the operand, a list. */
  readonly ofElement?: boolean;
}

/**
 * Reports comparisons that never hold, and state changes to values that the state cannot have.
 * The values follow from the state schema, the flags, the configuration and flow.yaml.
 */
export function checkValues(context: CheckContext): void {
  const { flow, tree } = context;
  checkWithValues(context, ownWrittenValues(flow, tree));
}

/** Does what checkValues() does, with the values that all variants together write. */
export class WrittenValuesCheck implements FlowWideCheck {
  private readonly places = emptyWrittenPlaces();
  private values: WrittenValues | undefined;

  gather({ flow, tree }: CheckContext): void {
    addWrittenPlaces(flow, tree, this.places);
  }

  check(context: CheckContext): void {
    const values = (this.values ??= writtenValues(this.places));
    checkWithValues(context, values);
    checkTextsAsConditions(context, values);
  }
}

function checkWithValues({ flow, tree, reporter }: CheckContext, values: WrittenValues): void {
  const written = { outcomes: outcomesInto(flow), values, choices: choicesAsked(flow) };
  for (const part of RULED)
    for (const [name, value] of Object.entries(isObject(tree[part]) ? tree[part] : {})) {
      const table = part === "tables" ? name : undefined;
      checkRules({ flow, reporter, written, table }, value, `/${part}/${name}`, false);
    }
}

/** What a rule is checked against. */
interface ValueContext extends Pick<CheckContext, "flow" | "reporter"> {
  readonly written: {
    /** Outcomes that come to a table. */
    readonly outcomes: ReturnType<typeof outcomesInto>;
    /** Values that the flow writes, by path. */
    readonly values: WrittenValues;
    /** Choices that forms offer, by path. */
    readonly choices: ReturnType<typeof choicesAsked>;
  };
  /** The table of the rule, when it is a rule of a table. */
  readonly table: string | undefined;
}

/**
 * Reports mistakes in the rules below a value.
 *
 * @param scoped the rule reads one element of a list, not the facts
 */
function checkRules(context: ValueContext, value: Json, pointer: string, scoped: boolean): void {
  if (Array.isArray(value)) {
    value.forEach((part: Json, at) => checkRules(context, part, `${pointer}/${at}`, scoped));
    return;
  }
  if (!isObject(value)) return;
  for (const [key, part] of Object.entries(value)) {
    const at = childPointer(pointer, key);
    const args = asList(part);
    if (!scoped) checkOperands(context, key, args, at);
    if (key === "set" && isObject(part) && !scoped)
      for (const [path, set] of Object.entries(part))
        checkSet(context, path, set, childPointer(at, path));
    if (SCOPED_OPERATORS.has(key) && args.length > 1) {
      checkRules(context, args[0] ?? null, `${at}/0`, scoped);
      args.slice(1).forEach((rest, index) => checkRules(context, rest, `${at}/${index + 1}`, true));
    } else checkRules(context, part, at, scoped);
  }
}

/** Reports operands of one operator that never equal each other, or have no order. */
function checkOperands(
  context: ValueContext,
  operator: string,
  args: readonly Json[],
  at: string,
): void {
  const [left, right] = args;
  if (EQUAL.has(operator)) {
    checkComparison(context, { operand: left, constant: right, pointer: `${at}/1` });
    checkComparison(context, { operand: right, constant: left, pointer: `${at}/0` });
  } else if (operator === "in" && Array.isArray(right)) {
    (right as readonly Json[]).forEach((constant, index) =>
      checkComparison(context, { operand: left, constant, pointer: `${at}/1/${index}` }),
    );
  } else if (operator === "in")
    checkComparison(context, {
      operand: right,
      constant: left,
      pointer: `${at}/0`,
      ofElement: true,
    });
  else if (ORDERED.has(operator)) checkOrder(context, args, at);
}

/** Reports a comparison that never holds. */
function checkComparison(context: ValueContext, compared: Comparison): void {
  const { operand, constant, pointer } = compared;
  const { reporter, written, table } = context;
  if (constant === undefined || constant === null || typeof constant === "object") return;
  const path = pathOf(operand);
  if (path === "outcome") {
    const known = table === undefined ? undefined : written.outcomes.get(table);
    if (known !== undefined && !known.has(String(constant))) {
      const suggestion = closest(String(constant), known) ?? `one of ${[...known].join(", ")}`;
      reporter.at(pointer, {
        code: "FLOW-OUTCOME",
        message: `No call that leads to this table comes back with the outcome "${String(constant)}"`,
        about: [String(constant)],
        suggestion,
      });
    }
    return;
  }
  if (path === "status" && typeof constant === "number" && (constant < 100 || constant > 599)) {
    reporter.at(pointer, {
      code: "FLOW-RULE-VALUE",
      message: `"status" is never ${constant}: HTTP has those from 100 to 599`,
      about: ["status"],
      suggestion: "2xx, or a number such as 404",
    });
    return;
  }
  const wrong = mismatchOf(context, compared, constant);
  if (wrong !== undefined)
    reporter.at(pointer, {
      code: "FLOW-RULE-VALUE",
      ...(wrong.isUnwritten === true ? { severity: "warning" } : {}),
      message: `${path === undefined ? "The rule" : `"${path}"`} is never ${JSON.stringify(constant)}: ${wrong.why}`,
      about: [path ?? "", String(constant)],
      suggestion: wrong.meant,
    });
}

/** Why none of the values that an operand may be equals a constant. */
function mismatchOf(
  { flow, written }: ValueContext,
  { operand = null, ofElement = false }: Comparison,
  constant: string | number | boolean,
): Mismatch | undefined {
  const reasons = partsOf(operand, flow.values).map(
    (part): Mismatch | "other constant" | undefined => {
      if (part.members.length > 0) return undefined;
      if (part.gives === "constant")
        return String(part.value) === String(constant) ? undefined : "other constant";
      if (part.gives !== "read") return undefined;
      const path = factPath(part.path);
      const type = withChoices(
        typeOfPath(flow, path),
        constant === "" ? undefined : written.values.get(path),
      );
      // A text has any part of itself, and is no list of choices.
      if (type === undefined || (ofElement && type.type === "string")) return undefined;
      return type.type === "array" && !ofElement
        ? describeList(part.path, constant)
        : (describeMismatch(ofElement ? (type.items ?? {}) : type, constant) ??
            describeUnwritten(written.values.get(path), constant));
    },
  );
  // A rule that gives constants alone is another check's.
  const wrong = reasons.find((each) => each !== undefined && each !== "other constant");
  return reasons.every((each) => each !== undefined) && typeof wrong === "object"
    ? wrong
    : undefined;
}

/** Explains why a list never equals the constant. */
function describeList(path: string, constant: string | number | boolean): Mismatch {
  return {
    why: "it is a list",
    meant: `{ in: [${String(constant)}, { var: ${path} }] }`,
  };
}

function checkOrder(
  { flow, reporter }: ValueContext,
  args: readonly Json[],
  pointer: string,
): void {
  const kinds = args.map((arg) =>
    typeof arg === "string" || typeof arg === "number"
      ? typeof arg
      : kindOf(typeOfPath(flow, pathOf(arg) ?? "@")),
  );
  if (!kinds.includes("number")) return;
  const at = kinds.findIndex((kind) => kind === "string" || kind === "boolean");
  if (at >= 0)
    reporter.at(`${pointer}/${at}`, {
      code: "FLOW-RULE-VALUE",
      message: `A number is compared with a ${kinds[at] === "string" ? "text" : "yes or no"}`,
      suggestion:
        kinds[at] === "string"
          ? "a number on both sides; of a typed amount { minorUnits: … }"
          : "a number on both sides",
    });
}

/** Reports what a `set` may write, at its place or inside of it, where the state cannot have it. */
function checkSet(context: ValueContext, path: string, value: Json, pointer: string): void {
  const { flow } = context;
  const parts = partsOf(value, flow.values);
  const placeOf = ({ members }: (typeof parts)[number]) => [path, ...members].join(".");
  for (const part of parts) {
    const into = { place: placeOf(part), pointer: pointer + part.pointer };
    // One branch of several may be about another variant, whose forms offer other choices.
    const isOnly = parts.filter((other) => placeOf(other) === into.place).length === 1;
    if (part.gives === "constant" && part.value !== null)
      checkConstant(context, part.value, { ...into, isOnly });
    else if (part.gives === "read") {
      const kind = kindOfRead(flow, factPath(part.path), pointer);
      checkKind(context, `"${part.path}"`, { ...into, kinds: kind === undefined ? [] : [kind] });
    } else if (part.gives === "made")
      checkKind(context, "what the rule makes", { ...into, kinds: kindsMade(part.kinds) });
  }
}

/** A place of the state that something is written to. */
interface Written {
  readonly place: string;
  readonly pointer: string;
}

function checkConstant(
  { flow, reporter, written }: ValueContext,
  value: string | number | boolean,
  { place: path, pointer, isOnly }: Written & { readonly isOnly: boolean },
): void {
  const place = factPath(path);
  const type = typeOfPath(flow, place);
  const wrong = type === undefined ? undefined : describeMismatch(type, value);
  const choices = value === "" || !isOnly ? undefined : written.choices.get(place);
  if (wrong !== undefined)
    reporter.at(pointer, {
      code: "FLOW-SET-VALUE",
      message: `"${path}" cannot become ${JSON.stringify(value)}: ${wrong.why}`,
      about: [path, String(value)],
      suggestion: wrong.meant,
    });
  else if (choices?.includes(value) === false)
    reporter.at(pointer, {
      code: "FLOW-SET-VALUE",
      severity: "warning",
      message: `"${path}" becomes ${JSON.stringify(value)}, which the form that asks for it does not offer`,
      about: [path, String(value)],
      suggestion: closest(String(value), choices.map(String)) ?? `one of ${choices.join(", ")}`,
    });
}

/** Reports a value of another kind than its place: the state has no place for it. */
function checkKind(
  { flow, reporter }: Pick<CheckContext, "flow" | "reporter">,
  given: string,
  { place, pointer, kinds }: Written & { readonly kinds: readonly string[] },
): void {
  const taken = kindOf(typeOfPath(flow, factPath(place)));
  const [kind, other] = kinds;
  if (kind === undefined || other !== undefined || taken === undefined || kind === taken) return;
  reporter.at(pointer, {
    code: "FLOW-SET-VALUE",
    message: `"${place}" is ${KINDS[taken] ?? taken}, and ${given} is ${KINDS[kind] ?? kind}`,
    about: [place],
    suggestion: "a value of the kind that state.yaml declares",
  });
}

/** A path whose entries of lists are named as types have them. */
function factPath(path: string): string {
  return replaceIds(path, "0").replaceAll(/\*(?=\.|$)/g, "0");
}

/** The kinds of what a rule makes, as JSON Schema names them. */
function kindsMade(kinds: readonly Kind[] = []): readonly string[] {
  return kinds.map((kind) => ({ text: "string", list: "array" })[String(kind)] ?? kind);
}

/** The kind of a path of the state, or of the answer that a call declares. */
function kindOfRead(flow: CheckContext["flow"], path: string, pointer: string): string | undefined {
  const [root, ...rest] = path.split(".");
  if (root !== "answer") return kindOf(typeOfPath(flow, path));
  const call = /^\/calls\/([^/]+)\/set\//.exec(pointer)?.[1] ?? "";
  const schema = flow.calls.get(call)?.answerSchema;
  if (schema === undefined) return undefined;
  const type = (rest.length === 0 ? schema : stateSchemaAt(schema, rest.join(".")))?.["type"];
  // A member that is not required may be null as well.
  const [kind, other] = (Array.isArray(type) ? type : [type]).filter((each) => each !== "null");
  return typeof kind === "string" && other === undefined ? kindOf({ type: kind }) : undefined;
}

/** Kinds of values in words. */
const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  boolean: "a yes or no",
  array: "a list",
  object: "an object",
};

/** The path an operand reads, when it is a plain one. */
function pathOf(operand: Json | undefined): string | undefined {
  if (!isObject(operand)) return undefined;
  const read = operand["var"] ?? operand["fact"];
  return typeof read === "string" ? read : undefined;
}

/** What a value may give, found once for the variants and saves that share it. */
function partsOf(value: Json, values: CompiledVariant["values"]): readonly GivenPart[] {
  return typeof value === "object" && value !== null
    ? partsAmong(values)(value)
    : partsNow(value, values);
}

const partsAmong = memoize((values: CompiledVariant["values"]) =>
  memoize((value: Json & object) => partsNow(value, values)),
);

function partsNow(value: Json, values: CompiledVariant["values"]): readonly GivenPart[] {
  return givenParts(value, { named: (name) => values.get(name)?.rule });
}
