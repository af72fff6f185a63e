import { variantName } from "./variant-name.ts";
import { checkConfig } from "./mistakes/check-config.ts";
import { formatMistakes } from "./mistakes/format-mistakes.ts";
import { withOneDateFormat } from "./one-date-format.ts";
import type { Variant } from "../language/variant.ts";
import { factsOf, fallbackLocale, localesOf, pathAxisOf, variantFacts } from "../language/axes.ts";
import { copyBook, type CopyBook } from "../copy/copy-book.ts";
import type { FlowDefinition } from "../language/flow.ts";
import type { FormSchema } from "../language/form.ts";
import type { FormatDefinition } from "../language/format.ts";
import { asObject, isObject, type Json, type JsonObject } from "../language/json.ts";
import type { Collection } from "../rules/collection.ts";
import type { CompiledRule } from "../rules/compiled-rule.ts";
import { currencyDigits } from "../rules/currency-digits.ts";
import { compileFormat, type SettledFormat } from "../validate/format.ts";
import { compilePage } from "./compile-page.ts";
import { compileParts } from "./compile-parts.ts";
import {
  compileStructure,
  type ResolvedForms,
  type SharedPart,
  type Structure,
} from "./compile-structure.ts";
import { compileFormOfFlow } from "./compile-form-of-flow.ts";
import type { CompiledVariant, FormOfFlow } from "./compiled-variant.ts";
import { lineageOf } from "./lower/lineage.ts";
import type { ListedTree } from "./lower/lower-lists.ts";
import type { LoweredTree } from "./lower/lower-tree.ts";
import type { OrderedTree } from "./lower/order-lowering.ts";
import type { CompileCache } from "./compile-cache.ts";
import { IdentityCache } from "./identity-cache.ts";
import { presentEntries } from "./present-entries.ts";
import { Reporter } from "./reporter.ts";
import { SourcePlaces } from "./source-places.ts";
import { RuleCompiler } from "./rule-compiler.ts";
import { compileTheme } from "./theme/compile-theme.ts";
import { resolveForm, type SettledRule } from "./resolve-form.ts";
import { memoize } from "../language/memoize.ts";

/** A compiled variant, and the parts that it shares. */
export interface VariantBuild {
  readonly compiled: CompiledVariant;
  readonly reporter: Reporter;
  readonly structure: Structure;
}

/** Parts that all variants of a flow share. */
export interface FlowParts {
  readonly definition: FlowDefinition;
  readonly collections: ReadonlyMap<string, Collection>;
  /** Parts of the variants compiled before. */
  readonly cache: CompileCache;
}

/**
 * Compiles one variant of a flow. Mistakes go to the reporter and are never thrown; a variant with
 * errors must not be used.
 */
export function compileVariant(
  { tree, origins, places, order, lists }: ListedTree & LoweredTree & OrderedTree,
  variant: Variant,
  { definition, collections, cache }: FlowParts,
): VariantBuild {
  const lineage = lineageOf({ lists, words: places, order: order.places });
  const reporter = new Reporter(new SourcePlaces(origins, lineage), variantName(variant));
  for (const { pointer, ...problem } of [...lists.problems, ...places.problems, ...order.mistakes])
    reporter.at(pointer, problem);
  const flags = asObject(tree["flags"]);
  const config = asObject(tree["config"]);
  const locales = localesOf(definition, variant);
  const { currency } = factsOf(definition, variant);

  checkConfig(asObject(tree["configSchema"]), config, reporter);
  const structure = cache.structureOf(tree, [collections, definition], () =>
    compileStructure(tree, collections, definition, reporter),
  );
  reporter.repeat(structure.problems);
  const compiler = new RuleCompiler(structure.names, reporter);
  const constants = {
    flags,
    config,
    ...constantFacts(definition, variant),
  };
  const settled = compileFormats(tree, constants, compiler, structure.settled);
  const forms = compileForms(tree, constants, compiler, settled);
  const copies = new Map<string, CopyBook>();
  const compiled: CompiledVariant = {
    ...structure.parts,
    variant,
    locales,
    ...(typeof currency === "string" ? { currency } : {}),
    flags,
    config,
    theme: themeOf(asObject(tree["theme"])),
    forms,
    parts: compileParts(structure.parts.screens.values(), forms, settled.formats),
    formats: settled.definitions,
    page: compilePage(definition, constants, compiler),
    copy(locale) {
      const known = copies.get(locale);
      if (known !== undefined) return known;
      const copy = asObject(tree["copy"]);
      const fallback = fallbackLocale(definition);
      const textsOf = (each: string) => ({ locale: each, copy: asObject(copy[each]) });
      const others = locale === fallback ? [] : [textsOf(fallback)];
      const book = copyBook([textsOf(locale), ...others], compiled.currency);
      copies.set(locale, book);
      return book;
    },
  };
  return { compiled, reporter, structure };
}

/** Compiled themes by their definitions. */
const themeOf = memoize(compileTheme);

