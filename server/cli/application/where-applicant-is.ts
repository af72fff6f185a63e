import { completeVariant, fallbackLocale } from "../../../engine/language/axes.ts";
import { splitAddress } from "../../../engine/language/address.ts";
import { buildFacts } from "../../../engine/transition/facts.ts";
import type { InputContext } from "../../../engine/transition/input.ts";
import { reasonText } from "../../../engine/transition/reason.ts";
import { resolveResumption } from "../../../engine/transition/resolve-resumption.ts";
import { explainPath } from "../../../engine/tools/explain-path.ts";
import { ruleDescriptionsOf } from "../../../engine/tools/rule-descriptions.ts";
import type { Sources } from "../../../engine/language/sources.ts";
import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import { migrateApplication } from "../../application/migration/migrate-application.ts";
import { compileOnDemandCached, openCache } from "../../definitions/definition-cache.ts";
import { createLibrary } from "../../definitions/flow-library.ts";
import type { ApplicationRecord, Applications } from "../../storage/repositories/applications.ts";
import type { Versions } from "../../storage/repositories/versions.ts";
import {
  publishedVersion,
  storedVersion,
  UncompilableVersion,
  type PlanDependencies,
} from "../plan/planned-version.ts";

/** Where the applicant belongs now, and the rule that decides; nothing personal. */
export interface ApplicantPlace {
  /** The version that the next request uses. */
  readonly version: string;
  /**
   * Says why the version of the last step, which this code cannot compile, was not asked; else
   * undefined.
   */
  readonly uncompiled: string | undefined;
  readonly finished: boolean;
  readonly handedIn: boolean;
  /** Absent where the applicant leaves for another place. */
  readonly screen: string | undefined;
  /** Path of the screen, or the place that the applicant leaves for. */
  readonly path: string;
  readonly because: string;
  /** The rules that were asked, without the values that they read. */
  readonly rules: readonly {
    readonly rule: string;
    readonly description: string;
    readonly held: boolean;
  }[];
}

/** What a place is found with. */
export interface PlaceTools {
  readonly applications: Applications;
  readonly versions: Versions;
  /** The definitions on disk. */
  readonly sources: Sources;
  readonly environment: string;
}

/**
 * Finds where an applicant belongs, in the version that the next request would use: of the
 * published ones, or the definitions on disk where the flow is not published.
 *
 * @throws Error when this code cannot compile the version
 */
export async function whereApplicantIs(
  record: ApplicationRecord,
  { applications, versions, sources, environment }: PlaceTools,
): Promise<ApplicantPlace> {
  const dependencies = { flow: record.flow, versions, sources, environment, cache: openCache() };
  const serving = (await versions.live()).find(({ flow }) => flow === record.flow);
  const live =
    serving === undefined
      ? onDisk(dependencies)
      : (await publishedVersion("live", dependencies)).flow;
  const policies = new Map(serving === undefined ? [] : [[record.flow, serving] as const]);
  const library = createLibrary(new Map([[record.flow, live]]), sources, policies);
  const context = contextOf(record, live, environment);
  if (completeVariant(live.definition, context.variant) === undefined)
    throw new Error(`${record.flow} has no variant any more like the one of this application`);
  let uncompiled: string | undefined;
  const { flow, record: current } = await migrateApplication(record, live, context, {
    library: () => library,
    applications,
    olderVersion: async (_, hash) =>
      storedVersion(hash, dependencies).catch((error: unknown) => {
        if (!(error instanceof UncompilableVersion)) throw error;
        uncompiled = error.message;
        return undefined;
      }),
  });
  const variant = flow.variant(context.variant);
  const resumption = resolveResumption(variant, current.state, context);
  const facts = buildFacts(variant, current.state, context);
  const path = resumption.kind === "screen" ? splitAddress(resumption.path).path : resumption.to;
  const { trace } = explainPath(
    variant,
    { state: current.state, path: resumption.kind === "screen" ? path : "/", context },
    ruleDescriptionsOf(sources, record.flow),
  );
  return {
    version: flow.version,
    uncompiled,
    finished: variant.finished?.test(facts) === true,
    handedIn: variant.handedIn?.test(facts) === true,
    screen: resumption.kind === "screen" ? resumption.screen : undefined,
    path,
    because: reasonText(resumption.reason),
    rules: trace.map(({ rule, description, held }) => ({ rule, description, held })),
  };
}

/** The applicant's own view, now. */
function contextOf(
  { variant, locale }: ApplicationRecord,
  live: CompiledFlow,
  environment: string,
): InputContext {
  return {
    now: new Date().toISOString(),
    variant: { ...variant, environment },
    locale: locale ?? fallbackLocale(live.definition),
    signedIn: true,
    uuids: [],
  };
}

/** The definitions on disk, unchecked: the answer is about one applicant of one variant. */
function onDisk({ flow, sources, environment, cache }: PlanDependencies): CompiledFlow {
  const compiled = compileOnDemandCached(cache, sources, flow, [environment]);
  if (!compiled.ok)
    throw new Error(`the definitions of ${flow} have mistakes: ${compiled.problems[0]?.message}`);
  return compiled.flow;
}
