import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { InputContext } from "../../../engine/transition/input.ts";
import { readEntry } from "../../../engine/transition/read-entry.ts";
import { readPath } from "../../../engine/rules/state-path.ts";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import type { ApplicationState } from "../../../engine/transition/state.ts";
import type { JsonObject } from "../../../engine/language/json.ts";
import { shippedSources } from "../../definitions.ts";
import { mustReplace } from "../../must-replace.ts";

const sources = await shippedSources;

/** The shipped sign-up on the terminal portal in the US; `change` edits its front page. */
function signUp(change: (flow: string) => string = (text) => text) {
  const path = "flows/merchant-signup/flow.yaml";
  const text = change(sources.get(path) ?? "");
  const result = compileFlow(new Map([...sources, [path, text]]), "merchant-signup", ["LOCAL"]);
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join("\n"));
  const variant = result.flow.variants.find(
    ({ portal, market, reseller }) =>
      portal === "terminal" && market === "US" && reseller === undefined,
  );
  if (variant === undefined) throw new Error("there is no such variant");
  return { flow: result.flow.variant(variant), variant };
}

const { flow, variant } = signUp();
const context: InputContext = {
  now: "2026-03-01T10:00:00Z",
  variant,
  locale: "en-US",
  signedIn: true,
  uuids: [],
};
const APPLICANT = { firstName: "Kim", lastName: "Lund", email: "kim@cedar.dev" };
const read = (state: ApplicationState, query: Record<string, string>, in_ = flow) => {
  const entry = readEntry(in_, state, { query, context });
  return { state: entry.stateOf(state), differing: entry.differing, changes: entry.changes };
};

describe("readEntry()", () => {
  it("leaves what rules, rows and axes know in the address, and nothing else", () => {
    const known = {
      market: "CA",
      "step-up": "EIN_DOC",
      completed: "true",
      vfp: "v-0",
      type: "FEIN",
    };
    const given = { ...known, utm_source: "mail", fbclid: "x", customer: "Kim Lund" };
    const query = { ...given, email: "kim@cedar.dev" };
    expect(readEntry(flow, {}, { query, context }).rest).toEqual(known);
  });

  it("fills empty fields, before and after an application has begun", () => {
    expect(read({}, { email: "kim@cedar.dev", name: "Kim Lund" }).state).toEqual({
      applicant: APPLICANT,
    });
    const begun = { application: { id: "urn:app:1" }, applicant: APPLICANT };
    expect(read(begun, { companyDba: "Birch", source: "spring" })).toMatchObject({
      state: { ...begun, company: { dba: "Birch" }, context: { source: "spring" } },
      differing: [],
    });
  });

  it("changes no answer, and lists the parameters that differ from one", () => {
    const begun = {
      application: { id: "urn:app:1" },
      applicant: APPLICANT,
      context: { source: "a" },
    };
    expect(read(begun, { email: "eve@evil.example", name: "Eve Evil", source: "b" })).toEqual({
      state: begun,
      differing: ["applicant.email", "applicant.firstName", "applicant.lastName"],
      changes: [],
    });
    // The same once more, spelt otherwise, is no other answer.
    expect(read(begun, { email: " Kim@Cedar.dev " }).changes).toEqual([]);
  });

  it("takes a parameter of several members as a whole or not at all", () => {
    const begun = { applicant: { firstName: "Kim" } };
    expect(read(begun, { name: "Eve Evil" }).state).toEqual(begun);
    expect(read(begun, { name: "Kim Lund" }).state).toEqual({
      applicant: { firstName: "Kim", lastName: "Lund" },
    });
  });

  it("keeps fields left empty on an answered page, and unsent drafts", () => {
    const address = { line1: "731 Tamarack Road", city: "Chicago", territory: "IL", zip: "60614" };
    const begun = { company: { address } };
    expect(read(begun, { companyAddressLine2: "Suite 13" })).toMatchObject({
      state: begun,
      differing: ["company.address.line2"],
    });
    const typed = readEntry(
      flow,
      {},
      {
        query: { email: "eve@evil.example", phone: "3125550143" },
        context,
        draftPaths: ["applicant.email"],
      },
    );
    expect(typed.stateOf({})).toEqual({ applicant: { phone: "3125550143" } });
    expect(typed.differing).toEqual(["applicant.email"]);
  });

  it("changes nothing of an application that was handed in", () => {
    const handedIn = { application: { id: "urn:app:1", submitted: true }, applicant: APPLICANT };
    for (const name of flow.entryParameters.keys())
      for (const value of [
        "eve@evil.example",
        "Eve Evil",
        "3125550143",
        "60614",
        "US",
        "true",
        "x",
      ])
        expect(read(handedIn, { [name]: value }).state, name).toEqual(handedIn);
    expect(read(handedIn, { email: "eve@evil.example" }).differing).toEqual(["applicant.email"]);
  });

  it("replaces a value where the flow permits it, until the application is submitted", () => {
    const { flow: replacing } = signUp((text) =>
      mustReplace(text, "into: applicant.email,", "into: applicant.email, replaces: true,"),
    );
    const query = { email: "eve@evil.example", phone: "3125550143" };
    const begun = { applicant: { ...APPLICANT, phone: "2065550100" } };
    expect(read(begun, query, replacing)).toMatchObject({
      state: { applicant: { ...begun.applicant, email: "eve@evil.example" } },
      differing: ["applicant.phone"],
    });
    const handedIn = { ...begun, application: { submitted: true } };
    expect(read(handedIn, query, replacing).state).toEqual(handedIn);
  });

  it("never changes an existing value, for any address", () => {
    const names = [...flow.entryParameters.keys()];
    const values = [
      "Eve Evil",
      "eve@evil.example",
      "2065550199",
      "9 Elm St",
      "Reno",
      "NV",
      "89501",
      "5812",
      "true",
      "evil",
    ];
    const begun: ApplicationState = {
      application: { id: "urn:app:1", mock: "a", storeSwitcher: false },
      applicant: { ...APPLICANT, phone: "3125550143", address: { line1: "12 Birch Street" } },
      company: { dba: "Cedar", category: "5462", address: { city: "Chicago", territory: "IL" } },
      context: { source: "spring", createBusiness: false },
      channel: { type: "RETAIL" },
    };
    const before = leaves(begun);
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...values)), (query) => {
        const { state } = read(begun, query);
        for (const path of before) expect(readPath(state, path)).toEqual(readPath(begun, path));
      }),
    );
  });
});

/** Paths of all values that are no object. */
function leaves(value: JsonObject, prefix = ""): string[] {
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? leaves(inner as JsonObject, `${prefix}${name}.`)
      : [`${prefix}${name}`],
  );
}
