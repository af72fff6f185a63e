import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { editableSources } from "../../definitions.ts";
import { mustReplace } from "../../must-replace.ts";

const shipped = await editableSources;
const PATH = "flows/library-card/events.yaml";
const GUARDS = "flows/library-card/guards.yaml";

const CALLS = `
calls:
  tell: { description: Tells somebody, service: post, method: POST, path: /events, timeoutMs: 1000, body: { type: { var: event.type }, more: { var: event.properties } } }
  keep: { description: Keeps the answer, service: post, method: POST, path: /events, timeoutMs: 1000, set: { application.confirmed: true } }
  tattle: { description: Tells too much, service: post, method: POST, path: /events, timeoutMs: 1000, body: { name: { var: reader.name } } }
  ask: { description: Asks, service: post, method: POST, path: /ask, timeoutMs: 1000, outcomes: [{ when: { '===': [{ var: status }, 409] }, outcome: taken }] }
`;

/** The library card with other events, and with other texts of some files. */
function problemsWith(events: string, more: Readonly<Record<string, string>> = {}) {
  const sources = new Map([...shipped].filter(([path]) => !path.includes("/fixtures/")));
  sources
    .set("flows/library-card/calls/post.yaml", CALLS)
    .set(
      "flows/library-card/services.yaml",
      "services:\n  post: { description: The post, baseUrlFrom: POST_URL }\n",
    );
  for (const [path, text] of Object.entries({ [PATH]: events, ...more })) sources.set(path, text);
  const result = compileFlow(sources, "library-card", ["LOCAL"]);
  return (result.ok ? [] : result.problems).filter(({ severity }) => severity === "error");
}

const HEAD = ["kinds: { event: { schema: add_event } }", "events:"];

/** Problems of each of several events, one a line, compiled together. */
function problemsOfEach(events: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const problems = problemsWith(
    [
      ...HEAD,
      ...events.map((event, at) => `  e${at}: { description: It happened, ${event} }`),
      "",
    ].join("\n"),
    more,
  );
  return events.map((_, at) =>
    problems.filter(({ file, line }) => file === PATH && line === at + HEAD.length + 1),
  );
}

/** A table of cases with what was found for each. */
function found<Rest extends readonly unknown[]>(
  cases: readonly (readonly [event: string, ...Rest])[],
) {
  const problems = problemsOfEach(cases.map(([event]) => event));
  return cases.map(
    (each, at) => [each[0], problems[at] ?? [], ...(each.slice(1) as unknown as Rest)] as const,
  );
}

const withProperty = (rule: string) => `on: { screen: confirm }, with: { it: ${rule} }`;

