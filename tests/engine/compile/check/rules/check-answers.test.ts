import { describe, expect, it } from "vitest";
import { runFixture } from "../../../../../engine/fixtures/run-fixture.ts";
import type { JsonObject } from "../../../../../engine/language/json.ts";
import { cardFlow, cardProblems, type CardFiles } from "../../../../card-flow.ts";
import { shippedSources } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";
import { enteringFixture, NUMBERED, registerFiles } from "../../../../register-flow.ts";

const CALLS = "flows/library-card/calls/register.yaml";
const GUARDS = "flows/library-card/guards.yaml";
const CONFIRM = "flows/library-card/screens/confirm.yaml";
const SCHEMA = `
    answerSchema:
      type: object
      required: [number]
      properties: { number: { type: string }, reader: { type: string }, message: { type: string } }`;

/** The register whose call says what it is answered, and one file changed. */
async function register(
  change: (files: CardFiles) => Readonly<Record<string, string>> = () => ({}),
  schema = SCHEMA,
): Promise<CardFiles> {
  const files = await registerFiles();
  const declared = {
    ...files,
    [CALLS]: mustReplace(files[CALLS], NUMBERED, schema),
  };
  return { ...declared, ...change(declared) };
}

const problems = async (files: Promise<CardFiles>) =>
  (await cardProblems(await files)).map(({ code, file, suggestion }) => ({
    code,
    file: file.split("/").slice(2).join("/"),
    suggestion,
  }));

describe("checkAnswers()", () => {
  it("accepts reads of declared members", async () => {
    expect(await problems(register())).toEqual([]);
  });

  it("names a misspelt member of an answer in the call itself, with a suggestion", async () => {
    expect(
      await problems(
        register((files) => ({
          [CALLS]: mustReplace(files[CALLS], "answer.number", "answer.numbr"),
        })),
      ),
    ).toEqual([{ code: "FLOW-ANSWER", file: "calls/register.yaml", suggestion: "number" }]);
  });

  it("names one in a row after the call", async () => {
    const misspelt = register((files) => ({
      [CONFIRM]: mustReplace(
        files[CONFIRM],
        "application.trouble: known",
        "application.trouble: { var: answer.mesage }",
      ),
    }));
    expect(await problems(misspelt)).toEqual([
      { code: "FLOW-ANSWER", file: "screens/confirm.yaml", suggestion: "message" },
    ]);
  });

  it("names a misspelt member of an element of a list", async () => {
    const listed = SCHEMA.replace(
      "number: { type: string }",
      "number: { type: string }, cards: { type: array, items: { type: object, properties: { code: { type: string } } } }",
    );
    const reading = (member: string) =>
      problems(
        register(
          (files) => ({
            [CALLS]: mustReplace(
              files[CALLS],
              "{ var: answer.number }",
              `{ first: { map: [{ filter: [{ var: answer.cards }, { var: code }] }, { var: ${member} }] } }`,
            ),
          }),
          listed,
        ),
      );
    expect(await reading("code")).toEqual([]);
    expect(await reading("coed")).toEqual([
      { code: "FLOW-ANSWER", file: "calls/register.yaml", suggestion: "code" },
    ]);
  });

  it("names one in a guard, which may be asked after any call", async () => {
    const shipped = await shippedSources;
    const guarded = register((files) => ({
      [GUARDS]: mustReplace(
        shipped.get(GUARDS),
        "guards:",
        "guards:\n  refused: { description: a message, rule: { '!!': { var: answer.mesage } } }",
      ),
      [CONFIRM]: mustReplace(
        files[CONFIRM],
        "match: { outcome: success }",
        "match: { outcome: success, refused: false }",
      ),
    }));
    expect(await problems(guarded)).toMatchObject([
      { code: "FLOW-ANSWER", file: "guards.yaml", suggestion: "message" },
    ]);
  });

  it("warns of a call whose answer is read but not declared", async () => {
    expect(await cardProblems(await register(undefined, ""))).toMatchObject([
      {
        code: "FLOW-ANSWER-OPEN",
        severity: "warning",
        suggestion: "answerSchema: { type: object, properties: { number: {} } }",
      },
    ]);
  });

  it("names a schema that is not there, one that is none, and strictness without a schema", async () => {
    expect(await problems(register(undefined, "\n    answerSchema: entry"))).toMatchObject([
      { code: "FLOW-NAME", file: "calls/register.yaml" },
    ]);
    expect(await problems(register(undefined, "\n    answerSchema: { type: 7 }"))).toMatchObject([
      { code: "FLOW-ANSWER" },
    ]);
    expect(await problems(register(undefined, "\n    strictAnswer: true"))).toMatchObject([
      { code: "FLOW-ANSWER" },
    ]);
  });
});

describe("an answer that does not fit", () => {
  /** Enters a reader; the register answers so. */
  async function entered(schema: string, answer: JsonObject) {
    const flow = await cardFlow(await register(undefined, schema));
    return runFixture(flow, enteringFixture(["Ada Noor"], { enter: [{ answer }] }));
  }

  it("is reported by the fixture that gives it, and is applied all the same", async () => {
    const { deviations, steps } = await entered(SCHEMA, { reader: "r" });
    expect(deviations).toEqual([
      "the answer of enter does not fit its answerSchema: the answer must have required property 'number'",
    ]);
    expect(steps.at(-1)?.screen).toBe("done");
  });

  it("is no success where the call is strict", async () => {
    const { steps } = await entered(`${SCHEMA}\n    strictAnswer: true`, { number: true });
    expect(steps.at(-1)).toMatchObject({
      screen: "confirm",
      state: { application: { trouble: "failed" } },
    });
  });

  it("is taken as text where it is a number and the call declares text", async () => {
    const { deviations, steps } = await entered(`${SCHEMA}\n    strictAnswer: true`, { number: 7 });
    expect(deviations).toEqual([]);
    expect(steps.at(-1)?.screen).toBe("done");
  });
});
