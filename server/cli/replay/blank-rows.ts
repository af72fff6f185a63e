import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import { drawPage } from "../../../engine/fixtures/contrary/drawn-page.ts";
import type { FixtureResult } from "../../../engine/fixtures/fixture-result.ts";
import { variantOf } from "../../../engine/fixtures/run-fixture.ts";
import type { FixtureDefinition } from "../../../engine/language/fixture.ts";
import type { ScreenView } from "../../../engine/render/view.ts";

/**
 * The rows without a value, and entries of lists without a title, that the pages of a journey show;
 * each with its first step.
 */
export function blankRows(
  flow: CompiledFlow,
  fixture: FixtureDefinition,
  { steps }: FixtureResult,
): readonly string[] {
  const { compiled } = variantOf(flow, fixture);
  const found = new Map<string, number>();
  for (const [index, step] of steps.entries())
    for (const row of blankIn(drawPage(compiled, step)))
      if (!found.has(row)) found.set(row, index + 1);
  return [...found].map(([row, step]) => `step ${step}: ${row}`);
}

function blankIn(view: ScreenView | undefined): readonly string[] {
  if (view === undefined) return [];
  const rows = view.blocks.flatMap((block) =>
    block.kind === "summary" || block.kind === "facts" ? block.items : [],
  );
  return [
    ...rows
      .filter(({ value }) => value.trim() === "")
      .map(({ label }) => `the row "${label}" of "${view.screen}" is blank`),
    ...(view.list?.items ?? [])
      .filter(({ title }) => title.trim() === "")
      .map(() => `an entry of the list of "${view.screen}" is blank`),
  ];
}
