import { describe, expect, it } from "vitest";
import { renderBrand } from "../../../engine/render/render-brand.ts";
import { compileLibrary } from "../../../server/definitions/flow-library.ts";
import { pageTitle } from "../../../web/screen/page-title.ts";
import { toolShareSources } from "../../definitions.ts";
import { mustReplace } from "../../must-replace.ts";

const THEME = "flows/tool-share/theme.yaml";
const COBRAND = /^cobrand: .*\n/m;

/** The brand of the small flow, with another line about the cobrand. */
async function brandWith(line: string) {
  const sources = new Map(await toolShareSources);
  sources.set(THEME, mustReplace(sources.get(THEME), COBRAND, line));
  const result = compileLibrary(sources, "LOCAL");
  if (!result.ok) return { problems: result.problems.map(({ message }) => message) };
  const flow = result.library.flows.get("tool-share");
  const [variant] = flow?.variants ?? [];
  if (flow === undefined || variant === undefined) throw new Error("there is no such flow");
  const compiled = flow.variant(variant);
  return { brand: renderBrand(compiled, compiled.copy("en-US")) };
}

/** The brand of the small flow, with words of its own. */
async function brandSaying(words: string) {
  const path = "content/tool-share/en-US/brand.yaml";
  const sources = new Map([...(await toolShareSources), [path, words]]);
  const result = compileLibrary(sources, "LOCAL");
  const flow = result.ok ? result.library.flows.get("tool-share") : undefined;
  const [variant] = flow?.variants ?? [];
  if (flow === undefined || variant === undefined) throw new Error("there is no such flow");
  const compiled = flow.variant(variant);
  return renderBrand(compiled, compiled.copy("en-US"));
}

it("the brand has the name that its language gives it", async () => {
  expect((await brandSaying('name: "The Yard"\n')).name).toBe("The Yard");
});

it("the brand has a note at the foot of its pages where a text says one", async () => {
  expect((await brandSaying('note: ""\n')).note).toBeUndefined();
  expect((await brandSaying('note: "By Cedar."\n')).note).toBe("By Cedar.");
});

it("the brand's logo that holds the name stands alone, unless its mark is drawn", async () => {
  const logo = "logo: /brand/tool-share/aldermere.svg\nnameInLogo: true\n";
  expect((await brandWith(logo)).brand?.nameInLogo).toBe(true);
  expect((await brandWith(`${logo}mark: M0 0H32\n`)).brand?.nameInLogo).toBeUndefined();
});

describe("a cobrand", () => {
  it("stands beside the brand with name and logo, first where logos are flipped", async () => {
    const { brand } = await brandWith(
      "cobrand: { applicationName: Town of Aldermere, logo: /brand/tool-share/aldermere.svg, flipLogos: true }\n",
    );
    expect(brand).toMatchObject({
      name: "Tool Yard",
      cobrand: { name: "Town of Aldermere", logo: "/brand/tool-share/aldermere.svg", first: true },
    });
  });

  it("comes second otherwise, and needs no logo", async () => {
    const { brand } = await brandWith("cobrand: { applicationName: Town of Aldermere }\n");
    expect(brand?.cobrand).toEqual({ name: "Town of Aldermere", first: false });
  });

  it("is not there where the look names none, and needs a name", async () => {
    expect((await brandWith("")).brand?.cobrand).toBeUndefined();
    expect(
      (await brandWith("cobrand: { logo: /brand/tool-share/aldermere.svg }\n")).problems?.join(" "),
    ).toContain("applicationName");
  });

  it("is in the title of each page, in the order of the logos", async () => {
    const view = (cobrand: { readonly name: string; readonly first: boolean }) =>
      ({
        title: "Tools",
        words: {},
        notices: [],
        brand: { name: "Tool Yard", cobrand },
      }) as unknown as Parameters<typeof pageTitle>[0];
    expect(pageTitle(view({ name: "Aldermere", first: false }), false)).toBe(
      "Tools – Tool Yard – Aldermere",
    );
    expect(pageTitle(view({ name: "Aldermere", first: true }), false)).toBe(
      "Tools – Aldermere – Tool Yard",
    );
  });
});
