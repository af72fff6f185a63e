import { variantName } from "./variant-name.ts";
import { shellWords } from "../copy/shell-words.ts";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Variant } from "../language/variant.ts";
import { attempt, attemptOn } from "./check/attempt.ts";
import { checkCopyLength } from "./check/check-copy-length.ts";
import { checkFixtureNames } from "./check/check-fixture-names.ts";
import { checkRepeatedIds } from "./check/check-repeated-ids.ts";
import { addStateUses, checkState, emptyStateUses } from "./check/check-state.ts";
import { checkShellWords } from "./check/check-shell-words.ts";
import { addReads, checkUnread } from "./check/check-unread.ts";
import { addUses, checkUnused, emptyUses } from "./check/check-unused.ts";
import { checkConfigured, checkVariant } from "./check/check-variant.ts";
import { groupTexts } from "./check/group-texts.ts";
import type { SandboxDefinition } from "../language/sandbox.ts";
import type { ServiceDefinition } from "../language/call.ts";
import { ENVIRONMENTS } from "../language/environments.ts";
import type { FixtureDefinition } from "../language/fixture.ts";
import type { FlowDefinition } from "../language/flow.ts";
import { asObject, type Json, type JsonObject } from "../language/json.ts";
import { DefinitionError, type DefinitionProblem } from "../language/problem.ts";
import type { ProviderDefinition } from "../language/provider.ts";
import type { Sources } from "../language/sources.ts";
import { checkLaidShapes } from "./check/check-laid-shapes.ts";
import { axesOf, completeVariant, pathAxisOf } from "../language/axes.ts";
import { checkAxes } from "./check/check-axes.ts";
import { checkLayers } from "./check/check-layers.ts";
import { checkSharedFields } from "./check/check-shared-fields.ts";
import { checkFixtureRoles } from "./check/check-roles.ts";
import { ShapeCheck } from "./check/check-shape.ts";
import { compileVariant } from "./compile-variant.ts";
import type { CompiledFlow, CompileResult } from "./compiled-flow.ts";
import type { CompiledVariant } from "./compiled-variant.ts";
import { baseTree, overlayNames, variantTree, type DefinitionTree } from "./definition-tree.ts";
import {
  contentOf,
  readFlowFiles,
  readMetaSchemas,
  readOtherSchemas,
  sourcesOfFlow,
} from "./flow-sources.ts";
import { ListLowering } from "./lower/lower-lists.ts";
import { TreeLowering } from "./lower/lower-tree.ts";
import { CompileCache } from "./compile-cache.ts";
import { OrderLowering, withDerivedGuards } from "./lower/order-lowering.ts";
import { readCollections } from "./read-collections.ts";
import { Reporter } from "./reporter.ts";

/**
 * Compiles one flow from its sources, for all its variants, and finds every mistake at once.
 *
 * @param environments to check; default: a variant's environment is decided later, by the running
 *   process
 */
export function compileFlow(
  sources: Sources,
  flow: string,
  environments: readonly string[] = ENVIRONMENTS,
): CompileResult {
  return resultOf(compileSteps(sources, flow, environments));
}

/**
 * Compiles a version that was checked at its publish: only the shape of its files is checked again,
 * and a variant is compiled on first use.
 */
export function compileChecked(
  sources: Sources,
  flow: string,
  environments: readonly string[],
): CompileResult {
  return resultOf(compileSteps(sources, flow, environments, { checked: true }));
}

