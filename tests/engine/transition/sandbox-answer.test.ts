import { describe, expect, it } from "vitest";
import { runFixture } from "../../../engine/fixtures/run-fixture.ts";
import type { FixtureDefinition } from "../../../engine/language/fixture.ts";
import { cardFlow } from "../../card-flow.ts";
import { enteringFixture, registerFiles } from "../../register-flow.ts";

const flow = await cardFlow(await registerFiles());

/** Entering readers one after another, as far as the state that the last one leaves. */
function entered(names: readonly string[], calls?: FixtureDefinition["given"]["calls"]) {
  const result = runFixture(flow, enteringFixture(names, calls));
  expect(result.deviations).toEqual([]);
  return result.steps.map(({ state, screen }) => ({ screen, state: state["application"] }));
}

describe("sandboxAnswer()", () => {
  it("answers a call that the fixture does not, with a new id and the request's values", () => {
    expect(entered(["Ada Noor"]).at(-1)).toMatchObject({
      screen: "done",
      state: { number: "R-00000000-0000-4000-9000-000000000001" },
    });
  });

  it("leaves to the fixture what the fixture answers", () => {
    expect(
      entered(["Ada Noor"], { enter: [{ status: 200, answer: { number: "7" } }] }).at(-1),
    ).toMatchObject({ state: { number: "7" } });
  });

  it("answers by the first row that matches the request", () => {
    expect(entered(["Ada Known"]).at(-1)).toMatchObject({ state: { trouble: "known" } });
    expect(entered(["Ada Broken"]).at(-1)).toMatchObject({ state: { trouble: "network" } });
  });

  it("passes over a row that has answered as often as it may", () => {
    expect(entered(["Ada Busy", "again", "again"]).map(({ screen }) => screen)).toEqual([
      "confirm",
      "confirm",
      "confirm",
      "done",
    ]);
  });
});
