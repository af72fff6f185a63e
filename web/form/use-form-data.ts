import { startTransition, useMemo, useRef, useState, type RefObject } from "react";
import type { Json, JsonObject } from "../../engine/language/json.ts";
import type { FormView, ScreenView } from "../../engine/render/view.ts";
import { decidingFields } from "../../engine/validate/fields.ts";
import { changed, readAll, readControls, type KnownAnswers } from "./form-data.ts";

/** Reads and changes the answers of one form while a person fills it in. */
export interface FormAnswers {
  /** The form's element; undefined once the form is gone. */
  element(): HTMLFormElement | undefined;
  /** Answers as the form would send them. */
  read(): JsonObject;
  /**
   * Answers for a draft: those that were changed, null for an empty one, also of fields that are
   * hidden now. None where nothing was changed here.
   */
  readTyped(): JsonObject;
  /** Takes a field's new answer. The form redraws only when other fields depend on it. */
  answer(field: string, value: unknown): void;
  /** Adds answers that the controls hold already; null removes one. */
  add(answers: KnownAnswers): void;
  /** Adds answers and draws the controls anew with them. */
  restore(answers: KnownAnswers): void;
}

/** The form's answers, and what the form is drawn from. */
export interface FormData {
  readonly answers: FormAnswers;
  readonly ref: RefObject<HTMLFormElement | null>;
  /** rjsf's `formData`: decides which fields there are, and what a new control begins with. */
  readonly formData: KnownAnswers;
  /** Increases when the controls must be drawn anew. */
  readonly version: number;
}

/**
 * Holds a form's answers in two places: the controls, and rjsf's `formData`. The controls are the
 * truth for every field that is shown; `formData` has the answers that other fields depend on, and
 * the text typed into fields that are hidden now.
 */
export function useFormData(view: ScreenView, form: FormView): FormData {
  const ref = useRef<HTMLFormElement>(null);
  const [formData, setFormData] = useState<KnownAnswers>(view.data);
  const [version, setVersion] = useState(0);
  /** The newest `formData`; the drawn one follows in a transition. */
  const latest = useRef(formData);
  /** Fields that were changed: an answer that is changed back replaces the one of a draft. */
  const own = useRef(new Set<string>());
  const answers = useMemo<FormAnswers>(() => {
    const deciding = decidingFields(form.schema);
    const element = () => ref.current ?? undefined;
    const typed = () => {
      if (ref.current === null) return {};
      const all = readAll(ref.current, form, latest.current);
      for (const field in changed(all, view.data)) own.current.add(field);
      if (own.current.size === 0) return {};
      return Object.fromEntries(
        Object.entries(all).filter(
          ([field]) => own.current.has(field) || view.draft?.fields?.includes(field),
        ),
      );
    };
    const add = (more: KnownAnswers) => {
      latest.current = { ...latest.current, ...withoutNulls(more) };
      setFormData(latest.current);
    };
    return {
      element,
      read: () => (ref.current === null ? {} : readControls(ref.current, form)),
      readTyped: typed,
      answer(field, value) {
        if (!deciding.has(field)) return;
        // Controls may go with this answer; their text returns when they do.
        const next = { ...typed(), [field]: value as Json | undefined };
        startTransition(() => add(next));
      },
      add,
      restore(next) {
        add(next);
        setVersion((before) => before + 1);
      },
    };
  }, [form]);
  return { answers, ref, formData, version };
}

/** Answers, undefined in place of null. */
function withoutNulls(typed: KnownAnswers): KnownAnswers {
  return Object.fromEntries(
    Object.entries(typed).map(([field, value]) => [field, value ?? undefined]),
  );
}
