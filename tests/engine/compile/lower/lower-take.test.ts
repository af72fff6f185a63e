import { describe, expect, it } from "vitest";
import { lowerTake } from "../../../../engine/compile/lower/lower-take.ts";
import { LoweredPlaces } from "../../../../engine/compile/lower/lowered-places.ts";
import type { JsonObject } from "../../../../engine/language/json.ts";
import { compileTemplate } from "../../../../engine/rules/compile-template.ts";
import { ANY_NAMES } from "../../../../engine/rules/rule-names.ts";

const AT = { source: "/calls/read", lowered: "/calls/read" };

function lowered(call: JsonObject) {
  const places = new LoweredPlaces();
  return { call: lowerTake(call, AT, places), places };
}

function kept(call: JsonObject, answer: JsonObject) {
  const compiled = compileTemplate(lowered(call).call["set"] ?? {}, ANY_NAMES, ({ message }) => {
    throw new Error(message);
  });
  return compiled.evaluate({ answer });
}

describe("lowerTake()", () => {
  const call = {
    take: {
      application: ["decision", { number: "receipt.number" }],
      person: { mail: "person.email.address" },
    },
    set: { "application.seen": true },
  };

  it("keeps members of the answer by path, under their last names or others", () => {
    expect(
      kept(call, {
        decision: "OPEN",
        receipt: { number: 7 },
        person: { email: { address: "a@cedar.dev" } },
      }),
    ).toEqual({
      "application.decision": "OPEN",
      "application.number": 7,
      "person.mail": "a@cedar.dev",
      "application.seen": true,
    });
  });

  it("changes nothing where the answer lacks a member, or has null or an empty text", () => {
    expect(kept(call, { decision: null, receipt: { number: "" } })).toEqual({
      "application.seen": true,
    });
  });

  it("keeps no, zero and an empty list", () => {
    const take = { application: ["told", "count", "steps"] };
    expect(kept({ take }, { told: false, count: 0, steps: [] })).toEqual({
      "application.told": false,
      "application.count": 0,
      "application.steps": [],
    });
  });

  it("knows the place of each member", () => {
    const { places } = lowered(call);
    expect(places.sourceOf("/calls/read/set/application.number/if")).toBe(
      "/calls/read/take/application/1",
    );
    expect(places.sourceOf("/calls/read/set/person.mail")).toBe("/calls/read/take/person");
  });

  it.each<[string, JsonObject, string, string]>([
    [
      "a member that `set` has as well",
      { take: { application: ["seen"] }, set: { "application.seen": true } },
      "FLOW-CALL-TAKE",
      "/calls/read/take/application/0",
    ],
    [
      "a member that is taken twice",
      { take: { application: ["decision", { decision: "status" }] } },
      "FLOW-CALL-TAKE",
      "/calls/read/take/application/1",
    ],
    [
      "a rule in place of a path",
      { take: { application: [{ decision: { var: "answer.decision" } }] } },
      "FLOW-RULE-PICK",
      "/calls/read/take/application/0",
    ],
  ])("refuses %s", (_, given, code, pointer) => {
    expect(lowered(given).places.problems).toMatchObject([{ code, pointer }]);
  });
});
