import { withOneEnd } from "../../engine/copy/one-end.ts";
import { useContext, useEffect, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { fetchFills, type Suggested } from "../api/http.ts";
import { useScreen } from "../store/use-screen.ts";
import { firstEmpty } from "./fill-controls.ts";
import { FormContext } from "./form-context.ts";

/** The effect of a chosen suggestion on the form. */
export interface ChosenSuggestion {
  choose(suggestion: Suggested): void;
  /** The field was edited again: the choice no longer counts. */
  forget(): void;
  /** Id of one search: it stays from the first letter to the choice. */
  session(): string;
  /** Announcement of the filled fields, or of a failure; empty: none. */
  readonly announcement: string;
  readonly busy: boolean;
}

type Done = { readonly filled: Readonly<Record<string, string>> } | "failed" | undefined;

/**
 * Fills fields of the form from a chosen suggestion, and moves the focus to the first of them that
 * is still empty.
 *
 * @param fills the fields that a choice may fill
 */
export function useChoice(
  field: string,
  fills: readonly string[],
  input: RefObject<HTMLInputElement | null>,
): ChosenSuggestion {
  const form = useContext(FormContext);
  const path = useScreen((state) => state.view.path);
  const isHidden = useIsHidden();
  const [done, setDone] = useState<Done>();
  const [busy, setBusy] = useState(false);
  const earlier = useRef<Readonly<Record<string, string>>>({});
  const session = useRef<string>(undefined);
  const request = useRef<AbortController>(undefined);
  useEffect(() => () => request.current?.abort(), []);

  const fill = (values: Readonly<Record<string, string>>) => {
    const names = form.fill(values, earlier.current);
    earlier.current = Object.fromEntries(names.map((name) => [name, values[name] ?? ""]));
    setDone(
      names.length === 0 ? "failed" : fills.length === 0 ? undefined : { filled: earlier.current },
    );
    const element = input.current?.form;
    if (names.length > 0 && element) firstEmpty(element, fills)?.focus();
  };
  return {
    busy,
    announcement: useAnnouncement(done),
    session: () => (session.current ??= crypto.randomUUID()),
    forget() {
      request.current?.abort();
      setBusy(false);
      setDone(undefined);
      const unseen = Object.fromEntries(
        Object.entries(earlier.current).filter(([name]) => isHidden(name)),
      );
      if (Object.keys(unseen).length === 0) return;
      form.fill({}, unseen);
      earlier.current = Object.fromEntries(
        Object.entries(earlier.current).filter(([name]) => !isHidden(name)),
      );
    },
    choose(suggestion) {
      if (fills.length === 0) {
        fill({ [field]: suggestion.label });
        return;
      }
      const controller = new AbortController();
      request.current?.abort();
      request.current = controller;
      setBusy(true);
      const choice = { field, text: suggestion.value, session: session.current };
      void fetchFills(path, choice, controller.signal)
        .catch(() => undefined)
        .then((values) => {
          if (controller.signal.aborted) return;
          session.current = undefined;
          setBusy(false);
          fill(values ?? {});
        });
    },
  };
}

/** Tells whether a field of the form is hidden. */
function useIsHidden(): (field: string) => boolean {
  const ui = useScreen((state) => state.view.form?.ui);
  return (field) => (ui?.[field] as FieldUi | undefined)?.["ui:widget"] === "hidden";
}

interface FieldUi {
  readonly "ui:title"?: string;
  readonly "ui:widget"?: string;
}

/** Names the filled fields, hidden ones with their values, or says that none was filled. */
function useAnnouncement(done: Done): string {
  const { t } = useTranslation();
  const locale = useScreen((state) => state.view.locale);
  const ui = useScreen((state) => state.view.form?.ui);
  const isHidden = useIsHidden();
  if (done === undefined) return "";
  if (done === "failed") return t("notFilledIn");
  const fields = Object.entries(done.filled).map(([name, value]) => {
    const label = (ui?.[name] as FieldUi | undefined)?.["ui:title"] ?? name;
    return isHidden(name) ? `${label} (${value})` : label;
  });
  const list = new Intl.ListFormat(locale, { type: "conjunction" });
  return withOneEnd(t("filledIn", { fields: list.format(fields) }));
}
