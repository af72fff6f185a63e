import { asList, asObject, isObject, type Json, type JsonObject } from "../../../language/json.ts";
import { memoize } from "../../../language/memoize.ts";
import { SCOPED_OPERATORS, signatureOf } from "../../../rules/signatures.ts";
import { readPath, replaceIds } from "../../../rules/state-path.ts";
import { childPointer } from "../../../source/json-pointer.ts";
import type { CheckContext } from "../run/check-context.ts";
import { givenContext, givenParts, type GivenContext } from "../values/given-parts.ts";
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

/** A setting that a rule reads by a choice: its name begins the path, the choice ends it. */
interface SettingRead {
  readonly path: string;
  readonly setting: string;
}

/** A place of the definition tree where a rule has its value by a choice. */
interface ReadPlace {
  readonly pointer: string;
  readonly read: ChoiceRead | SettingRead;
}

/**
 * Reports choices of forms for which a rule has no value: neither a setting, nor a thing of the
 * catalogue, nor an entry of a `case`. The rule gives null there, and results that are computed
 * from it are wrong.
 */
export function checkChoiceValues({ flow, tree, names, reporter }: CheckContext): void {
  const asked = choicesAsked(flow);
  const report = ({ path, by, known, meant }: ChoiceRead, pointer: string): void => {
    const choices = (asked.get(replaceIds(path, "0").replaceAll("*", "0")) ?? []).filter(
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
  for (const part of RULED)
    for (const { pointer, read } of placesIn(names)[part](asObject(tree[part]))) {
      const choice = "setting" in read ? valuesOfSetting(read, flow.config) : read;
      if (choice !== undefined) report(choice, pointer);
    }
}

/**
 * The places of each part, found once for all variants that share the part and what its rules may
 * name: they differ in the values of settings alone.
 */
const placesIn = memoize((names: CheckContext["names"]) => {
  const gather = (part: string) =>
    memoize((entries: JsonObject): readonly ReadPlace[] => {
      const found: ReadPlace[] = [];
      for (const [name, value] of Object.entries(entries))
        addPlaces(value, childPointer(`/${part}`, name), { names, found });
      return found;
    });
  return Object.fromEntries(RULED.map((part) => [part, gather(part)])) as Readonly<
    Record<(typeof RULED)[number], (entries: JsonObject) => readonly ReadPlace[]>
  >;
});

function addPlaces(
  entry: Json,
  at: string,
  { names, found }: { readonly names: CheckContext["names"]; readonly found: ReadPlace[] },
): void {
  const readBy = (
    operator: string,
    operand: Json,
    { at: pointer, pathOf }: { readonly at: string; readonly pathOf: PathOf },
  ): ChoiceRead | undefined => {
    if (operator === "lookup") return thingIn(asList(operand), names, pathOf);
    return QUESTION.test(pointer) ? undefined : caseIn(operator, operand, pathOf);
  };
  const context = givenContext(names);
  const visit = (value: Json, pointer: string, { lists, handled }: Place): void => {
    if (Array.isArray(value)) {
      value.forEach((part: Json, at) => visit(part, `${pointer}/${at}`, { lists, handled: false }));
      return;
    }
    if (!isObject(value)) return;
    const pathOf: PathOf = (rule) => pathWithin(lists, rule, context);
    const setting = handled ? undefined : settingIn(value, pathOf);
    if (setting !== undefined) found.push({ pointer, read: setting });
    for (const [key, part] of Object.entries(value)) {
      const at = childPointer(pointer, key);
      const read = handled ? undefined : readBy(key, part, { at, pathOf });
      if (read !== undefined) found.push({ pointer, read });
      if (Array.isArray(part))
        part.forEach((each: Json, index) =>
          visit(each, `${at}/${index}`, {
            lists: listsOfOperand(key, part as readonly Json[], { index, lists }),
            handled: isHandled(key, { index, count: part.length, around: handled }),
          }),
        );
      else
        visit(part, at, {
          lists,
          handled: isHandled(key, { index: 0, count: 1, around: handled }),
        });
    }
  };
  visit(entry, at, { lists: [], handled: false });
}

/** Where a rule stands. */
interface Place {
  /**
   * The lists whose elements it reads, the outermost first; undefined where they are not known. The
   * facts are under `fact` there.
   */
  readonly lists: readonly Json[] | undefined;
  /** Null is an answer there: it means no, or something stands in for it. */
  readonly handled: boolean;
}

/** The path of the facts that a rule reads, where it reads one alone. */
type PathOf = (rule: Json | undefined) => string | undefined;

/** The lists whose elements an operand of an operator reads. */
function listsOfOperand(
  operator: string,
  args: readonly Json[],
  { index, lists }: { readonly index: number } & Pick<Place, "lists">,
): Place["lists"] {
  if (index === 0 || !SCOPED_OPERATORS.has(operator)) return lists;
  // The body of `reduce` reads the element and the result so far.
  return operator === "reduce" ? undefined : lists && [...lists, args[0] ?? null];
}

function pathWithin(
  lists: Place["lists"],
  rule: Json | undefined,
  context: GivenContext,
): string | undefined {
  if (!isObject(rule) || lists === undefined) return undefined;
  const whole = lists.reduceRight((inner: Json, list) => ({ map: [list, inner] }), rule);
  const given = givenParts(whole, context).filter(({ members }) => members.length === lists.length);
  const [only, ...others] = given;
  return only?.gives === "read" && others.length === 0 ? only.path : undefined;
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
function settingIn(rule: Readonly<Record<string, Json>>, pathOf: PathOf): SettingRead | undefined {
  const { cat } = asObject([rule["var"]].flat()[0] ?? null);
  if (!Array.isArray(cat) || cat.length !== 2) return undefined;
  const [prefix, id] = cat as readonly Json[];
  const path = pathOf(id);
  const [, setting] = /^config\.(.+)\.$/.exec(String(prefix)) ?? [];
  return path === undefined || setting === undefined ? undefined : { path, setting };
}

/** The choices that a setting has a value for; undefined where it is no object. */
function valuesOfSetting({ path, setting }: SettingRead, config: Json): ChoiceRead | undefined {
  const settings = readPath(config, setting);
  if (!isObject(settings)) return undefined;
  const meant = (without: string) => `${without} below config.${setting}`;
  return { path, by: `The setting "${setting}"`, known: Object.keys(settings), meant };
}

/** The arguments of `lookup`: a collection, what stands for the thing, and a member. */
function thingIn(
  [name, id, member, by = "id"]: readonly Json[],
  { collections }: CheckContext["names"],
  pathOf: PathOf,
): ChoiceRead | undefined {
  const path = pathOf(id);
  const collection = collections.get(String(name));
  if (path === undefined || collection === undefined) return undefined;
  const known = [...collection.things]
    .filter(([, thing]) => (thing[String(member)] ?? null) !== null)
    .map(([key, thing]) => (by === "id" ? key : String(thing[String(by)])));
  const meant = (without: string) => `"${String(member)}" of ${without} in the catalogue`;
  return { path, by: `"${String(member)}" of the collection "${String(name)}"`, known, meant };
}

/** A `case` without a last entry that asks one place alone which choice it is. */
function caseIn(operator: string, operand: Json, pathOf: PathOf): ChoiceRead | undefined {
  const args = asList(operand);
  if (operator !== "if" || args.length < 2 || args.length % 2 === 1) return undefined;
  const compared = args.filter((_, at) => at % 2 === 0).map((test) => choicesIn(test, pathOf));
  const [path, ...others] = new Set(compared.map((each) => each?.path));
  if (path === undefined || others.length > 0) return undefined;
  const known = compared.flatMap((each) => each?.known ?? []);
  const meant = (without: string) => `an entry for ${without}, or a last one without a condition`;
  return { path, by: "The `case`", known, meant };
}

/** The choices of a place for which a condition holds, where it asks nothing else. */
function choicesIn(test: Json, pathOf: PathOf) {
  const [only, ...more] = Object.entries(asObject(test));
  if (only === undefined || more.length > 0) return undefined;
  const [operator, operand] = only;
  const [left, right] = asList(operand);
  const path = pathOf(left);
  if (path === undefined) return undefined;
  if (operator === "in" && Array.isArray(right)) return { path, known: right.map(String) };
  const isConstant = typeof right === "string" || typeof right === "number";
  return operator === "===" && isConstant ? { path, known: [String(right)] } : undefined;
}
