import type { Page } from "playwright";
import { expect } from "vitest";

/** A person at a page with nothing but a keyboard. */
export interface KeyboardPerson {
  press(key: string): Promise<void>;
  /** Presses Tab until an element matches; each focused element on the way has to be visible. */
  tabTo(selector: string): Promise<void>;
  /** Tabs to a control and types. */
  type(name: string, text: string): Promise<void>;
  /** Waits until the heading of a page has the focus. */
  atHeading(path: string): Promise<void>;
}

export function keyboardOf(page: Page): KeyboardPerson {
  const press = async (key: string) => page.keyboard.press(key);
  const tabTo = async (selector: string) => {
    for (let presses = 0; presses < 60; presses++) {
      await press("Tab");
      const at = await page.evaluate(seenFocus, selector);
      expect(at.seen, at.html).toBe(true);
      if (at.there) return;
    }
    throw new Error(`Tab does not lead to ${selector}`);
  };
  return {
    press,
    tabTo,
    type: async (name, text) => {
      await tabTo(`[name="${name}"]`);
      await page.keyboard.type(text);
    },
    atHeading: async (path) => {
      await page.waitForFunction(
        (end) => location.pathname.endsWith(end) && document.activeElement?.tagName === "H1",
        path,
      );
    },
  };
}

/** Whether the focused element matches, has a ring and lies under nothing; runs in the page. */
function seenFocus(wanted: string) {
  const active = document.activeElement;
  if (active === null || active === document.body) return { there: false, seen: true, html: "" };
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(active);
  const card = active.closest("label");
  const around = card === null ? "" : getComputedStyle(card).outlineStyle;
  const box = active.getBoundingClientRect();
  const middle = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  const covered = middle !== null && !active.contains(middle) && !middle.contains(active);
  const ring =
    (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) ||
    boxShadow !== "none" ||
    around === "solid";
  return {
    there: active.matches(wanted),
    seen: ring && !covered,
    html: active.outerHTML.slice(0, 100),
  };
}
