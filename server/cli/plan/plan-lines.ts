import type { Json } from "../../../engine/language/json.ts";
import type { SourceChanges } from "../../../engine/tools/compare-sources.ts";
import type { Restoration } from "./restorations.ts";
import type { Plan, PlanGroup } from "../../definitions/plan.ts";

const TIMER_CHANGES = {
  begins: "begins, and counts from the publish",
  ends: "ends, and fires no more",
  changes: "fires at other times",
} as const;

/**
 * The lines of a terminal for what a plan found.
 *
 * @param towards what the version would become live by
 */
export function planLines(
  { fixtures, applications, restored }: Plan & { readonly restored: readonly Restoration[] },
  towards: "publish" | "rollback",
): string[] {
  const { inFlight, finished, unaffected, groups, askedAgain, timers, stuck, pinned } =
    applications;
  const { unoffered, newlyPrivate } = applications;
  return [
    "",
    ...fixtureLines(fixtures),
    "",
    `Applications in flight: ${inFlight} (${finished} more are finished); ${unaffected} unaffected, ${countOf(groups)} would be somewhere else${stuck.count === 0 ? "" : `, ${stuck.count} stuck: ${stuck.examples.join(", ")}`}`,
    ...(pinned === 0
      ? []
      : [
          `  ${pinned} of them are pinned to an earlier version: --in-flight pin leaves them there, move and re-ask release them`,
        ]),
    ...groups.flatMap(groupLines),
    ...(towards === "publish"
      ? []
      : [
          `  foyer rollback moves them with re-ask, unless --in-flight says otherwise, and restores ${answersOf(restored)} that an earlier re-ask had cleared`,
        ]),
    ...(groups.length === 0
      ? []
      : [
          "  with --in-flight move or re-ask on their next step, with pin not before they are through",
        ]),
    ...restored.flatMap(({ path, count: times, examples }) => [
      `  ${times} × restored with --in-flight move or re-ask: ${path}`,
      `      ${examples.join(", ")}`,
    ]),
    ...askedAgain.map(
      ({ path, count: times, examples }) =>
        `  ${times} × asked again with --in-flight re-ask: ${path}\n      ${examples.join(", ")}`,
    ),
    ...unoffered.flatMap(unofferedLines),
    ...newlyPrivate.flatMap(({ path, count: times, examples }) => [
      `  ${times} × ${path} is personal from this version on, and was saved unencrypted before`,
      `      ${examples.join(", ")}`,
      "      Once it is live, foyer seal seals them in states and journals; without it the journal keeps the earlier value readable",
    ]),
    ...timers.map(
      ({ timer, change, count: times, examples }) =>
        `  ${times} × the timer ${timer} ${TIMER_CHANGES[change]}\n      ${examples.join(", ")}`,
    ),
  ];
}

/** What becomes of a choice that is gone, by policy, and what to write where it should stay. */
function unofferedLines({
  path,
  choice,
  missingText,
  count: times,
  finished,
  examples,
}: Plan["applications"]["unoffered"][number]): string[] {
  const also = finished === 0 ? "" : ` (${finished} of them finished)`;
  return [
    `  ${times} × the answer "${choice}" of ${path} is no choice any more${also}`,
    `      ${examples.join(", ")}`,
    "      --in-flight re-ask asks for it again where its page is open; pin leaves them the version that offers it",
    ...(missingText === undefined
      ? ["      --in-flight move keeps the answer and its words"]
      : [
          `      --in-flight move keeps the answer, and pages show "${choice}": there is no text ${missingText}`,
          `      To keep it for them alone: leave it in \`enum\`, in state.yaml and in the texts, and write \`x-offered: { ${choice}: false }\` at its field`,
        ]),
  ];
}

function fixtureLines({ played, groups, edited, failing }: Plan["fixtures"]): string[] {
  return [
    `Fixtures: ${played} played on both versions, ${countOf(groups)} go another way`,
    ...groups.flatMap(groupLines),
    ...(edited === 0
      ? []
      : [`  ${edited} are new or edited, and are played on the new version alone`]),
    ...(failing.length === 0
      ? []
      : [
          `  ${failing.length} do not hold, which keeps the version from being published: ${failing.join(", ")}`,
          `  foyer replay says where`,
        ]),
  ];
}

function answersOf(restored: readonly Restoration[]): string {
  const count = countOf(restored);
  return count === 0 ? "no answer" : count === 1 ? "1 answer" : `${count} answers`;
}

function countOf(groups: readonly { readonly count: number }[]): number {
  return groups.reduce((sum, each) => sum + each.count, 0);
}

function groupLines({ from, to, count, examples }: PlanGroup): string[] {
  const place = ({ screen, because, notices }: PlanGroup["from"]) =>
    `${screen} (${because})${notices.length === 0 ? "" : ` with ${notices.join(", ")}`}`;
  return [`  ${count} × ${place(from)} → ${place(to)}`, `      ${examples.join(", ")}`];
}

/** The lines of a terminal for texts, values and files that differ. */
export function sourceLines({ libraries, screens, values, files }: SourceChanges): string[] {
  if (libraries.length + screens.length + values.length + files.length === 0)
    return ["", "Nothing else differs."];
  const shown = (value: Json | undefined) =>
    value === undefined ? "nothing" : JSON.stringify(value);
  return [
    ...(libraries.length === 0 ? [] : ["", "Pattern libraries:"]),
    ...libraries.map(({ name, change }) => `  ${change === "added" ? "+" : "−"} ${name}`),
    ...(screens.length === 0 ? [] : ["", "Screens:"]),
    ...screens.map(
      ({ name, change, texts }) =>
        `  ${change === "added" ? "+" : "−"} ${name}: ${texts === 1 ? "1 text" : `${texts} texts`}`,
    ),
    ...(values.length === 0 ? [] : ["", "Texts, values and switches:"]),
    ...values.map(({ kind, key, from, to }) => `  ${kind} ${key}: ${shown(from)} → ${shown(to)}`),
    ...(files.length === 0 ? [] : ["", "Other files that differ:"]),
    ...files.map((path) => `  ${path}`),
  ];
}
