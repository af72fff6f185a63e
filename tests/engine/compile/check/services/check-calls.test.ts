import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { readSources } from "../../../../../server/definitions/read-sources.ts";
import { CLINIC, PROJECT } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";

const CALLS = "flows/clinic/calls/post.yaml";
const sources = await readSources(CLINIC, PROJECT);

/** Problems of the clinic's form with one text of its calls replaced. */
function problems(from: string, to: string) {
  const text = mustReplace(sources.get(CALLS) ?? "", from, to);
  const result = compileFlow(new Map([...sources, [CALLS, text]]), "clinic", ["CI"]);
  return (result.ok ? result.warnings : result.problems).map(
    ({ code, line, suggestion }) => [code, text.split("\n")[line - 1]?.trim(), suggestion] as const,
  );
}

const CHECK = "    method: POST\n    path: /codes/{codeId}\n";
const TYPED = "    body: { code: { var: form.code } }\n    timeoutMs: 5000\n";
const again = (on: string) => `${TYPED}    retry: { times: 1, everyMs: 500, on: [${on}] }\n`;

describe("checkCalls()", () => {
  it("takes the calls of a flow without a mistake", () => {
    const result = compileFlow(sources, "clinic", ["CI"]);
    expect(result.ok ? result.warnings : result.problems).toEqual([]);
  });

  it("takes an outcome of the call after which it is sent again", () => {
    expect(problems(TYPED, again("failed"))).toEqual([]);
  });

  it("takes attempts that take long where the call says so", () => {
    const long = mustReplace(
      TYPED,
      "timeoutMs: 5000",
      "timeoutMs: 300000\n    retry: { times: 5, everyMs: 1000, withinMs: 1860000, on: [failed] }",
    );
    expect(problems(TYPED, long)).toEqual([]);
  });

  it.each([
    [
      "a GET with a body",
      CHECK,
      mustReplace(CHECK, "POST", "GET"),
      "FLOW-CALL-BODY",
      "body: { code: { var: form.code } }",
      "query, or method: POST",
    ],
    [
      "an outcome that the call never has as a reason to send it again",
      TYPED,
      again("wrnog"),
      "FLOW-OUTCOME",
      "retry: { times: 1, everyMs: 500, on: [wrnog] }",
      "wrong",
    ],
    [
      "a part of the path that nothing fills",
      "params: { codeId: { var: email.codeId } }",
      "params: {}",
      "FLOW-CALL-PATH",
      "path: /codes/{codeId}",
      "params: { codeId: { var: application.id } }",
    ],
    [
      "a part of the path that is empty",
      "params: { codeId: { var: email.codeId } }",
      "params: { codeId: '' }",
      "FLOW-CALL-PATH",
      "params: { codeId: '' }",
      "a text or a number of the state",
    ],
    [
      "a wait in seconds",
      TYPED,
      mustReplace(TYPED, "5000", "5"),
      "FLOW-CALL-TIME",
      "timeoutMs: 5",
      "timeoutMs: 5000",
    ],
    [
      "repetitions for which the call has no time",
      TYPED,
      mustReplace(
        TYPED,
        "timeoutMs: 5000",
        "timeoutMs: 5000\n    retry: { times: 1, everyMs: 100, withinMs: 5000, on: [failed] }",
      ),
      "FLOW-CALL-TIME",
      "retry: { times: 1, everyMs: 100, withinMs: 5000, on: [failed] }",
      "withinMs: 10100",
    ],
    [
      "attempts that take longer than people wait",
      TYPED,
      mustReplace(
        TYPED,
        "timeoutMs: 5000",
        "timeoutMs: 300000\n    retry: { times: 5, everyMs: 1000, afterMs: 1000, on: [failed] }",
      ),
      "FLOW-CALL-LONG",
      "retry: { times: 5, everyMs: 1000, afterMs: 1000, on: [failed] }",
      "less timeoutMs or times, or withinMs: 1860000 where it is meant",
    ],
    [
      "a mailed code's life in seconds",
      "code: { lifetimeMs: 1800000 }",
      "code: { lifetimeMs: 1800 }",
      "FLOW-CALL-TIME",
      "code: { lifetimeMs: 1800 }",
      "lifetimeMs: 1800000",
    ],
    [
      "a mail to no address",
      "      to: { default: [{ var: form.address }, { var: email.address }] }\n",
      "      to: nobody\n",
      "FLOW-CALL-MAIL",
      "to: nobody",
      "to: { var: person.email }",
    ],
    [
      "a mail in a language that the flow does not have",
      "      template: confirm\n      from: { flow: clinic }\n      locale: { var: locale }\n",
      "      template: confirm\n      from: { flow: clinic }\n      locale: de-DE\n",
      "FLOW-CALL-MAIL",
      "locale: de-DE",
      "{ var: locale }",
    ],
  ])("refuses %s", (_, from, to, code, line, suggestion) => {
    expect(problems(from, to)).toContainEqual([code, line, suggestion]);
  });
});
