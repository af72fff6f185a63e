import { flowIds } from "../../engine/compile/flow-sources.ts";
import type { DefinitionProblem } from "../../engine/language/problem.ts";
import type { Sources } from "../../engine/language/sources.ts";
import { compareForms } from "../../engine/tools/compare-forms.ts";
import { compareSources } from "../../engine/tools/compare-sources.ts";
import { Applications } from "../storage/repositories/applications.ts";
import { Versions, type LiveVersion } from "../storage/repositories/versions.ts";
import { openCache } from "../definitions/definition-cache.ts";
import { Planner } from "../definitions/plan.ts";
import { withDatabase } from "./command-database.ts";
import { defineCommand } from "./command.ts";
import { pinnedVersions } from "./plan/pinned-versions.ts";
import { publishedVersion, versionOnDisk, type PlanDependencies } from "./plan/planned-version.ts";
import { Restorations } from "./plan/restorations.ts";
import { planLines, sourceLines } from "./plan/plan-lines.ts";
import { formLines } from "./plan/form-lines.ts";
import { formatProblems } from "../definitions/format-problems.ts";
import { readDefinition } from "./read-definitions.ts";
import { sourcesHere } from "./library-here.ts";
import { variableLines, variableNews } from "./variable-lines.ts";
import { isDevelopment } from "../settings/development.ts";

/** `foyer plan`: compares the sources, or an earlier version, with a version. */
export const planCommand = defineCommand({
  usage: "plan [FLOW] [--from live|HASH] [--to HASH|previous] [--json]",
  help: `Runs every fixture, and every application in flight, on the live version (or HASH) and on the definitions on disk. Lists
those whose next screen or messages differ, by the deciding rule on each side, with up to three examples; answers that
would be asked again or restored, and choices that are kept although they are no longer offered; forms and fields that differ; and
texts, values and flags that differ, by key. Changes nothing. FLOW may be left out when there is
only one. --to looks at a published version in place of the definitions on disk: what foyer rollback --to HASH would do,
and --to previous what foyer rollback would. Exit 1 when what is on disk could not be published: the definitions have an
error, or a fixture has one or does not hold. Mistakes of fixtures alone are listed at the end.`,
  async run({ options, rest }) {
    const sources = await sourcesHere();
    return withDatabase(async ({ database, vault, environment }) => {
      const versions = new Versions(database);
      const live = await versions.live();
      const flow = plannedFlow(sources, live, rest[0]);
      const dependencies: PlanDependencies = {
        flow,
        versions,
        sources,
        environment,
        cache: openCache(),
      };
      const { to } = options;
      const { version: after, problems } =
        to === undefined
          ? versionOnDisk(dependencies)
          : { version: await publishedVersion(to, dependencies), problems: [] };
      if (after === undefined)
        return {
          code: 1,
          data: { problems },
          lines: [await formatProblems(problems, readDefinition)],
        };
      const before = await publishedVersion(options["from"] ?? "live", dependencies);
      const now = new Date();
      const serving = live.find((each) => each.flow === flow && each.hash === before.hash);
      const { pinned, uncompiled } = await pinnedVersions(serving, now, dependencies);
      const planner = new Planner(
        { before: before.flow, after: after.flow, pinned },
        environment,
        now.toISOString(),
      );
      const restorations = new Restorations({
        flow: after.flow,
        environment,
        now: now.toISOString(),
      });
      const applications = new Applications(database, vault);
      await applications.eachOf(
        flow,
        (application) => {
          planner.add(application);
          restorations.add(application);
        },
        "on-read",
      );
      const variables = variableNews(before.flow, after.flow, process.env);
      const made = {
        ...planner.plan(),
        restored: await restorations.list(applications),
        forms: compareForms(before.flow, after.flow),
        ...compareSources(before.own, after.own, flow),
      };
      const isRefused = problems.length > 0 || made.fixtures.failing.length > 0;
      return {
        code: to === undefined && isRefused ? 1 : 0,
        data: { flow, from: before.hash, to: after.hash, ...made, variables, problems, uncompiled },
        lines: [
          `${flow} ${before.hash} → ${after.hash}`,
          ...planLines(made, to === undefined ? "publish" : "rollback"),
          ...uncompiled.map(
            (sentence) => `  ${sentence}; its applications are planned as live ones`,
          ),
          ...formLines(made.forms),
          ...sourceLines(made),
          ...variableLines(flow, variables, isDevelopment(environment)),
          ...(problems.length === 0 ? [] : await fixtureProblemLines(problems)),
        ],
      };
    });
  },
});

/**
 * The flow that a plan is about: the named one, or the only one that is published.
 *
 * @throws Error with the ones to choose from
 */
function plannedFlow(
  sources: Sources,
  live: readonly LiveVersion[],
  named: string | undefined,
): string {
  const candidates = flowIds(sources).filter((id) => live.some(({ flow }) => flow === id));
  const flow = named ?? (candidates.length === 1 ? candidates[0] : undefined);
  if (flow !== undefined && candidates.includes(flow)) return flow;
  throw new Error(
    candidates.length > 1 && named === undefined
      ? `several flows are published; say which one: foyer plan ${candidates.join(", or foyer plan ")}`
      : `FLOW has to be one that is published: ${candidates.join(", ") || "none is yet"}`,
  );
}

async function fixtureProblemLines(problems: readonly DefinitionProblem[]): Promise<string[]> {
  return [
    "",
    "Fixtures with mistakes, which keep the version from being published; the plan is made without them:",
    "",
    await formatProblems(problems, readDefinition),
  ];
}
