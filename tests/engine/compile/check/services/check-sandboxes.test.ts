import { describe, expect, it } from "vitest";
import { cardProblems } from "../../../../card-flow.ts";
import { registerFiles, ROWS } from "../../../../register-flow.ts";

const FILE = "flows/library-card/sandbox/register.yaml";

/** Problems of the register's sandbox with these rows. */
async function problems(rows: string, more: Readonly<Record<string, string>> = {}) {
  const found = await cardProblems({ ...(await registerFiles(rows)), ...more });
  return found.map(({ code, message, file, line, suggestion }) => ({
    code,
    message,
    at: `${file.split("/").slice(2).join("/")}:${line}`,
    suggestion,
  }));
}

describe("checkSandboxes()", () => {
  it("takes a sandbox that answers every call of its service", async () => {
    expect(await problems(ROWS)).toEqual([]);
  });

  it("names a call that the service lacks, with a suggestion", async () => {
    expect(await problems("\n  entr: [{ id: all }]\n")).toEqual([
      {
        code: "FLOW-NAME",
        message: 'The service "register" has no call "entr"',
        at: "sandbox/register.yaml:2",
        suggestion: "enter",
      },
    ]);
  });

  it("names a collection that no row writes, with a suggestion", async () => {
    const rows = `
  enter:
    - { id: again, find: { in: reader, id: { var: sent.params.reader } }, status: 409 }
    - { id: entered, keep: { in: readers, id: { var: sent.params.reader } }, answer: { number: '1' } }
`;
    expect(await problems(rows)).toEqual([
      {
        code: "FLOW-NAME",
        message: 'No row of the service keeps anything in "reader"',
        at: "sandbox/register.yaml:3",
        suggestion: "readers",
      },
    ]);
    expect(await problems(rows.replace("in: reader,", "in: readers,"))).toEqual([]);
  });

  it("refuses a sandbox whose last row finds something, since it may not be there", async () => {
    const rows = `
  enter:
    - { id: again, find: { in: readers, id: '1' }, keep: { in: readers, id: '1' }, answer: { number: '1' } }
`;
    expect(await problems(rows)).toMatchObject([{ code: "FLOW-SANDBOX" }]);
  });

  it("warns of a service that nothing answers in development", async () => {
    const { [FILE]: _, ...silent } = await registerFiles();
    expect(await cardProblems(silent)).toMatchObject([
      {
        code: "FLOW-SANDBOX-MISSING",
        severity: "warning",
        file: "flows/library-card/services.yaml",
        suggestion: "flows/library-card/sandbox/register.yaml with a row for each call",
      },
    ]);
  });

  it("names an unknown word with its place and the right one", async () => {
    expect(await problems("\n  enter: [{ id: all, delaysMs: 5 }]\n")).toMatchObject([
      { code: "FLOW-SHAPE", at: "sandbox/register.yaml:2", suggestion: "delayMs" },
    ]);
  });

  it("refuses a rule that reads the application: the request is all that a service sees", async () => {
    expect(
      await problems("\n  enter: [{ id: all, answer: { name: { var: reader.name } } }]\n"),
    ).toMatchObject([{ code: "FLOW-RULE-PATH", at: "sandbox/register.yaml:2" }]);
    expect(
      await problems("\n  enter: [{ id: all, answer: { name: { var: sent.boddy.name } } }]\n"),
    ).toMatchObject([{ suggestion: "sent.body" }]);
  });

  it("refuses rows that leave a request without an answer, and rows that never answer", async () => {
    expect(await problems("\n  enter: [{ id: once, times: 1 }]\n")).toMatchObject([
      { code: "FLOW-SANDBOX", suggestion: "- { id: otherwise, answer: {} }" },
    ]);
    const dead = await problems("\n  enter: [{ id: all }, { id: all, times: 2 }]\n");
    expect(dead.map(({ code }) => code).toSorted()).toEqual(["FLOW-ROW-DEAD", "FLOW-ROW-REPEATED"]);
    expect(
      await problems("\n  enter: [{ id: all, outcome: network, status: 500 }]\n"),
    ).toMatchObject([{ code: "FLOW-SANDBOX" }]);
  });

  it("names a provider without a webhook, and a service that is not there", async () => {
    expect(
      await problems(
        "\n  enter: [{ id: all, webhooks: [{ provider: register-new, afterMs: 1, payload: {} }] }]\n",
      ),
    ).toMatchObject([{ code: "FLOW-NAME", suggestion: "register-news" }]);
    expect(
      await problems(ROWS, { [FILE.replace("register.yaml", "registre.yaml")]: "calls: {}\n" }),
    ).toMatchObject([{ code: "FLOW-NAME", at: "sandbox/registre.yaml:1", suggestion: "register" }]);
  });

  it("refuses two sandboxes for one service", async () => {
    const files = await registerFiles();
    const path = "flows/library-card/services.yaml";
    expect(
      await problems(ROWS, {
        [path]: (files[path] ?? "").replace("optional: true", "optional: true, sandbox: platform"),
      }),
    ).toMatchObject([{ code: "FLOW-SANDBOX", at: "services.yaml:2" }]);
  });
});
