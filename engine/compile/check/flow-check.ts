import { factsOf } from "../../language/axes.ts";
import type { DefinitionProblem, OpenQuestion } from "../../language/problem.ts";
import type { Variant } from "../../language/variant.ts";
import type { CompiledVariant } from "../compiled-variant.ts";
import { compileVariant, type FlowParts, type VariantBuild } from "../compile-variant.ts";
import type { DefinitionTree } from "../definition-tree.ts";
import type { FlowTrees, VariantTree } from "../flow-trees.ts";
import { IdentityCache } from "../identity-cache.ts";
import { withoutConsequences } from "../consequences.ts";
import { inOrder, withoutRepetition } from "../problem-list.ts";
import type { FlowFiles } from "../read-flow.ts";
import { Reporter } from "../reporter.ts";
import { SourcePlaces } from "../source-places.ts";
import { variantName } from "../variant-name.ts";
import { attempt, attemptOn } from "./run/attempt.ts";
import { checkFixtureNames } from "./files/check-fixture-names.ts";
import { checkFixtureSteps } from "./files/check-fixture-steps.ts";
import type { CheckContext, FlowWideCheck } from "./run/check-context.ts";
import type { CheckMemory } from "./run/check-memory.ts";
import { checkLaidShapes } from "./files/check-laid-shapes.ts";
import { checkRepeatedIds } from "./files/check-repeated-ids.ts";
import { StateCheck } from "./rules/check-state.ts";
import { HandedOverCheck } from "./rules/check-handed-over-values.ts";
import { PartFieldsCheck } from "./forms/check-parts.ts";
import { UnreadCheck } from "./files/check-unread.ts";
import { UnusedCheck } from "./files/check-unused.ts";
import { withoutDead } from "../dead-overrides.ts";
import { checkConfigured, checkVariant, proveVariant } from "./check-variant.ts";
import { ResultsCheck } from "./rules/check-results.ts";
import { SentAnswersCheck } from "./services/check-sent-answers.ts";
import { BoundsCheck } from "./rules/check-bounds.ts";
import { WrittenValuesCheck } from "./rules/check-values.ts";
import { groupTexts } from "./copy/group-texts.ts";

/** A compiled variant with its tree. */
interface LaidVariant extends VariantBuild {
  readonly layered: VariantTree;
}

/** A compiled variant with its problems. */
interface CheckedVariant extends LaidVariant {
  readonly name: string;
  /** Whether its checks gave problems of their own, and not those of an earlier variant. */
  readonly isFirstOfKind: boolean;
}

/** Compiles the variants of a flow and finds their mistakes, each and all of them together. */
export class FlowCheck {
  /** The variants taken, compiled, by name. */
  readonly variants = new Map<string, CompiledVariant>();
  private readonly unread = new UnreadCheck();
  /** In this order: a problem of one may explain one of a later one. */
  private readonly flowWide: readonly FlowWideCheck[] = [
    new UnusedCheck(),
    new PartFieldsCheck(),
    new HandedOverCheck(),
    new WrittenValuesCheck(),
    new BoundsCheck(),
    new ResultsCheck(),
    new SentAnswersCheck(),
    new StateCheck(),
  ];
  private readonly checkedVariants: CheckedVariant[] = [];
  private readonly problems: DefinitionProblem[] = [];
  private readonly kinds = new IdentityCache<void>();
  private allCompiled = true;
  private overall: readonly DefinitionProblem[] | undefined;

  constructor(
    private readonly read: FlowFiles,
    private readonly trees: FlowTrees,
    private readonly parts: FlowParts,
    private readonly memory: CheckMemory,
  ) {}

  /** Whether a variant taken has a mistake of its own. */
  get hasErrors(): boolean {
    return (
      !this.allCompiled ||
      [this.problems, ...this.checkedVariants.map(({ reporter }) => reporter.problems)].some(
        (problems) => problems.some(({ severity }) => severity === "error"),
      )
    );
  }

  /** Questions that the checks of the variants taken left open, each once, by their places. */
  get questions(): readonly OpenQuestion[] {
    const each = new Map<string, OpenQuestion>();
    for (const { reporter } of this.checkedVariants)
      for (const found of reporter.questions)
        each.set(`${found.file}:${found.line} ${found.question}`, found);
    return inOrder([...each.values()]);
  }

