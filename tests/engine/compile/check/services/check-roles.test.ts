import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { editableSources } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";

const ROLES = `
roles:
  reader: { description: Who applies, own: true, screens: { '*': ['*'] } }
  helper: { description: Who helps the reader, resource: applicationId, screens: { reader: [submit], 'con*': [back], done: [] } }
  clerk: { description: Who works at the library, people: { '===': [{ var: visitor.role }, clerk] }, impersonates: true, screens: { '*': [] } }
`;

const shipped = await editableSources;

/** The library card with roles, and with some text of its files replaced. */
function compiled(roles = ROLES, changed: Readonly<Record<string, (text: string) => string>> = {}) {
  const sources = new Map([...shipped, ["flows/library-card/roles.yaml", roles] as const]);
  for (const [path, change] of Object.entries(changed)) {
    const text = change(sources.get(path) ?? "");
    if (text === sources.get(path)) throw new Error(`the change of ${path} changes nothing`);
    sources.set(path, text);
  }
  return compileFlow(sources, "library-card", ["LOCAL"]);
}

function problemsOf(...given: Parameters<typeof compiled>) {
  const result = compiled(...given);
  return (result.ok ? [] : result.problems)
    .filter(({ severity }) => severity === "error")
    .map(({ code, message, file, line, suggestion }) => ({
      code,
      message,
      file,
      line,
      ...(suggestion === undefined ? {} : { suggestion }),
    }));
}

const RESUME = "flows/library-card/transitions/resume.yaml";
const FIXTURE = "flows/library-card/fixtures/helped.yaml";

