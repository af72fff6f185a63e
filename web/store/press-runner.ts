import { startTransition } from "react";
import type { ScreenView } from "../../engine/render/view.ts";
import { postAction } from "../api/http.ts";
import type { Press } from "./press.ts";
import type { HandleReply } from "./reply-handler.ts";
import { IDLE, NO_FAILURE, type ScreenState, type StoreTools } from "./screen-state.ts";
import { changesPage, type Navigation } from "./navigation.ts";

const SLOW_AFTER_MS = 8000;

/** Sends presses, one at a time, and polls between them. */
export interface PressRunner extends Pick<ScreenState, "isRunning" | "poll"> {
  /**
   * @param again repeats a failed press: its message stays until it is answered, so that nothing
   *   jumps
   */
  run(press: Press, again?: boolean): Promise<void>;
}

/** Creates the press runner of a page's store. It drops a press or a poll while a press runs. */
export function createPressRunner(
  { set, get }: StoreTools,
  show: Navigation["show"],
  handle: HandleReply,
): PressRunner {
  /**
   * From a press until its answer is in the document. The buttons of that answer are drawn as
   * ready, so that they never appear disabled for a moment.
   */
  let running = false;
  /** The result of the last poll. */
  let looked: { readonly view: ScreenView; readonly tag: string | undefined } | undefined;
  return {
    isRunning: () => running,
    async run(press, again = false) {
      if (running) return;
      running = true;
      const { view } = get();
      startTransition(() =>
        set({
          busy: press.action,
          busyItem: press.item,
          conflict: undefined,
          slow: false,
          ...(again ? { retryAt: undefined } : NO_FAILURE),
        }),
      );
      const slow = setTimeout(() => set({ slow: true }), SLOW_AFTER_MS);
      try {
        const reply = await postAction(
          view.path,
          {
            action: press.action,
            data: press.data,
            revision: view.revision,
            item: press.item,
          },
          press.key,
        );
        clearTimeout(slow);
        await handle(reply, press);
      } finally {
        clearTimeout(slow);
        running = false;
        startTransition(() => set(IDLE));
      }
    },
    async poll(action) {
      const { view, conflict } = get();
      // The visitor chooses between two versions first.
      if (running || conflict !== undefined) return;
      let reply = await postAction(
        view.path,
        { action, data: {}, revision: view.revision },
        undefined,
        looked?.view === view ? looked.tag : undefined,
      );
      // A press since then has, or will have, a newer page.
      if (running || get().view !== view) return;
      // What a press was answered stays until there is something else to say, or another page.
      if (reply.kind === "view" && !reply.view.notices[0] && !changesPage(reply.view, view))
        reply = { ...reply, view: { ...reply.view, notices: view.notices } };
      // The next poll follows one that failed or was overtaken.
      if (reply.kind === "conflict") await show(reply.view, true, { after: "poll" });
      else if (reply.kind === "view" || reply.kind === "leave" || reply.kind === "session-over")
        await handle(reply, undefined);
      if (reply.kind === "view") looked = { view: reply.view, tag: reply.tag };
    },
  };
}
