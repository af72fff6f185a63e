import { replaceIds } from "../rules/state-path.ts";
import { childPointer } from "../source/json-pointer.ts";
import type { Json } from "../language/json.ts";
import { constantMistake, WORDS } from "../rules/check-operands.ts";
import { compileRule } from "../rules/compile-rule.ts";
import type { CompiledRule } from "../rules/compiled-rule.ts";
import { compileTemplate, type CompiledTemplate } from "../rules/compile-template.ts";
import { firstMatch, type FirstMatch } from "../rules/first-match.ts";
import { kindsOf } from "../rules/kind-of.ts";
import type { RuleNames } from "../rules/rule-names.ts";
import type { Kind } from "../rules/signatures.ts";
import { numberSaid } from "../source/number-said.ts";
import { closest } from "../source/closest.ts";
import type { Reporter } from "./reporter.ts";

/** One state change; its path may have `{name}` placeholders for facts. */
export interface CompiledSet {
  readonly path: string;
  readonly value: CompiledTemplate;
}

/** Compiles the rules and templates of a variant, and places each mistake in its file. */
export class RuleCompiler {
  constructor(
    private readonly names: RuleNames,
    readonly reporter: Reporter,
  ) {}

  /**
   * Compiles an optional rule.
   *
   * @param gives kinds of values that are of use; default: any
   */
  rule(rule: Json | undefined, pointer: string, gives?: readonly Kind[]): CompiledRule | undefined {
    const kinds = gives === undefined ? undefined : kindsOf(rule, this.names, false);
    if (kinds !== undefined && kinds.size > 0 && ![...kinds].some((kind) => gives?.includes(kind)))
      this.reporter.at(pointer, {
        code: "FLOW-RULE-TYPE",
        message: `A ${(gives ?? []).join(" or ")} belongs here, and this gives ${[...kinds].map((kind) => WORDS[kind]).join(" or ")}`,
        suggestion: gives?.includes("number") === true ? numberSaid(rule) : undefined,
      });
    return rule === undefined
      ? undefined
      : compileRule(rule, this.names, (problem) =>
          this.reporter.at(pointer + problem.pointer, problem),
        );
  }

  /** Compiles an optional condition: a text or number as its result is a mistake. */
  condition(rule: Json | undefined, pointer: string): CompiledRule | undefined {
    const mistake = constantMistake(rule);
    if (mistake !== undefined)
      this.reporter.at(pointer, { code: "FLOW-RULE-CONSTANT", ...mistake });
    return this.rule(rule, pointer);
  }

  /** Finds the first of some conditions that holds; prepared when it is first asked. */
  first(rules: readonly (Json | undefined)[]): FirstMatch {
    let made: FirstMatch | undefined;
    return (facts, from) => (made ??= firstMatch(rules, this.names))(facts, from);
  }

  /** Compiles an optional template. */
  template(template: Json | undefined, pointer: string): CompiledTemplate | undefined {
    return template === undefined
      ? undefined
      : compileTemplate(template, this.names, (problem) =>
          this.reporter.at(pointer + problem.pointer, problem),
        );
  }

  /** Compiles templates by name. */
  templates(
    entries: Readonly<Record<string, Json>> | undefined,
    pointer: string,
  ): ReadonlyMap<string, CompiledTemplate> {
    const compiled = new Map<string, CompiledTemplate>();
    for (const [name, template] of Object.entries(entries ?? {})) {
      const made = this.template(template, `${pointer}/${name}`);
      if (made !== undefined) compiled.set(name, made);
    }
    return compiled;
  }

  /**
   * Checks a fact that selects the element of a list; members of an element that rules iterate over
   * are unknown.
   */
  private checkPlace(name: string, pointer: string): void {
    const verdict = this.names.path(name);
    if (verdict.known) return;
    const suggestion =
      verdict.suggestion ??
      closest(name.split(".")[0] ?? "", ["item", "params", "ids", "query", "form", "answer"]);
    this.reporter.at(pointer, {
      code: "FLOW-SET-PATH",
      message: `There is no "${name}" to put into the path`,
      about: [name],
      suggestion,
    });
  }

  /** Reports a path that the state does not have. */
  place(path: string, pointer: string): void {
    const verdict = this.names.path(path);
    if (verdict.known) return;
    this.reporter.at(pointer, {
      code: "FLOW-SET-PATH",
      message: `The state has no "${path}"`,
      about: [path],
      suggestion: verdict.suggestion,
    });
  }

  /** Compiles state changes; their paths are checked like those that rules read. */
  sets(set: Readonly<Record<string, Json>> | undefined, pointer: string): readonly CompiledSet[] {
    return Object.entries(set ?? {}).flatMap(([path, value]) => {
      const at = childPointer(pointer, path);
      const compiled = this.template(value, at);
      const indexed = replaceIds(path, "0");
      const verdict = this.names.path(indexed);
      if (!verdict.known) {
        const { suggestion } = verdict;
        this.reporter.at(at, {
          code: "FLOW-SET-PATH",
          message: `The state has no "${path}"`,
          about: [path],
          suggestion,
        });
      }
      for (const [, name = ""] of path.matchAll(/\{([^{}]+)\}/g)) this.checkPlace(name, at);
      return compiled === undefined ? [] : [{ path, value: compiled }];
    });
  }
}
