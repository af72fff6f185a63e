import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runFixture } from "../../../engine/fixtures/run-fixture.ts";
import type { FixtureResult } from "../../../engine/fixtures/fixture-result.ts";
import type { FixtureText } from "../../../engine/compile/check/check-fixture.ts";
import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import type { FixtureDefinition } from "../../../engine/language/fixture.ts";
import type { Sources } from "../../../engine/language/sources.ts";
import { definitionFormatter } from "../../../engine/tools/format-definition.ts";
import { definitionsHere, flowsFolder } from "../read-definitions.ts";
import { fixtureIn } from "../read-fixture.ts";
import { hasLostField, lostFields, renameFields, type LostField } from "./renamed-fields.ts";
import { updateFixture } from "./update-fixture.ts";

/** A fixture that was run. */
export interface PlayedFixture {
  readonly flow: CompiledFlow;
  readonly fixture: FixtureDefinition;
  /** Its file; undefined: among the flow's own. */
  readonly file: string | undefined;
  readonly result: FixtureResult;
}

/** A fixture whose expectations may have been rewritten, with its result after that. */
export interface UpdatedFixture extends PlayedFixture {
  readonly isUpdated: boolean;
  /** Answers that have a new name now. */
  readonly renamed: readonly LostField[];
  /**
   * Number of the step that the service refuses and the fixture does not expect to be refused. What
   * stands there and after it is left as it is: the step itself has to be corrected first.
   */
  readonly refusedStep?: number;
}

/**
 * Rewrites the expectations of the fixtures that differ from their journeys, in their files.
 *
 * @throws Error for a fixture whose file cannot be rewritten
 */
export async function updateFixtures(
  all: readonly PlayedFixture[],
): Promise<readonly UpdatedFixture[]> {
  const sources = await definitionsHere();
  const done: UpdatedFixture[] = [];
  for (const played of all) {
    const { flow, fixture, result } = played;
    if (result.differences.length === 0) {
      done.push({ ...played, renamed: [], isUpdated: false });
      continue;
    }
    const own = played.file === undefined ? ownFile(sources, flow.id, fixture.fixture) : undefined;
    const path = played.file ?? join(flowsFolder(), own ?? "");
    const read = await readFile(path, "utf8");
    const { text: written, renamed } = rewritten(path, () => withNewNames(path, read, played));
    const now = renamed.length === 0 ? played : playedAs(played, fixtureIn(path, written));
    const refusedStep = refusedStepOf(now);
    const refused = refusedStep === undefined ? {} : { refusedStep };
    const differences = now.result.differences.filter(
      ({ step }) => step < (refusedStep ?? Infinity),
    );
    if (differences.length === 0 && renamed.length === 0) {
      done.push({ ...played, ...refused, renamed, isUpdated: false });
      continue;
    }
    const text = formatted(
      sources,
      own ?? `flows/${flow.id}/fixtures/${fixture.fixture}.yaml`,
      rewritten(path, () => updateFixture(written, differences)),
    );
    await writeFile(path, text);
    done.push({
      ...playedAs(played, fixtureIn(path, text)),
      ...refused,
      renamed,
      isUpdated: true,
    });
  }
  return done;
}

function playedAs(played: PlayedFixture, fixture: FixtureDefinition): PlayedFixture {
  return { ...played, fixture, result: runFixture(played.flow, fixture) };
}

/**
 * Renames answers as long as one has a new name that is certain. The fixture is run after each,
 * since its journey now gets further.
 */
function withNewNames(
  path: string,
  text: string,
  played: PlayedFixture,
): { readonly text: string; readonly renamed: readonly LostField[] } {
  const certain = lostFields(played.flow, played.fixture, played.result).filter(
    ({ isCertain }) => isCertain,
  );
  if (certain.length === 0) return { text, renamed: [] };
  const changed = renameFields(text, certain);
  const { text: all, renamed } = withNewNames(
    path,
    changed,
    playedAs(played, fixtureIn(path, changed)),
  );
  return { text: all, renamed: [...certain, ...renamed] };
}

function rewritten<T>(path: string, rewrite: () => T): T {
  try {
    return rewrite();
  } catch (error) {
    throw new Error(`${path} cannot be rewritten: ${(error as Error).message}`, { cause: error });
  }
}

function refusedStepOf({ fixture, result }: PlayedFixture): number | undefined {
  const at = fixture.steps.findIndex(
    ({ see }, index) =>
      result.steps[index]?.isRefused === true &&
      (hasLostField(result.steps[index], see?.errors) ||
        (Object.keys(see?.errors ?? {}).length === 0 &&
          !/^(?:refused|link:)/.test(see?.because ?? ""))),
  );
  return at < 0 || !result.differences.some(({ step }) => step > at) ? undefined : at + 1;
}

/** Whether an update would rewrite something of a fixture that differs. */
export function isUpdatable(played: PlayedFixture): boolean {
  const { flow, fixture, result } = played;
  const refused = refusedStepOf(played) ?? Infinity;
  return (
    result.differences.some(({ step }) => step < refused) ||
    lostFields(flow, fixture, result).some(({ isCertain }) => isCertain)
  );
}

/** The file of a fixture that ran, with its text. */
export async function fileOfFixture(
  sources: Sources,
  { file, flow, fixture }: PlayedFixture,
): Promise<FixtureText> {
  if (file !== undefined) return { path: file, text: await readFile(file, "utf8") };
  const path = ownFile(sources, flow.id, fixture.fixture);
  return { path, text: sources.get(path) ?? "" };
}

/** The file of a flow's own fixture, below the folder of definitions. */
function ownFile(sources: Sources, flow: string, name: string): string {
  const found = [...sources.keys()].find(
    (path) =>
      path.startsWith(`flows/${flow}/fixtures/`) &&
      fixtureIn(path, sources.get(path) ?? "").fixture === name,
  );
  if (found === undefined) throw new Error(`the fixture ${name} of ${flow} has no file`);
  return found;
}

function formatted(sources: Sources, path: string, text: string): string {
  const result = definitionFormatter(new Map(sources).set(path, text))(path);
  if (!result.ok) throw new Error(`${path} cannot be written: ${result.problems[0]?.message}`);
  return result.text;
}
