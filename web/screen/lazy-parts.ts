import type { ComponentProps } from "react";
import type { ScreenView } from "../../engine/render/view.ts";
import type { SchemaForm } from "../form/schema-form.tsx";
import type { Transition } from "../motion/transition.tsx";
import { lazyComponent } from "../ui/lazy-component.ts";
import type { Account } from "./account.tsx";
import type { Beside, BesideFrame } from "./beside.tsx";
import type { Languages } from "./languages.tsx";
import type { ListEntries } from "./list-entries.tsx";

/** The form of a screen. */
export const lazyForm = lazyComponent<ComponentProps<typeof SchemaForm>>(
  async () => (await import("../form/form-part.ts")).SchemaForm,
);

/** The entries of a list screen. */
export const lazyList = lazyComponent<ComponentProps<typeof ListEntries>>(
  async () => (await import("./list-entries.tsx")).ListEntries,
);

/** Who is signed in. */
export const lazyAccount = lazyComponent<ComponentProps<typeof Account>>(
  async () => (await import("./account.tsx")).Account,
);

/** The languages of a page that has several. */
export const lazyLanguages = lazyComponent<ComponentProps<typeof Languages>>(
  async () => (await import("./languages.tsx")).Languages,
);

/** Messages that float for a while. */
export const lazyToasts = lazyComponent<object>(async () => (await import("./toasts.tsx")).Toasts);

/** Whether a view has messages that float. */
export function hasToasts({ notices }: ScreenView): boolean {
  return notices.some(({ toastMs }) => toastMs !== undefined);
}

/** The transition between screens, from the second screen on. */
export const lazyTransition = lazyComponent<ComponentProps<typeof Transition>>(
  async () => (await import("../motion/transition.tsx")).Transition,
);

/** The column beside the form. */
export const lazySidePanel = lazyComponent<{ readonly view: ScreenView }>(
  async () => (await import("./side-panel.tsx")).SidePanel,
);

/** Whether a view has anything at its side. */
export function hasSidePanel(view: ScreenView): boolean {
  return helpOf(view) !== undefined || view.blocks.some(({ place }) => place === "side");
}

/** The blocks beside the form, and the buttons of the screen. */
export const lazyBeside = lazyComponent<ComponentProps<typeof Beside>>(
  async () => (await import("./beside.tsx")).Beside,
);

/** The blocks beside a frame. */
export const lazyBesideFrame = lazyComponent<ComponentProps<typeof BesideFrame>>(
  async () => (await import("./beside.tsx")).BesideFrame,
);

/** Whether blocks stand beside the form, or beside a frame that holds the form and its button. */
export function hasBeside({ blocks }: ScreenView): "form" | "frame" | undefined {
  if (blocks.every(({ place }) => place !== "beside")) return undefined;
  return blocks.some(({ kind, place }) => kind === "frame" && place === "before")
    ? "frame"
    : "form";
}

/** Help at the side. */
export interface SideHelp {
  readonly title?: string;
  readonly text?: string;
  readonly phone?: string;
  readonly href?: string;
}

/** The brand's support, on every page with a rail. */
export function helpOf({ rail, brand }: ScreenView): SideHelp | undefined {
  const { title, phone } = brand.support;
  return rail === undefined || title === undefined || phone === undefined
    ? undefined
    : brand.support;
}
