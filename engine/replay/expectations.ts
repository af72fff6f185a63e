import { readPath } from "../application/state-path.ts";
import type { ApplicationState } from "../application/state.ts";
import type { FixtureStep } from "../definition/fixture.ts";
import type { Json } from "../definition/json.ts";
import type { Resolution } from "../resolve/resolution.ts";
import type { Difference } from "./fixture-result.ts";
import type { Trace } from "./seen.ts";

/** Where a journey is after a step. */
export interface Present {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly resolution: Resolution;
  readonly state: ApplicationState;
}

/**
 * What is not as a step of a fixture wants to see it.
 *
 * @param step its number, from 1
 * @param filled puts the journey's own ids into a text
 */
export function compareExpectations(
  see: NonNullable<FixtureStep["see"]>,
  step: number,
  { path, query, resolution, state }: Present,
  seen: Trace,
  filled: (text: string) => string,
): readonly Difference[] {
  const found: Difference[] = [];
  const differ = (what: string, wanted: Json, got: Json) => {
    if (sorted(wanted) !== sorted(got)) found.push({ step, what, wanted, got });
  };
  if (see.screen !== undefined)
    differ(
      "the screen",
      see.screen,
      resolution.kind === "screen" ? resolution.screen : `@${resolution.to}`,
    );
  if (see.path !== undefined) differ("the path", filled(see.path), path);
  if (see.query !== undefined) differ("the query", see.query, query);
  if (see.because !== undefined) differ("because", see.because, seen.because);
  if (see.leave !== undefined) differ("the way out", see.leave, seen.leave?.to ?? null);
  if (see.location !== undefined)
    differ(
      "the address it leads to",
      see.location === null ? null : filled(see.location),
      seen.leave?.location ?? null,
    );
  if (see.cookies !== undefined) differ("the cookies", see.cookies, seen.leave?.cookies ?? {});
  if (see.calls !== undefined) differ("the calls", see.calls as Json, seen.calls);
  for (const [call, values] of Object.entries(see.sent ?? {}))
    for (const [within, wanted] of Object.entries(values))
      differ(`${within} of ${call}`, wanted, readPath(seen.sent[call], within) ?? null);
  if (see.suggests !== undefined) differ("what is suggested", see.suggests as Json, seen.suggests);
  if (see.fills !== undefined) differ("what is filled in", see.fills as Json, seen.fills);
  if (see.notices !== undefined)
    differ(
      "the notices",
      see.notices as Json,
      seen.notices.map(({ copy }) => copy),
    );
  if (see.reports !== undefined)
    differ(
      "the events",
      see.reports as Json,
      seen.reports.map(({ type, properties }, at) => {
        const wanted = see.reports?.[at];
        return typeof wanted !== "object"
          ? type
          : {
              type,
              with: Object.fromEntries(
                Object.keys(wanted.with).map((name) => [name, properties[name] ?? null]),
              ),
            };
      }),
    );
  if (see.errors !== undefined)
    differ(
      "the errors",
      see.errors,
      Object.fromEntries(seen.problems.map(({ pointer, code }) => [pointer, code])),
    );
  for (const [within, wanted] of Object.entries(see.state ?? {}))
    differ(`state ${within}`, wanted, readPath(state, within) ?? null);
  return found;
}

/** A difference as a sentence. */
export function describeDifference({ step, what, wanted, got }: Difference): string {
  return `step ${step}: ${what} ${/^the (?:errors|events|calls|cookies|notices)$/.test(what) ? "are" : "is"} ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`;
}

/** As text, whatever order the members of an object are in. */
function sorted(value: Json): string {
  return JSON.stringify(value, (_, part: Json) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