/**
 * What rules read of a variant and is no applicant's: variants that differ in the axis with a path
 * alone are compiled as one.
 */
function constantFacts(definition: FlowDefinition, variant: Variant): JsonObject {
  const path = pathAxisOf(definition)?.axis;
  const { [path ?? ""]: _, ...facts } = variantFacts(definition, variant);
  return facts;
}

/**
 * Formats and forms as they came out with some settings; where others come to the same, these are
 * taken.
 */
function compileFormats(
  tree: JsonObject,
  constants: JsonObject,
  compiler: RuleCompiler,
  made: Structure["settled"],
): ResolvedForms {
  // Parameters may be rules over the configuration, which are evaluated once, here.
  const settled = presentEntries<FormatDefinition>(tree, "formats").map(([name, declared]) => {
    const given = (compiler
      .template(declared as unknown as Json, `/formats/${name}`)
      ?.evaluate(constants) ?? declared) as unknown as FormatDefinition;
    const { definition, mistakes } = withOneDateFormat(name, given);
    for (const { pointer, ...mistake } of [...mistakes, ...formatMistakes(name, given)])
      compiler.reporter.at(`/formats/${name}${pointer}`, { code: "FLOW-FORMAT", ...mistake });
    return [name, inCurrency(definition, constants["currency"])] as const;
  });
  return sharedPart(made, JSON.stringify(settled), compiler.reporter, () => ({
    definitions: Object.fromEntries(settled) as unknown as JsonObject,
    formats: new Map(
      settled.map(([name, definition]) => [
        name,
        compileFormat(definition, (message) =>
          compiler.reporter.at(`/formats/${name}`, { code: "FLOW-FORMAT", message }),
        ),
      ]),
    ),
    forms: new Map<string, SharedPart<FormOfFlow>>(),
    sets: new IdentityCache<ReadonlyMap<string, FormOfFlow>>(),
  }));
}

/** A format that reads amounts, with those of a currency that has other than two decimals. */
function inCurrency(definition: FormatDefinition, code: Json | undefined): SettledFormat {
  const steps = [...(definition.normalise ?? []), ...(definition.tidy ?? [])];
  if (typeof code !== "string" || !steps.includes("amount")) return definition;
  const digits = currencyDigits(code);
  return digits === 2 ? definition : { ...definition, amount: { digits, code } };
}

/** A part that variants share: all of them report its problems, not only its first user. */
function sharedPart<T>(
  made: Map<string, SharedPart<T>>,
  key: string,
  reporter: Reporter,
  make: () => T,
): T {
  const known = made.get(key);
  if (known !== undefined) {
    reporter.repeat(known.problems);
    return known.part;
  }
  const before = reporter.problems.length;
  const part = make();
  made.set(key, { part, problems: reporter.problems.slice(before) });
  return part;
}

function compileForms(
  tree: JsonObject,
  constants: JsonObject,
  compiler: RuleCompiler,
  { formats, forms, sets }: ResolvedForms,
): ReadonlyMap<string, FormOfFlow> {
  const entries = presentEntries<FormSchema>(tree, "forms").map(([name, declared]) => {
    const schema = resolveForm(declared, (rule, pointer, of) => {
      const at = `/forms/${name}${pointer}`;
      const verdict = settleRule(rule, at, constants, compiler);
      if (of === "field" || typeof verdict !== "object") return verdict;
      compiler.reporter.at(at, {
        code: "FLOW-FIELD-RULE",
        message: "x-where says what a field is in a variant, and this rule reads the state",
        suggestion: "two fields with x-when, and x-bind to the same place",
      });
      return false;
    });
    const key = `${name} ${JSON.stringify(schema)}`;
    const form = sharedPart(forms, key, compiler.reporter, () =>
      compileFormOfFlow(name, { declared, schema }, formats, compiler),
    );
    return [name, form] as const;
  });
  return sets.get(entries.flat(), () => new Map(entries));
}

/** The value of a rule over the facts that all applications of the variant share. */
function settleRule(
  rule: Json,
  pointer: string,
  constants: JsonObject,
  compiler: RuleCompiler,
): SettledRule {
  const made = compiler.condition(rule, pointer);
  if (made === undefined) return true;
  const isLeft = ({ reads }: CompiledRule) =>
    reads.some((path) => !Object.hasOwn(constants, path.split(".")[0] ?? ""));
  if (!isLeft(made)) return made.test(constants);
  const parts = isObject(rule) && Array.isArray(rule["and"]) ? rule["and"] : [];
  const left: Json[] = [];
  for (const [index, part] of parts.entries()) {
    const each = compiler.rule(part, `${pointer}/and/${index}`);
    if (each === undefined || isLeft(each)) left.push(part);
    else if (!each.test(constants)) return false;
  }
  return { left: left.length === 0 ? rule : left.length === 1 ? (left[0] ?? rule) : { and: left } };
}
