import { flowIds } from "../../engine/compile/flow-sources.ts";
import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import { variantName } from "../../engine/compile/variant-name.ts";
import { completeVariant } from "../../engine/language/axes.ts";
import { DefinitionError } from "../../engine/language/problem.ts";
import { openCache } from "../definitions/definition-cache.ts";
import { Versions } from "../storage/repositories/versions.ts";
import {
  sealOpenValues,
  type OpenValuesOf,
  type SealedOpenValues,
} from "../storage/secrets/seal-open.ts";
import { withDatabase } from "./command-database.ts";
import { defineCommand } from "./command.ts";
import { nodesWithoutKey } from "./nodes-without-key.ts";
import { publishedVersion, versionOnDisk, type PlanDependencies } from "./plan/planned-version.ts";
import { sourcesHere } from "./library-here.ts";
import { chooseFlows } from "./choose-flow.ts";

const SAY_EVERY_MS = 5000;

/** `foyer seal`: seals values that were saved before their place was personal. */
export const sealCommand = defineCommand({
  usage: "seal [FLOW…] [--dry-run] [--json]",
  help: `Run it once a version that marks more places as personal (x-pii) is live on every node. It seals what lies open at
these places in states and journals, of every flow or the named ones, while the service serves. --dry-run counts the
values and changes nothing. It says every five seconds how far it is, on the error output. You may stop the command and
run it again: it passes what is sealed. Exit 1 when some rows are left: they changed at
the same moment, or are not bound to their place yet (foyer rotate-keys --bind). While a node that serves lacks the first
key of FOYER_KEY, the command names it and changes nothing: that node could not open what the key seals.`,
  async run({ flags, rest }) {
    const dryRun = flags["dry-run"] === true;
    const sources = await sourcesHere();
    const flows = chooseFlows(flowIds(sources), rest);
    return withDatabase(async ({ database, vault, sealing, environment }) => {
      if (sealing.current !== "bound")
        throw new Error(
          "values are not bound to their place yet: run foyer rotate-keys --bind first, once every node runs this version",
        );
      const { refusal } = await nodesWithoutKey({ database, vault });
      if (refusal !== undefined && !dryRun) throw new Error(refusal);
      const versions = new Versions(database);
      const found: Record<string, SealedOpenValues> = {};
      for (const flow of flows) {
        const given = { flow, versions, sources, environment, cache: openCache() };
        const placesOf = placesIn(await servedVersion(given), environment);
        const progress = progressOf(flow);
        found[flow] = await sealOpenValues(database, vault, { flow, placesOf, dryRun, progress });
      }
      return {
        code: Object.values(found).every(({ left, unbound }) => left + unbound === 0) ? 0 : 1,
        data: { dryRun, flows: plainOf(found) },
        lines: Object.entries(found).flatMap(([flow, each]) => [...linesOf(flow, each, dryRun)]),
      };
    });
  },
});

/** Says on the error output how far a flow is, now and then. */
function progressOf(flow: string): NonNullable<OpenValuesOf["progress"]> {
  let said = Date.now();
  return (done, all) => {
    if (Date.now() - said < SAY_EVERY_MS) return;
    said = Date.now();
    console.error(`${flow}: ${done} of ${all} applications`);
  };
}

/** The live version of a flow; where none is published, the one on disk. */
async function servedVersion(given: PlanDependencies): Promise<CompiledFlow> {
  const live = await given.versions.live();
  if (live.some(({ flow }) => flow === given.flow))
    return (await publishedVersion("live", given)).flow;
  const { version, problems } = versionOnDisk(given);
  if (version === undefined) throw new DefinitionError(problems);
  return version.flow;
}

/** The personal places of a flow, by variant. */
function placesIn(flow: CompiledFlow, environment: string): OpenValuesOf["placesOf"] {
  const known = new Map<string, ReturnType<OpenValuesOf["placesOf"]>>();
  return (given) => {
    const variant = completeVariant(flow.definition, { ...given, environment });
    if (variant === undefined) return undefined;
    const name = variantName(variant);
    const places = known.get(name) ?? flow.variant(variant).pii;
    known.set(name, places);
    return places;
  };
}

function plainOf(found: Readonly<Record<string, SealedOpenValues>>) {
  return Object.fromEntries(
    Object.entries(found).map(([flow, { places, left, unbound, unopened, unknown }]) => [
      flow,
      { places: Object.fromEntries(places), left, unbound, unopened, unknown },
    ]),
  );
}

function* linesOf(
  flow: string,
  { places, left, unbound, unopened, unknown }: SealedOpenValues,
  dryRun: boolean,
): Generator<string> {
  if (places.size === 0) yield `${flow}: nothing lies open`;
  for (const [path, { state, journal }] of places)
    yield `${flow} ${path}: ${state} in states and ${journal} in journals ${dryRun ? "lie open" : "sealed"}`;
  if (left > 0) yield `${flow}: ${left} rows changed at the same moment; run it again`;
  if (unbound > 0)
    yield `${flow}: ${unbound} rows are not bound to their place; run foyer rotate-keys --bind first`;
  if (unopened > 0)
    yield `${flow}: ${unopened} rows keep a value open, since one inside it cannot be opened`;
  if (unknown > 0)
    yield `${flow}: ${unknown} applications have a variant that the live version does not have, and were left out`;
}
