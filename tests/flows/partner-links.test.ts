import { describe, expect, it } from "vitest";
import { compileFlow } from "../../engine/compile/compile-flow.ts";
import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import { renderLinks } from "../../engine/render/render-brand.ts";
import { shippedSources } from "../definitions.ts";
import { mustReplace } from "../must-replace.ts";

const shipped = await shippedSources;
const OVERLAY = "flows/merchant-signup/overlays/reseller/westlake.yaml";

/** The flow with links in the reseller's overlay, or its problems. */
function withLinks(links: string): CompiledFlow | readonly string[] {
  const text = mustReplace(shipped.get(OVERLAY) ?? "", "config:\n", `config:\n  links: ${links}\n`);
  const result = compileFlow(new Map([...shipped, [OVERLAY, text]]), "merchant-signup", ["CI"]);
  return result.ok ? result.flow : result.problems.map(({ code, message }) => `${code} ${message}`);
}

describe("links of a partner", () => {
  it("stand in the place of the flow's own in every language, and close its placeholder", () => {
    const flow = withLinks("{ terms: 'https://westlake.example/terms' }");
    if ("length" in flow) throw new Error(flow.join("\n"));
    const own = flow.variant({
      portal: "hosting",
      market: "CA",
      reseller: "westlake",
      environment: "CI",
    });
    const other = flow.variant({ portal: "hosting", market: "CA", environment: "CI" });
    for (const locale of ["en-CA", "fr-CA"])
      expect(renderLinks(own, own.copy(locale)).get("terms")?.href).toBe(
        "https://westlake.example/terms",
      );
    const isOpen = (variant: typeof own, screen: string) =>
      variant.screens.get(screen)?.allow?.test({ config: variant.config });
    expect([isOpen(own, "legal-terms"), isOpen(own, "legal-privacy")]).toEqual([false, true]);
    expect(isOpen(other, "legal-terms")).toBe(true);
  });

  it("leave out no language: the flow's placeholder would stand there", () => {
    const problems = withLinks("{ terms: { en-US: 'https://westlake.example/terms' } }");
    expect(problems).toEqual([
      'FLOW-CONFIG "en-CA" is missing in config.links.terms',
      'FLOW-CONFIG "fr-CA" is missing in config.links.terms',
    ]);
  });
});