describe("roles.yaml", () => {
  it("warns of a role that a link gives and that may do everything", () => {
    const told = (roles: string) => {
      const result = compiled(roles);
      return (result.ok ? result.warnings : result.problems).flatMap(({ code, severity, line }) =>
        code === "FLOW-ROLE-ALL" ? [[severity, line]] : [],
      );
    };
    expect(told(ROLES)).toEqual([]);
    const all = mustReplace(
      ROLES,
      "{ reader: [submit], 'con*': [back], done: [] }",
      "{ '*': ['*'] }",
    );
    expect(told(all)).toEqual([["warning", 4]]);
  });

  it("resolves patterns to screens and actions", () => {
    const result = compiled();
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    const [variant] = result.flow.variants;
    const roles = variant === undefined ? undefined : result.flow.variant(variant).roles;
    const helper = roles?.get("helper");
    expect([...(helper?.screens.keys() ?? [])].toSorted()).toEqual([
      "confirm",
      "consent",
      "done",
      "reader",
    ]);
    expect([...(helper?.screens.get("consent") ?? [])]).toEqual(["back"]);
    expect([...(helper?.screens.get("done") ?? [])]).toEqual([]);
    expect(roles?.get("reader")?.screens.size).toBe(6);
  });

  it.each([
    [
      "a screen",
      mustReplace(ROLES, "done: []", "dome: []"),
      { message: 'There is no screen "dome"', suggestion: "done", line: 4 },
    ],
    [
      "a pattern that fits no screen",
      mustReplace(ROLES, "'con*'", "'kon*'"),
      { message: 'There is no screen "kon*"', line: 4 },
    ],
    [
      "an action",
      mustReplace(ROLES, "reader: [submit]", "reader: [submitt]"),
      { message: 'There is no action "submitt"', suggestion: "submit", line: 4 },
    ],
    [
      "a path parameter",
      mustReplace(ROLES, "applicationId", "applicationIdd"),
      {
        message: 'There is no path parameter "applicationIdd"',
        suggestion: "applicationId",
        line: 4,
      },
    ],
  ])("refuses %s that does not exist, with a suggestion", (_, roles, problem) => {
    expect(problemsOf(roles)).toMatchObject([
      { code: "FLOW-NAME", file: "flows/library-card/roles.yaml", ...problem },
    ]);
  });

  it("refuses a role in a rule that is not there", () => {
    const asks = (text: string) =>
      mustReplace(
        text,
        "rows:\n",
        "rows:\n  - { id: helped, when: { '===': [{ var: role }, helpr] }, to: start }\n",
      );
    expect(problemsOf(ROLES, { [RESUME]: asks })).toMatchObject([
      {
        code: "FLOW-NAME",
        message: 'There is no role "helpr"',
        suggestion: "helper",
        file: RESUME,
      },
    ]);
    const oneOf = (text: string) =>
      mustReplace(
        text,
        "rows:\n",
        "rows:\n  - { id: helped, when: { in: [{ var: role }, [reader, helpr]] }, to: start }\n",
      );
    expect(problemsOf(ROLES, { [RESUME]: oneOf })).toMatchObject([
      { message: 'There is no role "helpr"' },
    ]);
    const right = (text: string) =>
      mustReplace(
        text,
        "rows:\n",
        "rows:\n  - { id: helped, when: { '!==': [{ var: role }, helper] }, to: start }\n",
      );
    expect(
      problemsOf(ROLES, { [RESUME]: right }).filter(({ code }) => code === "FLOW-NAME"),
    ).toEqual([]);
  });

  it("refuses a fixture that plays a role that is not there", () => {
    const plays = () => `
fixture: helped
description: Somebody helps
given: { variant: { portal: library, market: town }, now: '2026-03-01T10:00:00Z' }
steps:
  - { open: /library-card, actor: { role: helpr } }
`;
    expect(problemsOf(ROLES, { [FIXTURE]: plays })).toMatchObject([
      {
        code: "FLOW-NAME",
        message: 'There is no role "helpr"',
        suggestion: "helper",
        file: FIXTURE,
      },
    ]);
  });

  it("refuses a link that gives a role that is not there or one of the reader's own, and one without a resource", () => {
    const calls = (grant: string, resource: string) => `
calls:
  ask: { description: Asks a helper, service: post, method: POST, path: /ask, timeoutMs: 1000, body: { to: a, link: { grant: ${grant}, ${resource}: { var: application.id }, path: /, lifetimeMs: 1000 } } }
`;
    const services = "services:\n  post: { description: The post, baseUrlFrom: POST_URL }\n";
    const flow = (grant: string, resource: string) =>
      compileFlow(
        new Map([
          ...shipped,
          ["flows/library-card/roles.yaml", ROLES],
          ["flows/library-card/calls/ask.yaml", calls(grant, resource)],
          ["flows/library-card/services.yaml", services],
        ]),
        "library-card",
        ["LOCAL"],
      );
    const codes = (grant: string, resource = "resource") => {
      const result = flow(grant, resource);
      return (result.ok ? [] : result.problems)
        .filter(({ severity }) => severity === "error")
        .map(({ code, suggestion }) => [code, suggestion]);
    };
    expect(codes("helpr")).toEqual([["FLOW-NAME", "helper"]]);
    expect(codes("reader")).toEqual([["FLOW-ROLE-OWN", undefined]]);
    expect(codes("helper")).toEqual([]);
    expect(codes("clerk")).toEqual([["FLOW-ROLE-PEOPLE", undefined]]);
    expect(codes("helper", "thing")).toContainEqual(["FLOW-NAME", "resource"]);
    expect(codes("helper", "resorce")).toContainEqual(["FLOW-NAME", "resource"]);
  });

  it("is refused where its shape is wrong", () => {
    expect(problemsOf(mustReplace(ROLES, "description: Who applies, ", ""))).toMatchObject([
      { code: "FLOW-SHAPE" },
    ]);
    expect(problemsOf(mustReplace(ROLES, "resource:", "resorce:"))).toMatchObject([
      { code: "FLOW-SHAPE", suggestion: "resource" },
    ]);
  });

  it("is refused in old words, with the present ones", () => {
    expect(
      problemsOf(
        mustReplace(
          mustReplace(ROLES, "resource:", "thing:"),
          "description: Who applies",
          "says: x",
        ),
      ),
    ).toMatchObject([
      { message: '"description" is missing in roles.reader' },
      { code: "FLOW-SHAPE", message: expect.stringContaining('"description" now') },
      {
        code: "FLOW-SHAPE",
        suggestion: "resource",
        message: '"thing" in roles.helper is called "resource" now',
      },
    ]);
  });
});
