import { afterEach, describe, expect, it } from "vitest";
import { servePlainFonts } from "../../../../server/plugins/page/plain-fonts.ts";
import { plainPage } from "../../../../server/plugins/page/plain-page.ts";

const PAGE = { locale: "en-US", title: "Out", nonce: "n1", body: "<h1>Out</h1>" };

afterEach(() => servePlainFonts({ file: undefined, style: "" }));

describe("plainPage()", () => {
  it("has the font of the screens once it is served, and the system's until then", () => {
    expect(plainPage(PAGE)).not.toContain("preload");
    servePlainFonts({ file: "assets/inter.woff2", style: "@font-face{font-family:Test}" });
    const html = plainPage(PAGE);
    expect(html).toContain('<link rel="preload" href="/assets/inter.woff2" as="font"');
    expect(html).toContain('<style nonce="n1">@font-face{font-family:Test}');
  });
});
