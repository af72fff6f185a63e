import type { Page } from "playwright";
import type { Finding } from "./examine.ts";

/**
 * Parts that a visitor's own colours leave without a sign: buttons without an edge, an underline or
 * a picture; boxes without an edge; bars that what lies under them shows through.
 */
export async function findInForcedColours(page: Page): Promise<Finding[]> {
  await page.emulateMedia({ forcedColors: "active" });
  const found = await page.evaluate(() => {
    const all: { rule: string; detail: string }[] = [];
    const has = (style: CSSStyleDeclaration) =>
      ["top", "bottom"].some(
        (side) =>
          style.getPropertyValue(`border-${side}-style`) !== "none" &&
          Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) >= 1,
      );
    const seen = (selector: string) =>
      [...document.querySelectorAll(selector)].filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          element.getBoundingClientRect().width > 1,
      );
    for (const button of seen("button, summary")) {
      const style = getComputedStyle(button);
      const marked =
        has(style) ||
        style.textDecorationLine.includes("underline") ||
        button.querySelector("svg") !== null ||
        !/\w/.test(button.textContent ?? "") ||
        getComputedStyle(button, "::before").content !== "none";
      if (!marked)
        all.push({ rule: "button-unmarked", detail: (button.textContent ?? "").slice(0, 60) });
    }
    for (const box of seen(
      "[role=dialog], [role=alertdialog], [data-toast], main [role=alert], main select, main textarea, main input:is([type=text], [type=email], [type=tel], [type=url], [type=password])",
    ))
      // The boxes of a code stand beneath its line, and a quantity has its edge around its buttons.
      if (
        !has(getComputedStyle(box)) &&
        !box.matches("[autocomplete=one-time-code], [role=spinbutton]")
      )
        all.push({ rule: "no-edge", detail: box.outerHTML.slice(0, 120) });
    for (const bar of seen("body *")) {
      const { position, backgroundColor } = getComputedStyle(bar);
      const transparent = /^rgba\(.*, 0\)$/.test(backgroundColor);
      if (position === "sticky" && transparent && bar.querySelector("button") !== null)
        all.push({ rule: "shows-through", detail: (bar.textContent ?? "").slice(0, 60) });
    }
    return all;
  });
  await page.emulateMedia({ forcedColors: "none" });
  return found;
}

/** Controls that something else covers, or that lie outside the window, once Tab reaches them. */
export async function findHiddenFocus(page: Page): Promise<Finding[]> {
  const found: Finding[] = [];
  for (let presses = 0; presses < 150; presses++) {
    await page.keyboard.press("Tab");
    const hidden = await page.evaluate(async () => {
      const { activeElement: active } = document;
      if (active === null || active === document.body || active.hasAttribute("data-reached"))
        return undefined;
      active.setAttribute("data-reached", "");
      if (active instanceof HTMLIFrameElement) return "";
      const box = active instanceof HTMLInputElement ? (active.closest("label") ?? active) : active;
      const coverOf = () => {
        const { left, right, top, bottom } = box.getBoundingClientRect();
        const middle = (left + right) / 2;
        return [top + 4, (top + bottom) / 2, bottom - 4].flatMap((y) => {
          const above = document.elementFromPoint(middle, y);
          return above === null || !(box.contains(above) || above.contains(box))
            ? (above?.outerHTML.slice(0, 80) ?? "the window's edge")
            : [];
        });
      };
      // The window scrolls, and what gives way to the focus does so, within some frames.
      let covered = coverOf();
      for (let frames = 0; frames < 2 || (covered[0] !== undefined && frames < 30); frames++) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        covered = coverOf();
      }
      return covered[0] === undefined
        ? ""
        : `${active.outerHTML.slice(0, 120)} lies under ${covered[0]}`;
    });
    if (hidden === undefined) return found;
    if (hidden !== "") found.push({ rule: "hidden-focus", detail: hidden });
  }
  return [...found, { rule: "hidden-focus", detail: "Tab never comes round" }];
}
