import { describe, expect, it } from "vitest";
import { callsWithDefaults } from "../../../engine/compile/call-defaults.ts";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { editableSources } from "../../definitions.ts";

const shipped = await editableSources;

const DEFAULTS = {
  service: "post",
  timeoutMs: 1000,
  headers: { "x-source": "library" },
  params: { applicationId: { var: "application.id" }, shelf: "A" },
};
const ask = { description: "Asks", method: "POST", path: "/cards/{applicationId}" };

describe("callsWithDefaults()", () => {
  it("gives a call the missing defaults, and of the parameters those of its path", () => {
    expect(callsWithDefaults({ defaults: DEFAULTS, calls: { ask } })).toEqual({
      ask: {
        ...ask,
        service: "post",
        timeoutMs: 1000,
        headers: { "x-source": "library" },
        params: { applicationId: { var: "application.id" } },
      },
    });
  });

  it("keeps a call's own settings, header by header and parameter by parameter", () => {
    const own = {
      ...ask,
      service: "bank",
      headers: { "x-kind": "card" },
      params: { applicationId: { var: "params.applicationId" } },
    };
    expect(callsWithDefaults({ defaults: DEFAULTS, calls: { own } })).toMatchObject({
      own: {
        service: "bank",
        headers: { "x-source": "library", "x-kind": "card" },
        params: { applicationId: { var: "params.applicationId" } },
      },
    });
  });

  it("gives method, path and repeat, and parameters of the path that is given", () => {
    const defaults = {
      ...DEFAULTS,
      method: "POST",
      path: "/cards/{applicationId}",
      repeat: "allowed",
    };
    expect(callsWithDefaults({ defaults, calls: { ask: { description: "Asks" } } })).toMatchObject({
      ask: { ...ask, repeat: "allowed", params: { applicationId: { var: "application.id" } } },
    });
  });

  it("leaves a file without defaults as it is", () => {
    const calls = { ask };
    expect(callsWithDefaults({ calls })).toBe(calls);
  });
});

describe("compileFlow()", () => {
  it("refuses a call without what a request needs, its own or that of its file", () => {
    const text = "defaults: { timeoutMs: 1000 }\ncalls:\n  ask:\n    description: Asks\n";
    const result = compileFlow(
      new Map([...shipped, ["flows/library-card/calls/post.yaml", text]]),
      "library-card",
      ["LOCAL"],
    );
    const told = (result.ok ? [] : result.problems).map(
      ({ code, message, file, line }) => `${code} ${file}:${line} ${message}`,
    );
    for (const word of ["service", "method", "path"])
      expect(told).toContain(
        `FLOW-SHAPE flows/library-card/calls/post.yaml:3 "${word}" is missing in calls.ask, and in the defaults of its file`,
      );
    expect(told.filter((each) => each.includes("timeoutMs"))).toEqual([]);
  });
});
