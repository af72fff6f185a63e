import type { DefinitionProblem } from "../language/problem.ts";
import { closest, isOneSlip } from "../source/closest.ts";

/**
 * Problems that come with another one, by the code of the other: a name that does not exist leaves
 * unused what was meant, a list that cannot be made leaves its screens out.
 */
const CONSEQUENCES: Readonly<Record<string, readonly string[]>> = {
  "FLOW-COPY-LOCALE": ["FLOW-FIXTURE-NAME"],
  "FLOW-COPY-MISSING": ["FLOW-SHOWN"],
  "FLOW-CONFIG": ["FLOW-FORMAT"],
  "FLOW-CURRENCY": ["FLOW-RULE-VALUE", "FLOW-ROW-DEAD"],
  "FLOW-FIELD-ENUM": ["FLOW-RULE-VALUE"],
  "FLOW-FIELD-PLACE": ["FLOW-STATE-UNUSED", "FLOW-DONE-NONE"],
  "FLOW-FIELD-TYPE": ["FLOW-RULE-VALUE"],
  "FLOW-FORM": ["FLOW-FORM-VALIDATOR"],
  "FLOW-FORM-CONDITION": ["FLOW-RULE-VALUE"],
  "FLOW-FORM-NAME": ["FLOW-FIELD-PLACE", "FLOW-COPY-MISSING", "FLOW-COPY-UNUSED", "FLOW-FORM"],
  "FLOW-FORM-NONE": ["FLOW-COPY-UNUSED", "FLOW-UNUSED", "FLOW-STATE-UNUSED"],
  "FLOW-LIST": ["FLOW-FIXTURE-NAME", "FLOW-SCREEN-STUCK", "FLOW-STATE-UNUSED"],
  "FLOW-NAME": [
    "FLOW-COPY-UNUSED",
    "FLOW-FIXTURE-NAME",
    "FLOW-LINK-NOTHING",
    "FLOW-NEIGHBOUR",
    "FLOW-OUTCOME",
    "FLOW-SANDBOX",
    "FLOW-SCREEN-UNREACHABLE",
    "FLOW-STATE-UNUSED",
    "FLOW-UNUSED",
  ],
  "FLOW-PATH-PARAMETER": ["FLOW-CHANGE"],
  "FLOW-RULE-KEYS": ["FLOW-RULE-TYPE"],
  "FLOW-RULE-PATH": ["FLOW-STATE-UNUSED", "FLOW-DONE-NONE"],
  "FLOW-RULE-VALUE": ["FLOW-ROW-DEAD"],
  "FLOW-SET-PATH": ["FLOW-STATE-UNUSED"],
  "FLOW-SET-VALUE": ["FLOW-RULE-VALUE"],
  // What fits nowhere is left out for the checks that follow.
  "FLOW-SHAPE": [
    "FLOW-ACTION-NOTHING",
    "FLOW-COPY-MISSING",
    "FLOW-COPY-UNUSED",
    "FLOW-DONE-NONE",
    "FLOW-FIELD-PLACE",
    "FLOW-FORM",
    "FLOW-FORM-CIRCLE",
    "FLOW-FORM-NONE",
    "FLOW-LINK-NOTHING",
    "FLOW-NAME",
    "FLOW-OUTCOME",
    "FLOW-SCREEN-STUCK",
    "FLOW-SCREEN-UNREACHABLE",
    "FLOW-STATE-UNUSED",
    "FLOW-UNUSED",
  ],
  "FLOW-TIMER-INSTANT": ["FLOW-STATE-UNUSED"],
  "FLOW-TIMER-SINCE": ["FLOW-TIMER-INSTANT"],
  "FLOW-TIMER-TIME": ["FLOW-TIMER-INSTANT"],
};

/** Mistakes in values that rules anywhere read, without a name that both problems have. */
const READ_ANYWHERE = new Set(["FLOW-CONFIG", "FLOW-CURRENCY"]);

/**
 * Leaves out problems that an error explains: they are gone, or told again, once the error is
 * mended. An error explains those alone that are about what it names, or stand in its file.
 *
 * @param problems with texts grouped
 */
export function withoutConsequences(problems: readonly DefinitionProblem[]): DefinitionProblem[] {
  const causes = problems.filter(
    ({ code, severity }) => severity === "error" && Object.hasOwn(CONSEQUENCES, code),
  );
  const left = problems.filter(
    (problem) =>
      !causes.some(
        (cause) =>
          cause !== problem &&
          CONSEQUENCES[cause.code]?.includes(problem.code) === true &&
          isAbout(cause, problem),
      ),
  );
  return ofMissingTexts(left).map(({ about: _, ...problem }) => problem);
}

/** Whether a problem may come from a cause: both are about the same thing, or in the same file. */
function isAbout(cause: DefinitionProblem, problem: DefinitionProblem): boolean {
  if (cause.file === problem.file || READ_ANYWHERE.has(cause.code)) return true;
  const others = namesIn(problem);
  return namesIn(cause).some((name) =>
    others.some(
      (other) =>
        name === other ||
        name.startsWith(`${other}.`) ||
        other.startsWith(`${name}.`) ||
        (name.includes(".") && other.startsWith(name)) ||
        isOneSlip(name, other),
    ),
  );
}

/** What a problem is about: what its check says, the name it suggests, what its file defines. */
function namesIn({
  about = [],
  suggestion = "",
  file,
  texts = [],
}: DefinitionProblem): readonly string[] {
  const meant = suggestion.includes(" ") ? [] : suggestion.split("/");
  const own = file.slice(file.lastIndexOf("/") + 1).replace(/\.yaml$/, "");
  const keys = texts.flatMap(({ key }) => key.split("."));
  return [...about, ...meant, own, ...keys].filter((name) => name !== "");
}

/**
 * A mistyped key gives two problems, a missing text and an unused one. Keeps the missing text, with
 * the mistyped key as its suggestion.
 */
function ofMissingTexts(problems: readonly DefinitionProblem[]): DefinitionProblem[] {
  const missing = new Set(keysOf(problems, "FLOW-COPY-MISSING"));
  const meant = new Map<string, string>();
  for (const key of keysOf(problems, "FLOW-COPY-UNUSED")) {
    const wanted = closest(key, missing);
    if (wanted !== undefined && !meant.has(wanted)) meant.set(wanted, key);
  }
  const told = new Set([...missing, ...meant.values()]);
  return problems.flatMap((problem) => {
    const { code, texts = [] } = problem;
    if (code === "FLOW-COPY-MISSING") {
      const renamed = texts.find(({ key }) => meant.has(key));
      const unused = meant.get(renamed?.key ?? "");
      return unused === undefined
        ? [problem]
        : [{ ...problem, suggestion: `${renamed?.key ?? ""} in place of ${unused}` }];
    }
    const isTold = texts.length > 0 && texts.every(({ key }) => told.has(key));
    return isTold ? [] : [problem];
  });
}

function keysOf(problems: readonly DefinitionProblem[], code: string): readonly string[] {
  return problems.flatMap((problem) =>
    problem.code === code ? (problem.texts ?? []).map(({ key }) => key) : [],
  );
}