describe("events.yaml", () => {
  it.each(
    found<[message: string, suggestion: string | undefined]>([
      ["on: { screen: raeder }", 'There is no screen "raeder"', "reader"],
      ["on: { screen: [reader, conset] }", 'There is no screen "conset"', "consent"],
      ["on: { screen: 'lib*' }", 'There is no screen "lib*"', undefined],
      [
        "on: { action: reader/submitt }",
        'There is no action of a screen "reader/submitt"',
        "reader/submit",
      ],
      ["on: { call: tel }", 'There is no call "tel"', "tell"],
      ["on: [{ screen: reader }, { result: aks }]", 'There is no call "aks"', "ask"],
      ["on: { result: ask, outcome: takn }", 'There is no outcome of the call "takn"', "taken"],
      ["on: { row: resume/donne }", 'There is no row of a table "resume/donne"', "resume/done"],
      ["on: { answer: reader.livs }", 'The state has no "reader.livs"', "reader.lives"],
      ["on: { answer: portal }", 'The state has no "portal"', undefined],
      [
        "on: { problem: validation.born.invald }",
        'There is no message of a field "validation.born.invald"',
        "validation.born.invalid",
      ],
      ["on: { notice: notices.x }", 'There is no message "notices.x"', undefined],
      ["on: { leave: patner }", 'There is no way out "patner"', "partner"],
      ["on: { screen: reader }, kind: evnt", 'There is no kind of event "evnt"', "event"],
      ["on: { screen: reader }, send: tel", 'There is no call "tel"', "tell"],
      [
        "on: { screen: reader }, when: { var: reader.livs }",
        'Unknown path "reader.livs"',
        "reader.lives",
      ],
      [
        "on: { screen: reader }, when: { var: before.reader.livs }",
        'Unknown path "before.reader.livs"',
        "before.reader.lives",
      ],
      [
        "on: { screen: reader }, with: { step: { var: event.stepp } }",
        'Unknown path "event.stepp"',
        "event.step",
      ],
      [
        "on: { screen: reader }, when: { guard: chld }",
        'There is no guard "chld", or it uses itself',
        "child",
      ],
    ]),
  )("refuses %s: it is not there", (_, [problem, ...more], message, suggestion) => {
    expect(more).toEqual([]);
    expect(problem).toMatchObject({ message, ...(suggestion === undefined ? {} : { suggestion }) });
    expect(problem?.column).toBeGreaterThan(30);
  });

  it.each(
    found<[code: string]>([
      ["on: { screen: reader, action: reader/submit }", "FLOW-EVENT-ON"],
      ["on: { screen: reader, outcome: success }", "FLOW-EVENT-ON"],
      ["on: {}", "FLOW-EVENT-ON"],
      ["on: { screen: reader }, send: keep", "FLOW-EVENT-SEND"],
      ["on: { declined: reader/submit }", "FLOW-NAME"],
    ]),
  )("refuses %s", (_, problems, code) =>
    expect(problems.map((problem) => problem.code)).toEqual([code]),
  );

  it("refuses malformed events", () => {
    expect(
      problemsOfEach([
        "on: { screen: reader }, once: ever",
        "on: { screen: reader }, whith: {}",
        "on: { screem: reader }",
      ]).map(([problem]) => [problem?.code, problem?.suggestion]),
    ).toEqual([
      ["FLOW-SHAPE", "one of application, visitor, session, screen"],
      ["FLOW-SHAPE", "with"],
      ["FLOW-SHAPE", "screen"],
    ]);
  });

  it("accepts every kind of event", () => {
    const on = [
      "{ screen: '*' }",
      "{ action: ['*/submit', start/continue] }",
      "{ call: tell }",
      "{ result: ask, outcome: [taken, network] }",
      "{ row: resume/* }",
      "{ answer: reader.lives }",
    ];
    const event = `on: [${on.join(", ")}, { problem: '*' }, { leave: sign-* }], once: visitor, send: tell, with: { lives: { var: reader.lives }, screen: { var: screen } }`;
    expect(
      problemsWith(`${HEAD.join("\n")}\n  it: { description: It happened, ${event} }\n`),
    ).toEqual([]);
  });
});

