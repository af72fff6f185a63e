import { describe, expect, it } from "vitest";
import type { ScreenView } from "../../engine/render/view.ts";
import { builtPage } from "../../server/application/page/built-page.ts";
import { ValidatorModules } from "../../server/application/page/validator-module.ts";
import { appearancesOf, renderShown, shownScreensOf } from "../browser/sweep/shown-screens.ts";
import { PROJECT, shippedLibrary } from "../definitions.ts";

const library = await shippedLibrary();
const validators = new ValidatorModules();

/** The view of a screen of the small flow. */
function viewOf(screen: string): ScreenView {
  const flow = library.flows.get("library-card");
  const shown =
    flow === undefined ? undefined : shownScreensOf(flow).find((each) => each.screen === screen);
  const [appearance] = shown === undefined ? [] : appearancesOf(shown);
  if (shown === undefined || appearance === undefined) throw new Error(`${screen} is not shown`);
  const view = renderShown(shown, appearance, library.words(appearance.locale), validators);
  if (view === undefined) throw new Error(`${screen} is not drawn`);
  return view;
}

const STATE = /<script type="application\/json" id="foyer-view">(.*?)<\/script>/s;

describe("builtPage()", () => {
  it.each([
    ["without a session", undefined],
    ["with a session", { endsInMs: 7 }],
  ])("writes the page's own view and key, %s", async (_, session) => {
    const draw = await builtPage(PROJECT, validators);
    const odd = "</script><!-- é 漢 🎈 \u2028 $& ";
    const view = { ...viewOf("reader"), data: { name: odd }, ...(session && { session }) };
    for (let again = 0; again < 3; again++) {
      const html = draw({ view, nonce: "n1", key: `key ${again}`, now: again }).toString();
      const [, state = ""] = STATE.exec(html) ?? [];
      expect(JSON.parse(state)).toEqual(
        JSON.parse(JSON.stringify({ view, key: `key ${again}`, now: again })),
      );
      expect(html).toMatch(/<div id="root"><.*<main.*<\/div><script type="application\/json"/s);
      expect(html).toContain('<style data-emotion="');
    }
  });

  it("lets development add to the head and the end of the body, and shows it nothing of the view", async () => {
    const frames: string[] = [];
    const draw = await builtPage(PROJECT, validators, (frame, { nonce }) => {
      frames.push(frame);
      return frame
        .replace("</head>", `<i>${nonce}</i></head>`)
        .replace("</body>", "<b></b></body>");
    });
    const view = { ...viewOf("reader"), data: { name: "Ada Noor" } };
    const html = draw({ view, nonce: "n1", key: "k" }).toString();
    expect(html).toMatch(/<i>n1<\/i><\/head>.*Ada Noor.*<b><\/b><\/body>/s);
    expect(frames).toHaveLength(1);
    expect(frames[0]).not.toContain("Ada Noor");
  });
});
