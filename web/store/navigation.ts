import { pathOfAddress } from "../../engine/language/address.ts";
import type { ScreenView } from "../../engine/render/view.ts";
import { fetchView, type FailureCause } from "../api/http.ts";
import { forgetEverything } from "./drafts.ts";
import { problemsOf } from "./page-problems.ts";
import { IDLE, NO_FAILURE, type ScreenState, type StoreTools } from "./screen-state.ts";

/** Pause between two looks at whether a press still runs. */
const LOOK_MS = 50;

/** How a view is shown. */
interface Shown {
  /** The view is drawn anew even where it is the same page. */
  readonly anew?: boolean;
  /**
   * The request that it answers: after a press the buttons are ready again, and a poll that brings
   * the same page leaves errors and a failed press.
   */
  readonly after?: "press" | "poll";
}

/** Shows views in the page, and keeps the address and the history in step with them. */
export interface Navigation extends Pick<ScreenState, "open" | "switchLocale"> {
  /** @param push a new entry of the history, where the page is another one */
  show(view: ScreenView, push: boolean, how?: Shown): Promise<void>;
}

/** Creates the navigation of a page's store. */
export function createNavigation({ set, get, prepare, present }: StoreTools): Navigation {
  /**
   * Increases with every requested address: an answer that a later address overtook is not shown.
   */
  let requested = 0;
  const show: Navigation["show"] = async (view, push, { anew = false, after } = {}) => {
    const request = requested;
    try {
      await prepare(view);
    } catch {
      location.assign(view.path);
      return;
    }
    if (!push && request !== requested) return;
    const { view: before, turn, errors, announced, failedPress } = get();
    const changes = changesPage(view, before);
    const stays = after === "poll" && !changes;
    await present(() =>
      set({
        view,
        errors: view.errors ?? (stays ? errors : []),
        announced: after === "press" && problemsOf(view).length > 0 ? announced + 1 : announced,
        conflict: undefined,
        ...(stays && failedPress !== undefined ? {} : { ...NO_FAILURE, pressed: undefined }),
        // Values of another screen, or of changed prices; the form computes them anew.
        live: undefined,
        turn: anew || changes ? turn + 1 : turn,
        ...(after === "press" ? IDLE : {}),
      }),
    );
    if (push && view.path !== before.path) history.pushState(null, "", view.path);
    // After Back to a page that the state no longer allows, the address becomes that of the shown
    // page. After a newer navigation the address belongs to that one.
    else if (!push && request === requested && location.pathname !== pathOfAddress(view.path))
      history.replaceState(null, "", view.path);
  };
  /** The page stays, with what is typed; a failed press is repeated before a failed request. */
  const fail = (cause: FailureCause, repeat: () => Promise<void>) =>
    set(({ failedPress, failures }) => ({
      failures: failures + 1,
      ...(failedPress === undefined
        ? { failure: navigator.onLine ? cause : "offline", repeat, pressed: undefined }
        : {}),
    }));
  return {
    show,
    async open(path, push) {
      const request = ++requested;
      const reply = await fetchView(path);
      if (request !== requested) return;
      if (reply.kind === "view") await show(reply.view, push);
      else if (reply.kind === "failed") {
        history.replaceState(null, "", get().view.path);
        fail(reply.cause, () => get().open(path, true));
      } else if (reply.kind === "leave") {
        if (reply.signedOut) forgetEverything();
        location.assign(reply.location);
      } else location.assign(path);
    },
    async switchLocale(href) {
      const before = get().view;
      const reply = await fetchView(href);
      if (reply.kind === "failed") return fail(reply.cause, () => get().switchLocale(href));
      // A press since then has, or will have, a newer page.
      while (get().isRunning()) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      if (get().view !== before) return get().switchLocale(get().view.path);
      if (reply.kind !== "view" || reply.view.screen !== before.screen)
        return location.assign(href);
      await present(() => set({ view: reply.view, ...(get().repeat && NO_FAILURE) }));
    },
  };
}

/**
 * Whether a view is another page: at another address, such as that of another part of its form,
 * or with a form where there was none, or without. Its elements are new then, and nothing jumps.
 */
export function changesPage(view: ScreenView, before: ScreenView): boolean {
  return view.path !== before.path || view.screen !== before.screen || !view.form !== !before.form;
}