describe("private data", () => {
  it.each(
    found<[place: string]>([
      [withProperty("{ var: reader.name }"), "reader.name"],
      [withProperty("{ var: [reader.lives, { var: reader.born }] }"), "reader.born"],
      [withProperty("{ var: before.reader.name }"), "reader.name"],
      [withProperty("{ var: reader }"), "reader.name"],
      [withProperty("{ substr: [{ var: reader.name }, 0, 1] }"), "reader.name"],
      [withProperty("{ get: [{ split: [{ var: reader.name }, ' '] }, 0] }"), "reader.name"],
      [withProperty("{ cat: [Dear, ' ', { upper: [{ var: reader.name }] }] }"), "reader.name"],
      [
        withProperty("{ if: [{ var: application.confirmed }, here, { var: reader.name }] }"),
        "reader.name",
      ],
      [withProperty("{ or: [{ var: reader.lives }, { var: consent.parent }] }"), "consent.parent"],
      [withProperty("[{ var: reader.lives }, { var: reader.name }]"), "reader.name"],
      [withProperty("{ a: 1, b: { c: { var: reader.name } } }"), "reader.name"],
      [withProperty("{ '===': [{ var: reader.name }, Ada] }"), "reader.name"],
      [withProperty("{ if: [{ in: [A, { var: reader.name }] }, a, b] }"), "reader.name"],
      [withProperty("{ yearsBetween: [{ var: reader.born }, { var: today }] }"), "reader.born"],
      [withProperty("{ guard: child }"), "reader.born"],
      [
        withProperty("{ length: [{ filter: [[1, 2], { '===': [{ fact: reader.name }, Ada] }] }] }"),
        "reader.name",
      ],
      [withProperty("{ get: [{ var: reader }, name] }"), "reader.name"],
      [withProperty("{ get: [{ var: reader }, { var: reader.lives }] }"), "reader.name"],
      [withProperty("{ first: { map: [[1], { fact: reader.name }] } }"), "reader.name"],
      [
        withProperty(
          "{ reduce: [[1], { cat: [{ var: accumulator }, { fact: reader.name }] }, ''] }",
        ),
        "reader.name",
      ],
    ]),
  )("cannot leave through %s", (_, [problem, ...more], place) => {
    expect(more).toEqual([]);
    expect(problem).toMatchObject({ code: "FLOW-EVENT-PRIVATE" });
    expect(problem?.message).toContain(`The property "it"`);
    expect(problem?.message).toContain(place);
    expect(problem?.suggestion).toContain("!!");
  });

  // What was typed, what a service answered, a path that leads anywhere, what an address or a
  // sign-in brings.
  it.each(
    found([
      [withProperty("{ var: form.name }")],
      [withProperty("{ '!!': { var: form.name } }")],
      [withProperty("{ var: answer.name }")],
      [withProperty("{ var: { cat: [reader, ., name] } }")],
      [withProperty("{ var: '' }")],
      [withProperty("{ var: before }")],
      [withProperty("{ var: query.name }")],
      [withProperty("{ var: visitor.email }")],
      [withProperty("{ var: params.applicationId }")],
      [withProperty("{ var: requested }")],
      [withProperty("{ var: location }")],
      [withProperty("{ var: providers.post.sender }")],
      [withProperty("{ var: received.key }")],
      [withProperty("{ '!!': { var: received } }")],
      [withProperty("{ '!!': { var: with.name } }")],
      [withProperty("{ var: item }")],
      [withProperty("{ var: ids.applicationId }")],
      [withProperty("{ missing: [form.name] }")],
      [withProperty("{ missing: [{ var: reader.name }] }")],
      [withProperty("{ missing_some: [1, [{ var: reader.name }]] }")],
      [withProperty("{ missing_some: [{ var: reader.born }, [reader.lives]] }")],
      [withProperty("{ get: [{ first: { merge: [{ var: reader }] } }, name] }")],
    ]),
  )("is not read by %s", (_, problems) =>
    expect(problems.map(({ code }) => code)).toEqual(["FLOW-EVENT-PRIVATE"]),
  );

  // Facts of other places: there is nothing to read at them when an event is reported.
  it.each(
    found([
      [withProperty("{ var: got.look.name }")],
      [withProperty("{ '!!': { var: got.look } }")],
      [withProperty("{ var: payload.name }")],
      [withProperty("{ length: [{ var: payload }] }")],
      [withProperty("{ var: digest }")],
      [withProperty("{ var: parameter }")],
      [withProperty("{ var: anything }")],
      [withProperty("{ '!!': { var: anything.else } }")],
      [withProperty("{ missing: [anything] }")],
      [withProperty("{ map: [[1], { fact: payload.name }] }")],
    ]),
  )("has no place to be read from in %s", (_, problems) => {
    expect(problems.map(({ code }) => code)).toContain("FLOW-RULE-PATH");
    expect(problems.map(({ code }) => code)).toContain("FLOW-EVENT-PRIVATE");
    for (const { file, column } of problems) {
      expect(file).toBe(PATH);
      expect(column).toBeGreaterThan(30);
    }
  });

  it("is found in what a reduction made of it a round before", () => {
    const [problems] = problemsOfEach([
      withProperty(
        "{ length: [{ reduce: [[1, 2], { if: [{ '===': [{ var: current }, 1] }, { fact: reader.name }, { if: [{ '===': [{ var: accumulator }, Ada] }, yes, maybe] }] }, ''] }] }",
      ),
    ]);
    expect(problems).toMatchObject([
      {
        code: "FLOW-EVENT-PRIVATE",
        message: 'The property "it" depends on what stands at reader.name, which is private',
      },
    ]);
  });

  it("is found however deep guards and values stand in one another", () => {
    const values = Array.from({ length: 90 }, (_, at) =>
      at === 89
        ? `  v${at}: { description: the name, rule: { var: reader.name } }`
        : `  v${at}: { description: the next, rule: { value: v${at + 1} } }`,
    );
    const guards = mustReplace(shipped.get(GUARDS), "values: {}", `values:\n${values.join("\n")}`);
    const [problems] = problemsOfEach([withProperty("{ value: v0 }")], { [GUARDS]: guards });
    expect(problems).toMatchObject([{ code: "FLOW-EVENT-PRIVATE" }]);
  });

  it("is not searched for ever", () => {
    const values = Array.from(
      { length: 35 },
      (_, at) =>
        `  v${at}: { description: the sum, rule: ${at === 34 ? "1" : `{ reduce: [[1], { value: v${at + 1} }, 0] }`} }`,
    );
    const guards = mustReplace(shipped.get(GUARDS), "values: {}", `values:\n${values.join("\n")}`);
    const [problems] = problemsOfEach([withProperty("{ value: v0 }")], { [GUARDS]: guards });
    expect(problems).toMatchObject([{ code: "FLOW-EVENT-PRIVATE" }]);
  });

  it.each(
    found([
      [withProperty("{ '!!': { var: reader.name } }")],
      [withProperty("{ '!!': { var: providers.post } }")],
      [withProperty("{ length: [{ var: dataSources }] }")],
      [withProperty("{ missing: [[reader.name]] }")],
      [withProperty("{ length: [{ var: reader.name }] }")],
      [withProperty("{ characters: [{ var: reader.name }] }")],
      [withProperty("{ missing: [reader.name, reader.born] }")],
      [withProperty("{ guard: readerKnown }")],
      [withProperty("{ guard: paysFee }")],
      [
        withProperty(
          "{ if: [{ and: [{ var: reader.name }, { '!': { var: consent.parent } }] }, known, unknown] }",
        ),
      ],
      [withProperty("{ '!!': { var: query.from } }")],
      [withProperty("{ get: [{ var: reader }, lives] }")],
      [
        withProperty(
          "{ cat: [{ var: portal }, ' ', { var: locale }, ' ', { var: reader.lives }] }",
        ),
      ],
    ]),
  )("is safe from %s", (_, problems) => expect(problems).toEqual([]));

  it("is looked for in conditions and calls", () => {
    const compares = "on: { screen: confirm }, when: { '===': [{ var: reader.name }, Ada] }";
    const [one, two, three] = problemsOfEach([
      compares,
      "on: { screen: confirm }, when: { var: reader.name }",
      "on: { screen: confirm }, send: tattle",
    ]);
    expect(one).toMatchObject([
      {
        code: "FLOW-EVENT-PRIVATE",
        message:
          "Whether the event is reported depends on what stands at reader.name, which is private",
      },
    ]);
    expect(two).toEqual([]);
    expect(three).toMatchObject([
      {
        code: "FLOW-EVENT-PRIVATE",
        message: 'The call "tattle" could tell reader.name, which is private',
      },
    ]);
  });

  it("is looked for in the context, in names and in whether anything is reported", () => {
    const lines = [
      "enabled: { '<': [{ var: reader.born }, '2000'] }",
      "kinds: { event: { schema: a, name: { var: reader.name } } }",
      "context: { who: { var: reader.name } }",
      "events: { it: { description: It happened, on: { screen: confirm } } }",
    ];
    expect(problemsWith(lines.join("\n")).map(({ code, line }) => `${code} ${line}`)).toEqual(
      [1, 2, 3].map((line) => `FLOW-EVENT-PRIVATE ${line}`),
    );
  });

  it("is found through named values, and where only the form marks it", () => {
    const guards = mustReplace(
      shipped.get(GUARDS),
      "values: {}",
      "values:\n  initials: { description: how the reader signs, rule: { substr: [{ var: reader.name }, 0, 1] } }",
    );
    const state = "schemas/library-card/state.yaml";
    const unmarked = mustReplace(
      shipped.get(state),
      "name: { type: string, x-pii: personal }",
      "name: { type: string }",
    );
    const found = problemsOfEach(
      [withProperty("{ value: initials }"), withProperty("{ var: reader.name }")],
      { [GUARDS]: guards, [state]: unmarked },
    );
    expect(found.map((problems) => problems.map(({ code }) => code))).toEqual([
      ["FLOW-EVENT-PRIVATE"],
      ["FLOW-EVENT-PRIVATE"],
    ]);
  });
});
