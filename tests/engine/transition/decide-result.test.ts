import { describe, expect, it } from "vitest";
import { runFixture } from "../../../engine/fixtures/run-fixture.ts";
import { cardFlow } from "../../card-flow.ts";
import { shippedSources } from "../../definitions.ts";
import { enteringFixture, registerFiles } from "../../register-flow.ts";

const FLOW = "flows/library-card/flow.yaml";
const CALLS = "flows/library-card/calls/register.yaml";

/** A reader is entered in the register, where a table is asked after every call. */
async function entered(rows: string, name: string) {
  const files = await registerFiles();
  const flow = await cardFlow({
    ...files,
    [FLOW]: `${(await shippedSources).get(FLOW) ?? ""}answered: told\n`,
    "flows/library-card/transitions/told.yaml": `table: told\nrows:\n${rows}`,
    [CALLS]: `${files[CALLS] ?? ""}  look:
    description: Looks whether a card is printed
    service: register
    method: GET
    path: /printed
    timeoutMs: 400
`,
    "flows/library-card/sandbox/register.yaml": `${files["flows/library-card/sandbox/register.yaml"] ?? ""}
  look: [{ id: all }]
`,
  });
  const result = runFixture(flow, enteringFixture([name]));
  expect(result.deviations).toEqual([]);
  return result.steps.at(-1);
}

describe("decideResult() with a table that is asked after every call", () => {
  const notice = "notify: { copy: screens.confirm.title, tone: info }";

  it("lets a row that leads somewhere decide", async () => {
    const step = await entered(
      "  - { id: back, match: { status: 409 }, to: reader }\n",
      "Ada Known",
    );
    expect(step?.screen).toBe("reader");
  });

  it("keeps the notice of a row that leads nowhere, beside what the action's own table says", async () => {
    const step = await entered(
      `  - { id: seen, match: { status: 409 }, ${notice} }\n`,
      "Ada Known",
    );
    expect(step).toMatchObject({ screen: "confirm", state: { application: { trouble: "known" } } });
    expect(step?.notices).toEqual(["screens.confirm.title"]);
  });

  it("makes the call of a row, and asks that row's own table afterwards", async () => {
    const step = await entered(
      "  - { id: look, match: { status: 409 }, call: look, then: [{ id: looked, to: reader }] }\n",
      "Ada Known",
    );
    expect(step?.screen).toBe("reader");
  });
});
