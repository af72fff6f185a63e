import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import type { Sources } from "../../../engine/language/sources.ts";
import { compileRefused } from "../../../server/definitions/compile-version.ts";
import { shippedSources } from "../../definitions.ts";
import { mustReplace } from "../../must-replace.ts";

const FLOW = "library-card";
const THEME = `flows/${FLOW}/theme.yaml`;
const GUARDS = `flows/${FLOW}/guards.yaml`;
const CONFIRM = `flows/${FLOW}/screens/confirm.yaml`;
const shipped = await shippedSources;

/** A stored version that today's checks refuse, as a node of this release compiles it. */
async function stored(sources: Sources) {
  const today = compileFlow(sources, FLOW, ["CI"]);
  if (today.ok) throw new Error("today's checks take it");
  const result = await compileRefused(FLOW, sources, {
    environment: "CI",
    version: "stored",
    refused: today.problems,
  });
  const codes = (result.ok ? result.warnings : result.problems).map(({ code }) => code);
  return { ok: result.ok, codes: [...new Set(codes)], version: result.ok && result.flow.version };
}

const withText = (path: string, from: string, to: string) =>
  new Map(shipped).set(path, mustReplace(shipped.get(path) ?? "", from, to));

describe("compileRefused()", () => {
  it("serves a version that only checks refuse, under its stored hash, and lists the refusals", async () => {
    const pale = new Map(shipped).set(
      THEME,
      `${shipped.get(THEME) ?? ""}\nlight: { accent: '#7fd4c8', onAccent: '#ffffff' }\n`,
    );
    expect(await stored(pale)).toEqual({ ok: true, codes: ["THEME-CONTRAST"], version: "stored" });
  });

  it("serves a version with a number that loses digits in reading", async () => {
    const config = `flows/${FLOW}/config/library.yaml`;
    const lossy = withText(config, "feeMinor: 2500", "feeMinor: 2500.00");
    expect(await stored(lossy)).toMatchObject({ ok: true, codes: ["FLOW-YAML-NUMBER"] });
  });

  it("serves a version whose fixtures differ from the current ones", async () => {
    const sources = new Map(shipped).set(
      `flows/${FLOW}/fixtures/of-another-day.yaml`,
      "fixture: of-another-day\nsays: a former word\nsteps: []\n",
    );
    expect(await stored(sources)).toMatchObject({ ok: true, codes: ["FLOW-SHAPE"] });
  });

  it("refuses a version with a rule that does not compile", async () => {
    expect(await stored(withText(GUARDS, "reader.lives", "reader.livse"))).toMatchObject({
      ok: false,
      codes: ["FLOW-RULE-PATH"],
    });
  });

  it("refuses a version with a name that leads nowhere", async () => {
    expect(await stored(withText(CONFIRM, "to: done", "to: of-the-future"))).toMatchObject({
      ok: false,
      codes: ["FLOW-NAME"],
    });
  });
});
