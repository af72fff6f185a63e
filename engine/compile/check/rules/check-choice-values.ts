import { asList, asObject, isObject, type Json } from "../../../language/json.ts";
import { SCOPED_OPERATORS, signatureOf } from "../../../rules/signatures.ts";
import { readPath, replaceIds } from "../../../rules/state-path.ts";
import { childPointer } from "../../../source/json-pointer.ts";
import type { CheckContext } from "../run/check-context.ts";
import { choicesAsked } from "../values/written-values.ts";

/** Parts of the definition tree whose rules may look something up. */
const RULED = ["values", "guards", "screens", "tables", "calls", "forms", "events"] as const;

/** Members that are questions: where a `case` has no entry, the answer is no. */
const QUESTIONS = "when|allow|skip|done|exists|open|asked|formWhen|enabled|x-when|x-required";

/** Places of questions; a screen, an action or a value that is sent may have such a name. */
const QUESTION = new RegExp(
  `^/guards/|(?<!^/\\w+|/(?:actions|body|params|query|with))/(?:${QUESTIONS})(?:/|$)`,
);

/** A value that a rule has by a choice, and the choices that have one. */
interface ChoiceRead {
  /** State path of the choice. */
  readonly path: string;
  /** What has a value for each choice, as the message begins. */
  readonly by: string;
  readonly known: readonly string[];
  readonly meant: (without: string) => string;
}

/**
 * Reports choices of forms for which a rule has no value: neither a setting, nor a thing of the
 * catalogue, nor an entry of a `case`. The rule gives null there, and results that are computed
 * from it are wrong.
 */
export function checkChoiceValues({ flow, tree, names, reporter }: CheckContext): void {
  const asked = choicesAsked(flow);
  const report = ({ path, by, known, meant }: ChoiceRead, pointer: string): void => {
    const choices = (asked.get(replaceIds(path, "0")) ?? []).filter(
      (choice) => choice !== null && choice !== "",
    );
    const without = choices.map(String).filter((choice) => !known.includes(choice));
    // Where no choice has an entry, the entries are named by something else.
    if (without.length === 0 || without.length === choices.length) return;
    reporter.at(pointer, {
      code: "FLOW-CHOICE-VALUE",
      severity: "warning",
      message: `${by} has nothing for ${without.map((each) => `"${each}"`).join(", ")}, which "${path}" may be: the rule gives null then`,
      suggestion: meant(without.join(", ")),
    });
  };
  const readBy = (
    operator: string,
    operand: Json,
    { at, scoped }: { readonly at: string; readonly scoped: boolean },
  ): ChoiceRead | undefined => {
    if (operator === "lookup") return thingIn(asList(operand), names, scoped);
    return QUESTION.test(at) ? undefined : caseIn(operator, operand, scoped);
  };
  const visit = (value: Json, pointer: string, { scoped, handled }: Place): void => {
    if (Array.isArray(value)) {
      value.forEach((part: Json, at) =>
        visit(part, `${pointer}/${at}`, { scoped, handled: false }),
      );
      return;
    }
    if (!isObject(value)) return;
    const setting = handled ? undefined : settingIn(value, flow.config, scoped);
    if (setting !== undefined) report(setting, pointer);
    for (const [key, part] of Object.entries(value)) {
      const at = childPointer(pointer, key);
      const read = handled ? undefined : readBy(key, part, { at, scoped });
      if (read !== undefined) report(read, pointer);
      if (Array.isArray(part))
        part.forEach((each: Json, index) =>
          visit(each, `${at}/${index}`, {
            scoped: scoped || (SCOPED_OPERATORS.has(key) && index > 0),
            handled: isHandled(key, { index, count: part.length, around: handled }),
          }),
        );
      else
        visit(part, at, {
          scoped,
          handled: isHandled(key, { index: 0, count: 1, around: handled }),
        });
    }
  };
  for (const part of RULED)
    for (const [name, value] of Object.entries(asObject(tree[part])))
      visit(value, childPointer(`/${part}`, name), { scoped: false, handled: false });
}

