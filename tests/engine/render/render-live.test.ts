import { describe, expect, it } from "vitest";
import { renderLive } from "../../../engine/render/render-live.ts";
import { buildFacts } from "../../../engine/transition/facts.ts";
import { liveShown } from "../../../web/form/live.ts";
import { cardFlow } from "../../card-flow.ts";
import { shippedSources } from "../../definitions.ts";

const WORDS = "screens/reader.yaml";
const sources = await shippedSources;
const text = (path: string) => sources.get(path) ?? "";
const label = '\nblocks: { told: { title: "So far", items: { lives: { label: "Lives" } } } }\n';
const flow = await cardFlow({
  "flows/library-card/screens/reader.yaml": `${text("flows/library-card/screens/reader.yaml")}
blocks:
  - id: told
    kind: facts
    live: true
    items: [{ id: lives, value: { var: reader.lives }, as: option, options: options.lives }]
`,
  ...Object.fromEntries(
    ["en-US", "fr-CA"].map((locale) => [
      `content/library-card/${locale}/${WORDS}`,
      text(`content/library-card/${locale}/${WORDS}`) + label,
    ]),
  ),
});

describe("renderLive()", () => {
  it.each([
    ["en-US", "In the town"],
    ["fr-CA", "Dans la ville"],
  ])("gives the page the words of choices, in %s", (locale, words) => {
    const variant = flow.variant({ environment: "LOCAL" });
    const screen = variant.screens.get("reader");
    const form = variant.forms.get("reader");
    if (screen === undefined || form === undefined) throw new Error("no form of the reader");
    const copy = variant.copy(locale);
    const live = renderLive(
      {
        flow: variant,
        screen,
        facts: buildFacts(
          variant,
          {},
          {
            now: "2026-03-01T10:00:00Z",
            variant: variant.variant,
            locale,
            signedIn: true,
            uuids: [],
          },
        ),
        copy,
      },
      form,
    );
    if (live === undefined) throw new Error("nothing is live");
    expect(liveShown(live, locale)({ lives: "here" }).blocks["told"]).toMatchObject([
      { label: "Lives", value: words },
    ]);
  });
});
