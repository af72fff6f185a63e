import { useEffect } from "react";
import type { JsonObject } from "../../engine/language/json.ts";
import type { ScreenView } from "../../engine/render/view.ts";
import { requestedAt } from "../api/http.ts";
import { useScreen } from "../store/use-screen.ts";
import { keepDraft, readDraft } from "../store/drafts.ts";
import { isSameAnswer, withTyped } from "./form-data.ts";
import type { FormAnswers } from "./use-form-data.ts";

/**
 * Restores the draft of a screen when its form appears, and saves it when the page may go away.
 *
 * @returns saves the draft of a touched form; `leaving`: the page may be gone in a moment, so
 *   nothing is waited for
 */
export function useDraft(view: ScreenView, answers: FormAnswers): (leaving?: boolean) => void {
  const save = (leaving = false) => {
    if (answers.element() !== undefined && answers.isTouched())
      keepDraft(view, answers.readTyped(), leaving);
  };

  useEffect(
    function restoreDraft() {
      // Text typed before the scripts arrived counts as much as a draft of an earlier visit.
      const typed = answers.read();
      const draft = readDraft(view, requestedAt(view));
      if (draft !== undefined) {
        answers.touch();
        const restored = { ...withTyped(view.data, draft), ...changed(typed, view.data) };
        if (JSON.stringify(restored) === JSON.stringify(typed)) answers.add(typed);
        else answers.restore(restored);
      } else if (JSON.stringify(typed) !== JSON.stringify(view.data)) {
        answers.touch();
        answers.add(typed);
        save();
      }
    },
    // Each screen has a component of its own.
    [],
  );

  const isOver = useScreen((state) => state.failure === "session-over");
  useEffect(
    // The field with the caret has not been left yet.
    function saveWhenSessionEnds() {
      if (isOver) save();
    },
    [isOver],
  );

  useEffect(
    function saveWhenPageHides() {
      const hide = (event: Event) => {
        if (event.type === "pagehide" || document.visibilityState === "hidden") save(true);
      };
      document.addEventListener("visibilitychange", hide);
      window.addEventListener("pagehide", hide);
      return () => {
        document.removeEventListener("visibilitychange", hide);
        window.removeEventListener("pagehide", hide);
      };
    },
    [view],
  );
  return save;
}

function changed(now: JsonObject, before: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(now).filter(([field, value]) => !isSameAnswer(value, before[field])),
  );
}
