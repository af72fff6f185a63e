import SchemaField from "@rjsf/core/lib/components/fields/SchemaField.js";
import type { FieldProps, RJSFSchema, UiSchema } from "@rjsf/utils";
import { useCallback, useMemo, useRef, type ReactNode } from "react";
import type { FormView, ScreenView } from "../../engine/render/view.ts";
import { asksWith } from "./asks-with.ts";
import { fillControls } from "./fill-controls.ts";
import { FormContext, type FormTools } from "./form-context.ts";
import { shortenPaste } from "./long-paste.ts";
import { createRegistry } from "./registry.ts";
import { useDraft } from "./use-draft.ts";
import { useFieldErrors } from "./use-field-errors.ts";
import { useFormData } from "./use-form-data.ts";
import { useLiveValues } from "./use-live-values.ts";
import { useSubmit } from "./use-submit.ts";
import { loadValidation } from "./validation.ts";
import type { FormValidator } from "./validators.ts";

/** rjsf's path of the whole form; ids of controls begin with it. */
const ROOT = { path: [], $id: "root" };
const ignore = () => undefined;

/**
 * A screen's form. It is an HTML form: without scripts it posts, and the server answers with the
 * next page.
 */
export function SchemaForm({
  view,
  form,
  validator,
  postKey,
  children,
}: {
  readonly view: ScreenView;
  readonly form: FormView;
  readonly validator: FormValidator;
  readonly postKey: string;
  readonly children: ReactNode;
}) {
  const data = useFormData(view, form);
  const { answers } = data;
  const updateLive = useLiveValues(view, form, data);
  const errors = useFieldErrors(view, form, validator, data);
  const saveDraft = useDraft(view, answers);
  const { onSubmit, waitFor } = useSubmit({ view, form, validator, answers, errors, saveDraft });

  const tools = useMemo<FormTools>(
    () => ({
      recheck: errors.recheck,
      leave(field) {
        saveDraft();
        errors.validate(field);
      },
      waitFor,
      normalize(control, field) {
        void loadValidation().then(({ normalizeField }) => {
          const text = normalizeField(form, field, control.value);
          if (text !== control.value) control.value = text;
        });
      },
      fill(values, earlier) {
        const element = answers.element();
        if (element === undefined) return [];
        const filled = fillControls(element, values, earlier);
        const emptied = Object.fromEntries(
          Object.keys(earlier).map((field) => [field, undefined] as const),
        );
        answers.add({ ...emptied, ...answers.read() });
        answers.touch();
        saveDraft();
        errors.remove(filled);
        return filled;
      },
    }),
    [form],
  );
  const registry = useMemo(
    () => createRegistry(validator.rjsf, form.schema as RJSFSchema),
    [validator, form.schema],
  );
  const change = useRef<FieldProps["onChange"]>(ignore);
  change.current = (value, path) => {
    answers.answer(String(path[0]), value);
    updateLive();
  };
  // rjsf treats any two functions as equal and may keep the first one.
  const onChange = useCallback<FieldProps["onChange"]>(
    (...answer) => change.current(...answer),
    [],
  );

  return (
    <FormContext value={tools}>
      <div
        onInput={() => {
          answers.touch();
          updateLive();
        }}
        onPaste={shortenPaste}
      >
        <form
          ref={data.ref}
          id="foyer-form"
          noValidate
          method="post"
          encType={asksWith("file", form) ? "multipart/form-data" : undefined}
          action={view.path}
          onSubmit={onSubmit}
        >
          <SchemaField
            key={data.version}
            name=""
            schema={registry.rootSchema}
            uiSchema={form.ui as UiSchema}
            formData={data.formData}
            fieldPathId={ROOT}
            registry={registry}
            onChange={onChange}
            onBlur={ignore}
            onFocus={ignore}
          />
          <input type="hidden" name="revision" value={view.revision} />
          <input type="hidden" name="key" value={postKey} />
          {children}
        </form>
      </div>
    </FormContext>
  );
}
