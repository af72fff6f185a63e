import type { CheckContext } from "../run/check-context.ts";
import { visitRegExpAST, type AST } from "@eslint-community/regexpp";
import {
  getFirstConsumedChar,
  getFirstConsumedCharAfter,
  type FirstConsumedChar,
  type ReadonlyFlags,
} from "regexp-ast-analysis";
import { analyse } from "scslre";
import { patternFault, patternsIn } from "../../mistakes/patterns.ts";

/** Repetitions of a group from which on it counts as endless. */
const MANY = 10;

/**
 * Reports regular expressions of formats, forms and the state that take minutes on a crafted text,
 * and those of the state that do not parse. Formats and forms report the latter when they are
 * compiled.
 */
export function checkPatterns({ tree, reporter }: CheckContext): void {
  for (const { pattern, pointer } of patternsIn(tree["state"] ?? null, "/state")) {
    const why = patternFault(pattern);
    if (why !== undefined)
      reporter.at(pointer, {
        code: "FLOW-PATTERN",
        message: `The pattern "${pattern}" is none: ${why}`,
      });
  }
  for (const part of ["formats", "forms", "state"]) {
    for (const { pattern, pointer } of patternsIn(tree[part] ?? null, `/${part}`)) {
      const why = findRunaway(pattern);
      if (why !== undefined)
        reporter.at(pointer, {
          code: "FLOW-PATTERN-RUNAWAY",
          message: `The pattern can run away on a text made for it: ${why.reason}`,
          suggestion: why.instead,
        });
    }
  }
}

const known = new Map<string, Runaway | undefined>();

/** Why a pattern runs away, and what to write in its place. */
export interface Runaway {
  readonly reason: string;
  readonly instead: string;
}

/**
 * Finds out why a pattern (with the `u` flag, as it is run) can run away. Undefined for one that
 * takes time in proportion to the text, and for a text that is no pattern, which other checks
 * report.
 */
export function findRunaway(pattern: string): Runaway | undefined {
  if (known.has(pattern)) return known.get(pattern);
  const verdict = runawayOf(pattern);
  // A process that runs for long must not keep every pattern that was ever tried.
  if (known.size > 1000) known.clear();
  known.set(pattern, verdict);
  return verdict;
}

function runawayOf(source: string): Runaway | undefined {
  if (source.length > 2000)
    return {
      reason: "it is longer than 2000 characters",
      instead: "several checks, one after the other",
    };
  let result: ReturnType<typeof analyse>;
  try {
    new RegExp(source, "u");
    result = analyse({ source, flags: "u" });
  } catch {
    return undefined;
  }
  const [report] = result.reports.toSorted((a, b) => Number(b.exponential) - Number(a.exponential));
  if (report !== undefined) {
    const fix = report.fix()?.source;
    const reason =
      report.type === "Self"
        ? `"${report.quant.raw}" is repeated inside the repetition "${report.parentQuant.raw}"`
        : report.type === "Trade"
          ? `"${report.startQuant.raw}" and "${report.endQuant.raw}" take the same characters`
          : `"${report.quant.raw}" is tried again from every place of the text`;
    return {
      reason,
      instead:
        fix ??
        (report.type === "Move"
          ? `begin with ^, or bound the repetition such as {1,20}`
          : "one repetition in place of two"),
    };
  }
  return ambiguous(result.parsed.pattern, result.parsed.flags);
}

/** A repeated group that can be read in several ways: each round multiplies them. */
function ambiguous(pattern: AST.Pattern, flags: ReadonlyFlags): Runaway | undefined {
  const found: Runaway[] = [];
  const repeated: AST.Quantifier[] = [];
  visitRegExpAST(pattern, {
    onQuantifierEnter(quantifier) {
      const { min, max, element, raw } = quantifier;
      const around = repeated.at(-1);
      const choices =
        around === undefined || min === max
          ? undefined
          : overlap(
              getFirstConsumedChar(element, "ltr", flags),
              getFirstConsumedCharAfter(quantifier, "ltr", flags),
            );
      if (around !== undefined && choices === true)
        found.push({
          reason: `"${raw}" is repeated inside the repetition "${around.raw}" with nothing between`,
          instead:
            "a character between them that cannot be part of either, or one repetition in place of two",
        });
      if (max < MANY || (element.type !== "Group" && element.type !== "CapturingGroup")) return;
      repeated.push(quantifier);
      const firsts = element.alternatives.map((alternative) =>
        getFirstConsumedChar(alternative, "ltr", flags),
      );
      for (const [at, first] of firsts.entries()) {
        const other = firsts.findIndex((each, index) => index > at && overlap(each, first));
        if (other < 0) continue;
        const [a, b] = [
          element.alternatives[at]?.raw ?? "",
          element.alternatives[other]?.raw ?? "",
        ];
        found.push({
          reason: `in "${raw}" the choices "${a}" and "${b}" can begin with the same character`,
          instead:
            "choices that begin with different characters, or one character class in place of them",
        });
        return;
      }
    },
    onQuantifierLeave(quantifier) {
      if (repeated.at(-1) === quantifier) repeated.pop();
    },
  });
  return found[0];
}

function overlap(a: FirstConsumedChar, b: FirstConsumedChar): boolean {
  return !a.char.isDisjointWith(b.char);
}