/** Where a rule stands. */
interface Place {
  /** It reads one element of a list, and the facts under `fact`. */
  readonly scoped: boolean;
  /** Null is an answer there: it means no, or something stands in for it. */
  readonly handled: boolean;
}

/**
 * Whether an operator takes null of one of its operands for an answer.
 *
 * @param around whether null of its own result is one: some operands are the result
 */
function isHandled(
  operator: string,
  { index, count, around }: Readonly<{ index: number; count: number; around: boolean }>,
): boolean {
  const isLast = index === count - 1;
  if (operator === "optional") return true;
  if (operator === "default" || operator === "and" || operator === "or") return !isLast || around;
  if (operator === "if" || operator === "?:") return (index % 2 === 0 && !isLast) || around;
  return signatureOf(operator)?.operands[index]?.isCondition === true;
}

/** `{ var: { cat: ['config.PREFIX.', { var: PATH }] } }`. */
function settingIn(
  rule: Readonly<Record<string, Json>>,
  config: Json,
  scoped: boolean,
): ChoiceRead | undefined {
  const { cat } = asObject([rule["var"]].flat()[0] ?? null);
  if (!Array.isArray(cat) || cat.length !== 2) return undefined;
  const [prefix, id] = cat as readonly Json[];
  const path = pathOf(id, scoped);
  const [, setting] = /^config\.(.+)\.$/.exec(String(prefix)) ?? [];
  const settings = setting === undefined ? undefined : readPath(config, setting);
  if (path === undefined || setting === undefined || !isObject(settings)) return undefined;
  const meant = (without: string) => `${without} below config.${setting}`;
  return { path, by: `The setting "${setting}"`, known: Object.keys(settings), meant };
}

/** The arguments of `lookup`: a collection, what stands for the thing, and a member. */
function thingIn(
  [name, id, member, by = "id"]: readonly Json[],
  { collections }: CheckContext["names"],
  scoped: boolean,
): ChoiceRead | undefined {
  const path = pathOf(id, scoped);
  const collection = collections.get(String(name));
  if (path === undefined || collection === undefined) return undefined;
  const known = [...collection.things]
    .filter(([, thing]) => (thing[String(member)] ?? null) !== null)
    .map(([key, thing]) => (by === "id" ? key : String(thing[String(by)])));
  const meant = (without: string) => `"${String(member)}" of ${without} in the catalogue`;
  return { path, by: `"${String(member)}" of the collection "${String(name)}"`, known, meant };
}

/** A `case` without a last entry that asks one place alone which choice it is. */
function caseIn(operator: string, operand: Json, scoped: boolean): ChoiceRead | undefined {
  const args = asList(operand);
  if (operator !== "if" || args.length < 2 || args.length % 2 === 1) return undefined;
  const compared = args.filter((_, at) => at % 2 === 0).map((test) => choicesIn(test, scoped));
  const [path, ...others] = new Set(compared.map((each) => each?.path));
  if (path === undefined || others.length > 0) return undefined;
  const known = compared.flatMap((each) => each?.known ?? []);
  const meant = (without: string) => `an entry for ${without}, or a last one without a condition`;
  return { path, by: "The `case`", known, meant };
}

/** The choices of a place for which a condition holds, where it asks nothing else. */
function choicesIn(test: Json, scoped: boolean) {
  const [only, ...more] = Object.entries(asObject(test));
  if (only === undefined || more.length > 0) return undefined;
  const [operator, operand] = only;
  const [left, right] = asList(operand);
  const path = pathOf(left, scoped);
  if (path === undefined) return undefined;
  if (operator === "in" && Array.isArray(right)) return { path, known: right.map(String) };
  const isConstant = typeof right === "string" || typeof right === "number";
  return operator === "===" && isConstant ? { path, known: [String(right)] } : undefined;
}

/** @param scoped the rule reads one element of a list, and the facts under `fact` */
function pathOf(rule: Json | undefined, scoped: boolean): string | undefined {
  const path = asObject(rule)[scoped ? "fact" : "var"];
  return typeof path === "string" ? path : undefined;
}
