import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { readSources } from "../../../../../server/definitions/read-sources.ts";
import { CLINIC, PROJECT, shippedSources } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";

const sources = await readSources(CLINIC, PROJECT);
const FILE = "flows/clinic/calls/post.yaml";
const LIMITS = /\n {4}limits:\n {6}- [^\n]*/g;

/** Problems of the clinic's mails, changed. */
function reportedOf(changed: string) {
  const result = compileFlow(new Map([...sources, [FILE, changed]]), "clinic", ["CI"]);
  return (result.ok ? [] : result.problems).filter(({ code }) => code === "FLOW-CALL-TO");
}

describe("checkTypedRecipients()", () => {
  const post = sources.get(FILE) ?? "";
  const unlimited = post.replaceAll(LIMITS, "");

  it("reports calls without limits that a press makes to a typed address, each once", () => {
    const told = reportedOf(unlimited).map(({ file, message }) => [file, message]);
    expect(told).toContainEqual([
      FILE,
      expect.stringMatching(
        /^The call "sendCode" writes to an address that a visitor typed, and has no limits: on the screen "[\w-]+" anybody can have a stranger written to without end$/,
      ),
    ]);
    expect(new Set(told.map(([, message]) => message)).size).toBe(told.length);
  });

  it("reports calls of timers, which many applications can make", () => {
    const flow = "flows/clinic/flow.yaml";
    const text = mustReplace(
      sources.get(flow) ?? "",
      "call: sendLink\n        then:\n          - { id: written, stay: true }",
      "call: remind\n        then:\n          - { id: written, stay: true }",
    );
    const remind = post
      .slice(post.indexOf("  sendLink:"))
      .replaceAll(LIMITS, "")
      .replace("sendLink", "remind");
    const changed = new Map([...sources, [flow, text], [FILE, `${post.trimEnd()}\n${remind}`]]);
    const result = compileFlow(changed, "clinic", ["CI"]);
    expect(
      (result.ok ? [] : result.problems)
        .filter(({ code }) => code === "FLOW-CALL-TO")
        .map(({ message }) => message),
    ).toEqual([
      'The call "remind" writes to an address that a visitor typed, and has no limits: by the timer "remind" of many applications anybody can have a stranger written to without end',
    ]);
  });

  it("accepts calls with limits", () => {
    expect(reportedOf(post)).toEqual([]);
  });

  it("accepts a recipient of the settings, or one whom the sign-in names", () => {
    const fixed = mustReplace(
      mustReplace(
        unlimited,
        "to: { default: [{ var: form.address }, { var: email.address }] }",
        "to: office@clinic.example",
      ),
      "to: { var: email.address }",
      "to: { var: visitor.email }",
    );
    expect(reportedOf(fixed)).toEqual([]);
  });

  it("reports a call that a provider answers with a message, and none that checks a code", async () => {
    const file = "flows/merchant-signup/calls/step-ups.yaml";
    const text = (await shippedSources).get(file);
    const limits = "[{ per: address, most: 15, minutes: 1440 }]";
    const [block = ""] = / {4}limits: &messages\n(?: {6}.*\n)+/.exec(text ?? "") ?? [];
    const found = (changed: string) => {
      const edited = new Map(shipped).set(file, changed);
      const result = compileFlow(edited, "merchant-signup", ["CI"]);
      return (result.ok ? [] : result.problems)
        .filter(({ code }) => code === "FLOW-CALL-TO")
        .map(({ message }) => message.split(" and has")[0]);
    };
    const shipped = await shippedSources;
    expect(found(text ?? "")).toEqual([]);
    expect(found(mustReplace(mustReplace(text, block, ""), "*messages", limits))).toEqual([
      'The call "sendCode" writes to an address that a visitor typed,',
    ]);
  });
});
