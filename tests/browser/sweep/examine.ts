import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright";

/** Something that is wrong with a page as it stands. */
export interface Finding {
  /** What looked: a rule of axe, or one of our own. */
  readonly rule: string;
  readonly detail: string;
}

/** Waits until the scripts have taken the page over and nothing moves any more. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      Object.keys(document.querySelector("h1") ?? {}).some((key) => key.startsWith("__reactFiber")),
    undefined,
    { timeout: 8000 },
  );
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        (animation) =>
          animation.playState !== "running" ||
          animation.effect?.getTiming().iterations === Infinity,
      ),
  );
}

/** What another light or another width can change; the rest of a page is the same by night. */
const BY_LOOKS = [
  "color-contrast",
  "link-in-text-block",
  "target-size",
  "scrollable-region-focusable",
];

/**
 * What axe finds, best practices included; a page in a frame is the provider's own.
 *
 * @param again the page was looked at whole before, and has only changed its light or its width
 */
export async function findWithAxe(page: Page, again = false): Promise<Finding[]> {
  // It weighs half a megabyte, and stays in the page it was put into.
  const there = await page.evaluate(() => "axe" in window);
  // Without this it opens a page of its own each time, to put together what was found in frames.
  const axe = new AxeBuilder({ page: page as never, ...(there ? { axeSource: "0" } : {}) })
    .setLegacyMode()
    .exclude("iframe");
  axe.options({ resultTypes: ["violations"], ...(again ? { runOnly: BY_LOOKS } : {}) });
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html }) => ({ rule: id, detail: html.slice(0, 200) })),
  );
}

/** What sticks out of the window sideways, and words that are cut off. */
export async function findOverflow(page: Page): Promise<Finding[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()} “${(element.textContent ?? "").trim().slice(0, 60)}”`;
    const seen = (element: Element) =>
      element.getClientRects().length > 0 && element.closest("[data-scrolls], [hidden]") === null;
    const found: { rule: string; detail: string }[] = [];
    if (document.documentElement.scrollWidth > width)
      found.push({
        rule: "sideways-scroll",
        detail: `${document.documentElement.scrollWidth} px in ${width} px`,
      });
    for (const element of document.querySelectorAll("body *")) {
      if (!seen(element)) continue;
      const { left, right, width: wide, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      const scrolls = (() => {
        for (let above = element.parentElement; above !== null; above = above.parentElement)
          if (["auto", "scroll"].includes(getComputedStyle(above).overflowX)) return true;
        return false;
      })();
      if (
        wide > 1 &&
        height > 1 &&
        right > 0 &&
        !scrolls &&
        (right > width + 1 || left < -1) &&
        found.length < 6
      )
        found.push({ rule: "sticks-out", detail: name(element) });
      const cuts = style.overflowX === "hidden" || style.textOverflow === "ellipsis";
      if (
        cuts &&
        wide > 2 &&
        height > 2 &&
        element.scrollWidth > element.clientWidth + 1 &&
        (element.textContent ?? "").trim() !== ""
      )
        found.push({ rule: "cut-off", detail: name(element) });
      if (element instanceof HTMLSelectElement || element instanceof HTMLButtonElement) {
        if (element.scrollWidth > element.clientWidth + 1)
          found.push({ rule: "cut-off", detail: name(element) });
      }
    }
    return found;
  });
}

/**
 * Words that are no words: keys without copy, unfilled places, values that are not there; English
 * marks in French.
 */
export async function findInWords(page: Page): Promise<Finding[]> {
  return page.evaluate(() => {
    const found: { rule: string; detail: string }[] = [];
    const french = document.documentElement.lang.startsWith("fr");
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const text = (node.textContent ?? "").trim();
      if (
        text === "" ||
        node.parentElement?.closest("script, style, noscript, [lang]:not(html)") !== null
      )
        continue;
      if (/^[a-z]\w*(\.[a-zA-Z]\w*){1,6}$/.test(text) && !text.includes("example"))
        found.push({ rule: "key-for-copy", detail: text });
      if (/\{\{?\w|\bundefined\b|\bnull\b|\bNaN\b|\[object /.test(text))
        found.push({ rule: "unfilled", detail: text.slice(0, 120) });
      if (french && /\w'\w|\p{L}[\s\u00a0\u202f][?!;]|« |[^\u00a0\u202f][»:](?!\S)/u.test(text))
        found.push({ rule: "french-marks", detail: text.slice(0, 120) });
    }
    return found;
  });
}

/**
 * Things to press that are too small for a thumb, more or fewer than one heading of the first
 * order, links within the page that lead to nothing to be seen, errors told twice.
 */
export async function findInShape(page: Page): Promise<Finding[]> {
  return page.evaluate(() => {
    const found: { rule: string; detail: string }[] = [];
    if (document.querySelectorAll("h1").length !== 1)
      found.push({ rule: "one-h1", detail: String(document.querySelectorAll("h1").length) });
    for (const link of document.querySelectorAll<HTMLAnchorElement>("a[href^='#']")) {
      const target = document.getElementById(link.hash.slice(1));
      if (target === null || target.getClientRects().length === 0)
        found.push({ rule: "leads-nowhere", detail: `${link.hash} “${link.textContent}”` });
    }
    // Without a rail the title stands at the edge of the header, as the rail of other pages does.
    const starts = ["header svg", "main:not([data-railed]) h1"].map((selector) =>
      document.querySelector(selector)?.getBoundingClientRect(),
    );
    if (innerWidth >= 992 && starts[1] !== undefined && starts[0]?.left !== starts[1].left)
      found.push({ rule: "other-edge", detail: `${starts[0]?.left} and ${starts[1].left} px` });
    const told = [...document.querySelectorAll("main [role=alert] li")].map(
      ({ textContent }) => textContent,
    );
    for (const text of new Set(told))
      if (told.indexOf(text) !== told.lastIndexOf(text))
        found.push({ rule: "told-twice", detail: text ?? "" });
    // Help stands in one place on every page.
    if (document.querySelector("footer a[href^='tel:']") !== document.querySelector("footer a"))
      found.push({
        rule: "help-elsewhere",
        detail: document.querySelector("footer a")?.outerHTML ?? "",
      });
    for (const control of document.querySelectorAll(
      "main form button, main select, main label:has(input)",
    ))
      if (control.checkVisibility() && control.getBoundingClientRect().height < 44)
        found.push({ rule: "small-main-target", detail: control.outerHTML.slice(0, 120) });
    for (const control of document.querySelectorAll(
      "button, select, textarea, input:not([type=hidden]):not([type=radio]):not([type=checkbox]), summary",
    )) {
      const { width, height } = control.getBoundingClientRect();
      if (width > 1 && height > 1 && (height < 24 || width < 24))
        found.push({ rule: "small-target", detail: control.outerHTML.slice(0, 120) });
    }
    // A link within a sentence is as high as its line.
    for (const link of document.querySelectorAll("a[href]")) {
      const { width, height } = link.getBoundingClientRect();
      const inSentence =
        getComputedStyle(link).display === "inline" &&
        link.parentElement?.textContent?.trim() !== link.textContent?.trim();
      if (!inSentence && width > 1 && height > 1 && (height < 24 || width < 24))
        found.push({ rule: "small-target", detail: link.outerHTML.slice(0, 120) });
    }
    return found;
  });
}
