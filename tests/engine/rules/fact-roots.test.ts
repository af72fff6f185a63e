import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { buildFacts } from "../../../engine/transition/facts.ts";
import { FACT_ROOT_NAMES, rootsOfAxes, FACT_ROOTS } from "../../../engine/rules/fact-roots.ts";
import { shippedLibrary, editableSources } from "../../definitions.ts";
import { mustReplace } from "../../must-replace.ts";

const shipped = await editableSources;
const STATE = "schemas/library-card/state.yaml";
const GUARDS = "flows/library-card/guards.yaml";
const TABLE = "flows/library-card/transitions/resume.yaml";
const PROVIDER = "flows/library-card/providers/post.yaml";

/** Errors of the library card with other texts of some files. */
function problemsWith(texts: Readonly<Record<string, string>>) {
  const result = compileFlow(new Map([...shipped, ...Object.entries(texts)]), "library-card", [
    "LOCAL",
  ]);
  return (result.ok ? [] : result.problems).filter(({ severity }) => severity === "error");
}

/** The resume table with a row above the others that reads a path. */
function tableReading(path: string) {
  return mustReplace(
    shipped.get(TABLE),
    "rows:\n",
    `rows:\n  - { id: reading, when: { '!!': { var: ${path} } }, to: start }\n`,
  );
}

describe("FACT_ROOTS", () => {
  it("has every root that the engine brings to rules", async () => {
    // What single places lay over them is held by the type of a layer.
    const flow = (await shippedLibrary()).flows.get("library-card");
    const [variant] = flow?.variants ?? [];
    if (flow === undefined || variant === undefined) throw new Error("There is no library card");
    const context = {
      now: "2026-03-01T10:00:00Z",
      variant,
      locale: "en-US",
      signedIn: false,
      uuids: [],
    };
    const facts = buildFacts(flow.variant(variant), {}, context);
    const roots = Object.keys(facts).filter((root) => facts[root] !== undefined);
    expect(roots.length).toBeGreaterThan(15);
    const known = [...FACT_ROOT_NAMES, ...rootsOfAxes(flow.definition).keys()];
    expect(roots.filter((root) => !known.includes(root))).toEqual([]);
  });

  it.each(Object.entries(FACT_ROOTS))("has an explicit privacy and place for %s", (_, root) => {
    expect(["public", "presence", "never", "by-place"]).toContain(root.privacy);
    expect(root.where.length).toBeGreaterThan(0);
    expect(root.description).not.toBe("");
  });

  it.each([
    ["payload.name", undefined],
    ["digest", undefined],
    ["got.look.name", undefined],
    ["before.reader.lives", undefined],
    ["parameter", undefined],
    ["anything", undefined],
    ["anything.else", undefined],
    ["portl", "portal"],
    ["readr.lives", "reader"],
    ["now.day", undefined],
    ["visitor.mail", "visitor.email"],
    ["received.keys", "received.key"],
    ["heard.key", "received.key"],
    ["event.stepp", "event.step"],
  ])("is all that a table may read, so %s does not compile", (path, suggestion) => {
    expect(problemsWith({ [TABLE]: tableReading(path) })).toMatchObject([
      {
        code: "FLOW-RULE-PATH",
        message: `Unknown path "${path}"`,
        file: TABLE,
        line: 6,
        ...(suggestion === undefined ? {} : { suggestion }),
      },
    ]);
  });

  it.each([
    "query.x",
    "dataSources.0",
    "visitor.email",
    "received.key",
    "providers.post.sender",
    "now",
  ])("lets a table read %s", (path) => {
    expect(problemsWith({ [TABLE]: tableReading(path) })).toEqual([]);
  });

  it("reports a guard that is used where its root is not available", () => {
    const guards = mustReplace(
      shipped.get(GUARDS),
      "guards:\n",
      "guards:\n  posted: { description: It came by post, rule: { '===': [{ var: payload.by }, post] } }\n",
    );
    const table = mustReplace(
      shipped.get(TABLE),
      "rows:\n",
      "rows:\n  - { id: reading, when: { guard: posted }, to: reader }\n",
    );
    expect(problemsWith({ [GUARDS]: guards, [TABLE]: table })).toMatchObject([
      {
        code: "FLOW-RULE-PATH",
        message: 'The guard "posted" reads "payload.by", which rules cannot read here',
        file: TABLE,
        line: 6,
      },
    ]);
  });

  it("keeps the state from what a webhook reads off its body, and the body from tables", () => {
    const provider = (id: string, answer: string) => `
description: The post
service: { baseUrl: 'https://post.example', prefix: POST_, auth: { kind: bearer, token: POST_TOKEN } }
webhook:
  description: A parcel came
  signature: { scheme: hmac, header: signature, algorithm: sha256, encoding: hex, timestamp: t, signature: v1, secrets: POST_SECRET, toleranceMs: 1000 }
  id: ${id}
  key: { var: payload.key }
  outcomes: [{ when: { var: payload.there }, outcome: there }]
  answer: ${answer}
  becomes: [{ id: it, keys: { var: application.id }, when: { '===': [{ var: received.key }, { var: reader.lives }] }, screen: reader, then: resume }]
`;
    expect(
      problemsWith({ [PROVIDER]: provider("{ var: digest }", "{ of: { var: payload.of } }") }),
    ).toEqual([]);
    expect(
      problemsWith({ [PROVIDER]: provider("{ var: reader.name }", "{ at: { var: now } }") }).map(
        ({ line, message }) => [line, message],
      ),
    ).toEqual([
      [7, 'Unknown path "reader.name"'],
      [10, 'Unknown path "now"'],
    ]);
  });
});

describe("the state schema", () => {
  const withProperty = (text: string) =>
    problemsWith({
      [STATE]: mustReplace(shipped.get(STATE), "properties:\n", `properties:\n  ${text}\n`),
    });

  it.each(["answer", "payload", "providers", "before", "event"])(
    "cannot declare %s, which is a fact",
    (root) => {
      expect(withProperty(`${root}: { type: object, x-unused: a trial }`)).toMatchObject([
        { code: "FLOW-STATE-ROOT", file: STATE },
      ]);
    },
  );

  it.each([
    "more: { type: string, x-pii: persnal, x-unused: a trial }",
    "more: { type: object, additionalProperties: { type: string, x-pii: personal }, x-unused: a trial }",
    "more: { x-unused: a trial, anyOf: [{ type: string, x-pii: secret }, { type: 'null' }] }",
    "more: { type: array, x-unused: a trial, prefixItems: [{ type: string, x-pii: secret }] }",
    "more: { type: array, x-unused: a trial, items: { properties: { id: { type: string, x-pii: personal } } } }",
  ])("cannot mark as private what would not be kept private: %s", (text) => {
    expect(withProperty(text)).toMatchObject([{ code: "FLOW-STATE-PRIVATE", file: STATE }]);
  });
});
