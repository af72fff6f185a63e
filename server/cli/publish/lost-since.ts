import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { lostCoverage, type LostCoverage } from "../../../engine/fixtures/lost-coverage.ts";
import { WITNESS_PREFIX } from "../../../engine/language/fixture.ts";
import type { Sources } from "../../../engine/language/sources.ts";
import { commonSources, compileStored } from "../../definitions/compile-version.ts";
import type { Publication, Versions } from "../../storage/repositories/versions.ts";
import type { Gated } from "./gated.ts";

/** The option that permits lost coverage. */
export const LOWER = "allow-lower-coverage";

interface Lost extends LostCoverage {
  readonly flow: string;
}

/** The coverage of live versions' fixtures that their successors lose. */
export async function lostSince({
  versions,
  live,
  sources,
  due,
  gated,
}: {
  readonly versions: Versions;
  /** Hashes by flow. */
  readonly live: ReadonlyMap<string, string>;
  readonly sources: Sources;
  readonly due: readonly Publication[];
  readonly gated: readonly Gated[];
}): Promise<readonly Lost[]> {
  const lost: Lost[] = [];
  for (const { flow, hash } of due) {
    const before = live.get(flow);
    const result = gated.find((each) => each.flow === flow)?.result;
    if (before === undefined || before === hash || result?.ok !== true) continue;
    const own = (await versions.sources(flow, before)) ?? new Map<string, string>();
    const compiled = compileStored(new Map([...commonSources(sources), ...own]), flow, (files) =>
      compileFlow(files, flow),
    );
    // A live version that this code cannot compile is compared by its files alone.
    const less = compiled.ok
      ? lostCoverage(compiled.flow, result.flow)
      : goneFiles(own, sources, flow);
    if (less !== undefined) lost.push({ flow, ...less });
  }
  return lost;
}

function goneFiles(own: Sources, sources: Sources, flow: string): LostCoverage | undefined {
  const prefix = `flows/${flow}/fixtures/`;
  const fixtures = [...own.keys()]
    .filter((path) => path.startsWith(prefix) && !sources.has(path))
    .map((path) => path.slice(prefix.length).replace(/\.ya?ml$/, ""))
    .filter((fixture) => !fixture.startsWith(WITNESS_PREFIX));
  return fixtures.length === 0 ? undefined : { fixtures, parts: {} };
}

/** One line for each thing that is not covered any more, and what to do. */
export function lostLines({ flow, fixtures, parts }: Lost): readonly string[] {
  return [
    ...fixtures.map((fixture) => `LOST ${flow} fixture ${fixture}: it is there no more`),
    ...Object.entries(parts).flatMap(([part, names]) =>
      names.map((name) => `LOST ${flow} ${part} ${name}: no fixture goes through it any more`),
    ),
    "",
    `${flow} is not published; what is live stays. Put the fixtures back or write others in flows/${flow}/fixtures/, or publish with --${LOWER}.`,
  ];
}
