import { useContext, useEffect, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { fetchFills, type Suggested } from "../api/http.ts";
import { useScreen } from "../store/use-screen.ts";
import { firstEmpty } from "./fill-controls.ts";
import { FormContext } from "./form-context.ts";

/** The effect of a chosen suggestion on the form. */
export interface Choice {
  choose(suggestion: Suggested): void;
  /** The field was edited again: the choice no longer counts. */
  forget(): void;
  /** The same from the first letter to the choice. */
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
): Choice {
  const { t } = useTranslation();
  const form = useContext(FormContext);
  const path = useScreen((state) => state.view.path);
  const locale = useScreen((state) => state.view.locale);
  const ui = useScreen((state) => state.view.form?.ui);
  const [done, setDone] = useState<Done>();
  const [busy, setBusy] = useState(false);
  const earlier = useRef<Readonly<Record<string, string>>>({});
  const session = useRef<string>(undefined);
  const asked = useRef<AbortController>(undefined);
  useEffect(() => () => asked.current?.abort(), []);

  const uiOf = (name: string) =>
    ui?.[name] as { readonly "ui:title"?: string; readonly "ui:widget"?: string } | undefined;
  const isHidden = (name: string) => uiOf(name)?.["ui:widget"] === "hidden";
  const fill = (values: Readonly<Record<string, string>>) => {
    const names = form.fill(values, earlier.current);
    earlier.current = Object.fromEntries(names.map((name) => [name, values[name] ?? ""]));
    setDone(
      names.length === 0 ? "failed" : fills.length === 0 ? undefined : { filled: earlier.current },
    );
    const element = input.current?.form;
    if (names.length > 0 && element) firstEmpty(element, fills)?.focus();
  };
  const labelOf = ([name, value]: readonly [string, string]) => {
    const label = uiOf(name)?.["ui:title"] ?? name;
    // The values of hidden fields are shown here.
    return isHidden(name) ? `${label} (${value})` : label;
  };
  return {
    busy,
    announcement:
      done === undefined
        ? ""
        : done === "failed"
          ? t("notFilledIn")
          : t("filledIn", {
              fields: new Intl.ListFormat(locale, { type: "conjunction" }).format(
                Object.entries(done.filled).map(labelOf),
              ),
            }),
    session: () => (session.current ??= crypto.randomUUID()),
    forget() {
      asked.current?.abort();
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
      asked.current?.abort();
      asked.current = controller;
      setBusy(true);
      void fetchFills(
        path,
        {
          field,
          text: suggestion.value,
          session: session.current,
        },
        controller.signal,
      )
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
