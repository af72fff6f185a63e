import { afterEach, describe, expect, it } from "vitest";
import { servePlainFonts } from "../../../../server/http/page/plain-fonts.ts";
import { plainPage } from "../../../../server/http/page/plain-page.ts";

const PAGE = { locale: "en-US", title: "Out", nonce: "n1", body: "<h1>Out</h1>" };

afterEach(() => servePlainFonts({ file: undefined, style: "" }));

const BRAND = {
  name: "Cedar",
  support: { label: "Help, any time", phone: "+1 800 555 0100" },
  theme: { light: {}, dark: {}, radius: "10px", bodyFont: "Inter", headingFont: "Inter" },
};

describe("plainPage()", () => {
  it("says where its brand helps, and nothing within a frame", () => {
    const help = '<footer>Help, any time <a href="tel:+1 800 555 0100">';
    expect(plainPage({ ...PAGE, brand: BRAND })).toContain(help);
    expect(plainPage({ ...PAGE, brand: BRAND, framed: true })).not.toContain("<footer>");
  });

  it("marks an error by a sign beside its colour", () => {
    expect(plainPage(PAGE)).toMatch(/\.error::before\{content:"!"/);
  });

  it("has a logo that holds the name alone", () => {
    const html = plainPage({ ...PAGE, brand: { ...BRAND, logo: "/wide.svg", nameInLogo: true } });
    expect(html).toContain('<span class="brand"><img src="/wide.svg" alt="Cedar"></span>');
  });

  it("has the font of the screens once it is served, and the system's until then", () => {
    expect(plainPage(PAGE)).not.toContain("preload");
    servePlainFonts({ file: "assets/inter.woff2", style: "@font-face{font-family:Test}" });
    const html = plainPage(PAGE);
    expect(html).toContain('<link rel="preload" href="/assets/inter.woff2" as="font"');
    expect(html).toContain('<style nonce="n1">@font-face{font-family:Test}');
  });
});