function resultOf(steps: Generator<void, CompileResult>): CompileResult {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * The same as a generator, which yields after each variant: a server that compiles while it serves
 * handles requests in between.
 */
export function* compileSteps(
  sources: Sources,
  flow: string,
  environments: readonly string[] = ENVIRONMENTS,
  { checked = false }: { readonly checked?: boolean } = {},
): Generator<void, CompileResult> {
  const files = readFlowFiles(sources, flow);
  let metaSchemas: ReturnType<typeof readMetaSchemas>;
  let shapes: ShapeCheck;
  try {
    metaSchemas = readMetaSchemas(sources);
    shapes = new ShapeCheck(metaSchemas, readOtherSchemas(sources));
  } catch (error) {
    const message = `The language's own schemas cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    return {
      ok: false,
      problems: [
        {
          code: "FLOW-SCHEMA",
          severity: "error",
          message,
          file: "schemas/definition",
          line: 1,
          column: 1,
        },
      ],
    };
  }
  const misshapen = files.flatMap((file) =>
    attemptOn("shape", file.document.path, () => shapes.problemsOf(file)),
  );
  const long = files.flatMap((file) =>
    attemptOn("lengths", file.document.path, () => checkCopyLength(file, metaSchemas.get("copy"))),
  );
  const front = files.find((file) => file.kind === "flow");
  if (front === undefined) {
    return {
      ok: false,
      problems: [
        {
          code: "FLOW-FRONT-PAGE",
          severity: "error",
          message: `There is no flows/${flow}/flow.yaml`,
          file: `flows/${flow}/flow.yaml`,
          line: 1,
          column: 1,
        },
      ],
    };
  }
  if (misshapen.some(({ severity }) => severity === "error"))
    return { ok: false, problems: misshapen };
  const misused = attemptOn("shared fields", front.document.path, () =>
    checkSharedFields(files, shapes),
  );
  if (misused.length > 0) return { ok: false, problems: inOrder(misused) };

  const base = baseTree(files);
  const listing = new ListLowering(() => shellWords(sources));
  const listed = listing.lower(base);
  const rewriting = new TreeLowering(withDerivedGuards(listed.tree), metaSchemas);
  const ordering = new OrderLowering();
  const lower = (layered: DefinitionTree) =>
    ordering.lower(rewriting.lower(listing.lower(layered)));
  const lowered = rewriting.lower(listed).tree;
  const definition = frontPage(asObject(lowered["flow"]));
  const { collections, problems: repeated } = readCollections(files);
  const path = pathAxisOf(definition)?.axis;
  const laidValues = new Set(path === undefined ? [] : overlayNames(files, path));
  const variants = everyVariant(definition, [...laidValues], environments);
  const compiled = new Map<string, CompiledVariant>();
  const problems: DefinitionProblem[] = [
    ...misshapen,
    ...long,
    ...repeated,
    ...attemptOn("fixtures", front.document.path, () => checkFixtureRoles(files)),
    ...attemptOn("axes", front.document.path, () => checkAxes(front.document, definition)),
    ...attemptOn("layers", front.document.path, () =>
      checkLayers(files, front, definition, base.tree),
    ),
    ...attemptOn("the renderer's words", front.document.path, () =>
      checkShellWords(sources, definition, front.document),
    ),
  ];
  const cache = new CompileCache();
  const parts = { definition, collections, cache };
  const make = (variant: Variant) => {
    const layered = lower(variantTree(base, files, variant));
    return {
      variant,
      layered,
      ...compileVariant(layered, variant, parts),
    };
  };
  const uses = emptyUses();
  const reads = new Set<string>();
  const stateUses = emptyStateUses();
  const made: (ReturnType<typeof make> & { readonly isNew: boolean })[] = [];
  const unchecked = checked ? [] : variants;
  for (const variant of unchecked) {
    let each: ReturnType<typeof make>;
    try {
      const layered = variantTree(base, files, variant);
      const laying = new Reporter(layered.origins, variantName(variant));
      const fits = checkLaidShapes(shapes, base.tree, layered.tree, laying);
      problems.push(...laying.problems);
      // Files of the wrong shape cannot be compiled.
      if (!fits) continue;
      each = make(variant);
    } catch (error) {
      problems.push(
        ...attemptOn(`the variant ${variantName(variant)}`, front.document.path, () => {
          throw error;
        }),
      );
      continue;
    }
    const { compiled: as, structure, reporter, layered } = each;
    const isNew = cache.isNew(structure, as.forms.values());
    problems.push(...deadOverrides(layered, variantName(variant)));
    const context = { flow: as, tree: layered.tree, names: structure.names, reporter };
    checkConfigured(context);
    if (isNew) {
      checkVariant(context);
      attempt("what is used", "/flow", reporter, () => {
        addUses(as, uses);
        addReads(layered.tree, reads);
        addStateUses(as, layered.tree, stateUses);
      });
    }
    made.push({ ...each, isNew });
    yield;
  }
  // Unused definitions and unknown names in fixtures are found over all variants together.
  if (made.length < unchecked.length) {
    problems.push(...made.flatMap(({ reporter }) => reporter.problems));
    return { ok: false, problems: inOrder(groupTexts(withoutRepetition(problems, []))) };
  }
  for (const { variant, compiled: each, layered, reporter, isNew } of made) {
    attempt("what nothing uses", "/flow", reporter, () => {
      if (isNew) checkUnused(each, asObject(layered.tree["copy"]), uses, reporter);
      checkUnread(layered.tree, reads, reporter);
      if (isNew) checkState(each.stateSchema, stateUses, reporter);
    });
    compiled.set(variantName(variant), each);
    problems.push(...reporter.problems);
  }
  problems.push(
    ...attemptOn("repeated ids", front.document.path, () => checkRepeatedIds(files)),
    ...attemptOn("names in fixtures", front.document.path, () =>
      checked
        ? []
        : checkFixtureNames(
            files,
            made.map((each) => each.compiled),
          ),
    ),
  );
  const checkedNames = made.filter(({ isNew }) => isNew).map(({ variant }) => variantName(variant));
  const reported = inOrder(groupTexts(withoutRepetition(problems, checkedNames)));
  if (reported.some(({ severity }) => severity === "error"))
    return { ok: false, problems: reported };

  const knownVariant = (wanted: Variant): Variant => {
    const variant = completeVariant(definition, wanted);
    if (variant !== undefined) return variant;
    throw new DefinitionError([
      {
        code: "FLOW-VARIANT",
        severity: "error",
        message: `The flow has no variant ${variantName(wanted)}`,
        file: front.document.path,
        line: 1,
        column: 1,
      },
    ]);
  };
  const configured = new Map<string, CompiledVariant>();
  const result: CompiledFlow = {
    id: flow,
    version: versionOf(sources, flow),
    definition,
    providers: new Map(
      Object.entries(asObject(lowered["providers"])) as unknown as [string, ProviderDefinition][],
    ),
    services: new Map(
      Object.entries(asObject(base.tree["services"])) as unknown as [string, ServiceDefinition][],
    ),
    sandboxes: new Map(
      Object.entries(asObject(base.tree["sandboxes"])) as unknown as [string, SandboxDefinition][],
    ),
    fixtures: files
      .filter(({ kind }) => kind === "fixture")
      .map((file) => contentOf(file) as unknown as FixtureDefinition),
    attachments: Object.fromEntries(
      files
        .filter(({ kind }) => kind === "attachment" || kind === "catalogue")
        .map((file) => [
          file.document.path
            .replace(new RegExp(`^(flows|schemas|content)/${flow}/`), "$1/")
            .replace(/^flows\//, ""),
          file.document.value ?? (null as Json),
        ]),
    ),
    collections,
    variants,
    variantWith: (wanted, config, flags = {}) => {
      const variant = knownVariant(wanted);
      const name = JSON.stringify([variantName(variant), config, flags]);
      const known = configured.get(name);
      if (known !== undefined) return known;
      const layered = lower(variantTree(base, files, variant));
      const tree = {
        ...layered.tree,
        config: { ...asObject(layered.tree["config"]), ...config },
        flags: { ...asObject(layered.tree["flags"]), ...flags },
      };
      const { compiled: made } = compileVariant({ ...layered, tree }, variant, parts);
      configured.set(name, made);
      return made;
    },
    variant(wanted) {
      const variant = knownVariant(wanted);
      const known = compiled.get(variantName(variant));
      if (known !== undefined) return known;
      // A value in the path without an overlay has the base's definitions under a prefix of its own; there may be any number.
      const value = path === undefined ? undefined : variant[path];
      if (path !== undefined && value !== undefined && !laidValues.has(value))
        return { ...result.variant({ ...variant, [path]: undefined }), variant };
      const { compiled: made } = make(variant);
      compiled.set(variantName(variant), made);
      return made;
    },
  };
  return { ok: true, flow: result, warnings: reported };
}

/** The front page with the name of its resume table, which may be derived. */
function frontPage(content: JsonObject): FlowDefinition {
  return { resume: "resume", ...content } as unknown as FlowDefinition;
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
    ...(suggestion === undefined ? {} : { suggestion }),
  }));
}

/** @param laidValues values of the axis with a path that have overlays */
function everyVariant(
  definition: FlowDefinition,
  laidValues: readonly string[],
  environments: readonly string[],
): Variant[] {
  const faces = axesOf(definition).reduce<readonly Readonly<Record<string, string>>[]>(
    (made, [axis, { path, values = {} }]) =>
      made.flatMap((face) => [
        ...(path === undefined ? [] : [face]),
        ...(path === undefined ? Object.keys(values) : laidValues).map((value) => ({
          ...face,
          [axis]: value,
        })),
      ]),
    [{}],
  );
  return environments.flatMap((environment) => faces.map((face) => ({ ...face, environment })));
}

/**
 * Reports a problem of several variants once; one that is not in all of them names its first
 * variant.
 */
function withoutRepetition(
  problems: readonly DefinitionProblem[],
  checkedNames: readonly string[],
): DefinitionProblem[] {
  const reported = new Map<
    string,
    { readonly problem: DefinitionProblem; readonly variants: Set<string> }
  >();
  for (const problem of problems) {
    const key = `${problem.code} ${problem.file}:${problem.line}:${problem.column} ${problem.message}`;
    const known = reported.get(key) ?? { problem, variants: new Set<string>() };
    if (problem.variant !== undefined) known.variants.add(problem.variant);
    reported.set(key, known);
  }
  return [...reported.values()].map(({ problem: { variant, ...problem }, variants }) =>
    variant === undefined || checkedNames.every((each) => variants.has(each))
      ? problem
      : { ...problem, variant },
  );
}

function inOrder(problems: readonly DefinitionProblem[]): DefinitionProblem[] {
  return problems.toSorted(
    (a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column,
  );
}

/** The version of a flow: the hash of its own files, known without compiling them. */
export function versionOf(sources: Sources, flow: string): string {
  const parts = [...sourcesOfFlow(sources, flow).keys()]
    .toSorted()
    .map((path) => `${path}\u0000${sources.get(path) ?? ""}\u0000`);
  return bytesToHex(sha256(utf8ToBytes(parts.join("")))).slice(0, 16);
}
