import { ProblemPanel, type ShownProblem } from "./problem-panel.ts";

/*
 * Development only: updates an open page while definitions are edited. The page renders saved
 * changes, keeps typed text and shows problems at its top. No deployed build contains this module.
 */

interface LiveState {
  readonly page: string;
  readonly definitions: string;
  readonly problems: readonly ShownProblem[];
}

const script = document.querySelector<HTMLScriptElement>('script[src="/development/live.js"]');
let definitions = script?.dataset["definitions"];
const panel = new ProblemPanel();

const changes = new EventSource("/development/changes");
changes.addEventListener("message", ({ data }: MessageEvent<string>) => {
  const state = JSON.parse(data) as LiveState;
  panel.show(state.problems);
  if (state.page !== script?.dataset["page"]) {
    // The page itself saves typed data when it unloads.
    changes.close();
    location.reload();
  } else if (state.definitions !== definitions) {
    definitions = state.definitions;
    // The page requests its screen again, as after a step back in its history, and redraws it in
    // place.
    window.dispatchEvent(new PopStateEvent("popstate"));
  }
});
// An open connection would keep the page out of the back/forward cache.
window.addEventListener("pagehide", () => changes.close());
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) location.reload();
});