  /** Compiles and checks one variant. */
  add(variant: Variant): void {
    const name = variantName(variant);
    const build = this.build(variant, name);
    if (build === undefined) {
      this.allCompiled = false;
      return;
    }
    const { layered, compiled, structure } = build;
    let isFirstOfKind = false;
    const facts = JSON.stringify([compiled.locales, factsOf(compiled.definition, variant)]);
    this.kinds.get([facts, structure, layered.tree["copy"], ...compiled.forms.values()], () => {
      isFirstOfKind = true;
    });
    this.problems.push(...deadOverrides(layered, name));
    const context = contextOf(build);
    checkConfigured(context, this.memory);
    if (isFirstOfKind) {
      checkVariant(context, this.memory);
      attempt("what is used", "/flow", context.reporter, () => {
        for (const check of [this.unread, ...this.flowWide]) check.gather(context);
      });
    }
    this.checkedVariants.push({ ...build, name, isFirstOfKind });
    this.variants.set(name, compiled);
  }

  /** Proves for each variant taken that every applicant can finish; yields after each proof. */
  *prove(): Generator<void, void> {
    for (const each of this.checkedVariants) {
      if (!each.isFirstOfKind) continue;
      proveVariant(contextOf(each), this.memory);
      yield;
    }
  }

  /**
   * Every problem of the variants taken that is known by now, with what shows over all of them
   * together: unused definitions, and unknown names in fixtures.
   *
   * @param others problems of the flow's files
   */
  problemsWith(others: readonly DefinitionProblem[]): DefinitionProblem[] {
    this.overall ??= this.allCompiled ? this.checkTogether() : [];
    return listed(
      [
        ...others,
        ...this.problems,
        ...this.checkedVariants.flatMap(({ reporter }) => reporter.problems),
        ...this.overall,
      ],
      this.allCompiled
        ? this.checkedVariants.filter(({ isFirstOfKind }) => isFirstOfKind).map(({ name }) => name)
        : [],
    );
  }

  /**
   * Reports problems that show over all variants together; those of a variant go to its reporter.
   */
  private checkTogether(): readonly DefinitionProblem[] {
    for (const each of this.checkedVariants) this.checkUse(each);
    const { files, front } = this.read;
    const variants = this.checkedVariants.map(({ compiled }) => compiled);
    return [
      ...attemptOn("repeated ids", front.document.path, () => checkRepeatedIds(files)),
      ...attemptOn("names in fixtures", front.document.path, () =>
        variants.length === 0 ? [] : checkFixtureNames(files, variants),
      ),
      // A mistake of the flow makes steps of its fixtures wrong: then it alone is reported.
      ...attemptOn("steps of fixtures", front.document.path, () =>
        this.hasErrors || variants.length === 0
          ? []
          : files
              .filter(({ kind }) => kind === "fixture")
              .flatMap((file) => checkFixtureSteps(file, variants)),
      ),
    ];
  }

  /** Lays and compiles a variant; undefined for one that cannot be compiled. */
  private build(variant: Variant, name: string): LaidVariant | undefined {
    try {
      const laid = this.trees.laid(variant);
      const laying = new Reporter(new SourcePlaces(laid.origins), name);
      const base = this.trees.base.tree;
      const alive = withoutDead(laid);
      const tree = checkLaidShapes(this.read.shapes, base, alive, laying);
      this.problems.push(...laying.problems);
      // Files of the wrong shape cannot be compiled.
      if (tree === undefined) return undefined;
      const layered = this.trees.lower({ ...laid, tree });
      return { layered, ...compileVariant(layered, variant, this.parts) };
    } catch (error) {
      const fault = attemptOn(`the variant ${name}`, this.read.front.document.path, () => {
        throw error;
      });
      this.problems.push(...fault);
      return undefined;
    }
  }

  private checkUse(variant: CheckedVariant): void {
    const context = contextOf(variant);
    attempt("what nothing uses", "/flow", context.reporter, () => {
      this.unread.check(context);
      if (variant.isFirstOfKind) for (const check of this.flowWide) check.check(context);
    });
  }
}

function contextOf({ compiled, layered, structure, reporter }: LaidVariant): CheckContext {
  return { flow: compiled, tree: layered.tree, names: structure.names, reporter };
}

function listed(
  problems: readonly DefinitionProblem[],
  checked: readonly string[],
): DefinitionProblem[] {
  return inOrder(groupTexts(withoutConsequences(withoutRepetition(problems, checked))));
}

/** Problems of overrides that change nothing. */
function deadOverrides({ dead }: DefinitionTree, variant: string): DefinitionProblem[] {
  return dead.map(({ file, pointer, reason, suggestion }) => ({
    code: "FLOW-OVERLAY-DEAD",
    severity: "error",
    message: `The override ${reason === "removes-nothing" ? "removes" : "changes"} what is not there: ${pointer}`,
    file: file.document.path,
    ...file.document.locate(pointer),
    variant,
    suggestion,
  }));
}
