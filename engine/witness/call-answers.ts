import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { FixtureAnswer } from "../language/fixture.ts";
import type { Json, JsonObject } from "../language/json.ts";
import { resultOf } from "../fixtures/fixture-calls.ts";
import { compiledRequestOf } from "../transition/call-request.ts";
import type { CallRequest, CallResult } from "../transition/input.ts";
import { answerMisfit, readResult } from "../transition/read-result.ts";
import { sandboxResults } from "../transition/sandbox-answer.ts";
import { answerSchemaFor } from "./answer-schema.ts";
import type { RuleConstants } from "./rule-constants.ts";
import { schemaSamples } from "./schema-samples.ts";

/** Maximum number of answers of one outcome, and of a success. */
const MOST = 3;
const MOST_SUCCESSES = 40;

/** Statuses that services answer with, beside those that rules name. */
const STATUSES = [200, 400, 401, 403, 404, 409, 410, 422, 429, 500, 503] as const;

/** An answer of a service, and the outcome that the flow reads in it. */
export interface SampledAnswer {
  readonly outcome: string;
  readonly answer: FixtureAnswer;
}

/**
 * Answers of a request, at least one for each outcome that was found: those of the sandbox's rows,
 * those that its schema allows, other statuses, and none at all. A success comes first.
 *
 * @param now the instant, ISO 8601
 */
export function callAnswers(
  flow: CompiledVariant,
  request: CallRequest,
  { now, constants }: { readonly now: string; readonly constants: RuleConstants },
): readonly SampledAnswer[] {
  const { flags, config } = flow;
  const byOutcome = new Map<string, SampledAnswer[]>();
  const statuses = new Set(constants.of("status"));
  const seen = new Set<string>();
  for (const answer of candidates(flow, request, { now, constants })) {
    const key = JSON.stringify(answer);
    if (seen.has(key)) continue;
    seen.add(key);
    const result = resultOf(answer);
    if (answerMisfit(flow, request, result) !== undefined) continue;
    const { outcome } = readResult(flow, request, result, { flags, config });
    const known = byOutcome.get(outcome) ?? [];
    byOutcome.set(outcome, known);
    const { status = 200 } = answer;
    // A row may read the status of a refusal.
    const isNamed = statuses.has(status) && !known.some((each) => each.answer.status === status);
    const most = outcome === "success" ? MOST_SUCCESSES : MOST;
    if (known.length < most || isNamed) known.push({ outcome, answer });
  }
  const { success = [], ...others } = Object.fromEntries(byOutcome);
  return [...success, ...Object.values(others).flat()];
}

function* candidates(
  flow: CompiledVariant,
  request: CallRequest,
  { now, constants }: { readonly now: string; readonly constants: RuleConstants },
): Generator<FixtureAnswer> {
  for (const result of sandboxResults(flow, request, now)) yield fixtureAnswer(result);
  const bodies = bodiesOf(flow, request, constants);
  const [plain = {}] = bodies;
  for (const answer of bodies) yield { answer };
  const named = constants
    .of("status")
    .filter((each) => typeof each === "number" && Number.isInteger(each) && each >= 200);
  const location = "https://provider.example/next";
  yield { answer: plain, location };
  for (const status of new Set([...STATUSES, ...named.map(Number)])) {
    yield { status, answer: plain };
    yield { status };
  }
  // An outcome may follow from the body of a refusal.
  for (const status of [400, 409, 422])
    for (const answer of bodies.slice(1)) yield { status, answer };
  yield { outcome: "timeout" };
  yield { outcome: "network" };
}

function bodiesOf(
  flow: CompiledVariant,
  request: CallRequest,
  constants: RuleConstants,
): readonly Json[] {
  const places = setPlaces(flow, request);
  return schemaSamples(answerSchemaFor(flow, request), (path) => [
    ...new Set([
      ...constants.of(`answer.${path}`),
      ...(places.get(path) ?? []).flatMap((place) => constants.of(place)),
    ]),
  ]);
}

/** The places in the state that take a member of the answer as it is. */
function setPlaces(
  flow: CompiledVariant,
  request: Pick<CallRequest, "call" | "via">,
): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>();
  if (compiledRequestOf(flow, request)?.answer !== undefined) return places;
  for (const { path, value } of flow.calls.get(request.call)?.set ?? []) {
    const read = (value.template as JsonObject | null)?.["var"];
    if (typeof read !== "string" || !read.startsWith("answer.")) continue;
    const member = read.slice("answer.".length);
    places.set(member, [...(places.get(member) ?? []), path]);
  }
  return places;
}

/** A result as a fixture writes it. */
export function fixtureAnswer({ outcome, status, answer, location }: CallResult): FixtureAnswer {
  if (outcome !== undefined) return { outcome };
  return {
    ...(status === undefined || status === 200 ? {} : { status }),
    ...(answer === null ? {} : { answer }),
    ...(location === undefined ? {} : { location }),
  };
}
