import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { asObject } from "../../engine/language/json.ts";
import type { JsonObject } from "../../engine/language/json.ts";
import type { ScreenView } from "../../engine/render/view.ts";
import { requestedAt } from "../api/http.ts";
import { useScreen, useScreenStore } from "../store/use-screen.ts";
import { keepDraft, readDraft, secretsOfDraft } from "../store/drafts.ts";
import { changed } from "./form-data.ts";
import type { FormAnswers } from "./use-form-data.ts";

/**
 * Restores the draft of a screen when its form appears, names the secrets that a draft does not
 * have, and saves it when the page may go away.
 *
 * @returns saves the draft of a touched form; `leaving`: the page may be gone in a moment, so
 *   nothing is waited for
 */
export function useDraft(view: ScreenView, answers: FormAnswers): (leaving?: boolean) => void {
  const store = useScreenStore();
  const { t } = useTranslation();
  const save = (leaving = false) => {
    const typed = answers.readTyped();
    if (!isEmpty(typed)) keepDraft(view, typed, leaving);
  };

  const tellSecrets = () => {
    const labels = secretsOfDraft(view).flatMap((field) => {
      const { "ui:title": label } = asObject(view.form?.ui[field] ?? {});
      return typeof label === "string" ? [label] : [];
    });
    if (labels.length === 0) return;
    const list = new Intl.ListFormat(view.locale, { type: "conjunction" });
    const text = t("typedSecrets", { fields: list.format(labels) });
    store.setState({
      view: { ...view, notices: [...view.notices, { id: "typedSecrets", tone: "info", text }] },
    });
  };

  useEffect(
    function restoreDraft() {
      // Text typed before the scripts arrived counts as much as a draft of an earlier visit.
      const typed = changed(answers.readTyped(), view.data);
      const draft = readDraft(view, requestedAt(view));
      if (draft === undefined && isEmpty(typed)) return;
      const next = { ...draft, ...typed };
      const isShown = isEmpty(changed(next, answers.read()));
      if (isShown) answers.add(next);
      else answers.restore(next);
      if (draft === undefined) save();
      else tellSecrets();
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

function isEmpty(answers: JsonObject): boolean {
  return Object.keys(answers).length === 0;
}
