import SchemaField from "@rjsf/core/lib/components/fields/SchemaField.js";
import type { FieldProps, RJSFSchema, UiSchema } from "@rjsf/utils";
import { useCallback, useMemo, useRef, type ReactNode } from "react";
import type { FormView, ScreenView } from "../../engine/render/view.ts";
import { usesWidget } from "./uses-widget.ts";
import { FormContext } from "./form-context.ts";
import { shortenPaste } from "./long-paste.ts";
import { createRegistry } from "./registry.ts";
import { useDraft } from "./use-draft.ts";
import { useFieldErrors } from "./use-field-errors.ts";
import { useFormData } from "./use-form-data.ts";
import { useFormTools } from "./use-form-tools.ts";
import { useLiveValues } from "./use-live-values.ts";
import { useSubmit } from "./use-submit.ts";
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

  const tools = useFormTools({ form, answers, errors, saveDraft, waitFor });
  const registry = useMemo(
    () => createRegistry(validator.rjsf, form.schema as RJSFSchema),
    [validator, form.schema],
  );
  const onChange = useAnswers((field, value) => {
    answers.answer(field, value);
    updateLive();
  });

  return (
    <FormContext value={tools}>
      <div onInput={updateLive} onPaste={shortenPaste}>
        <form
          ref={data.ref}
          id="foyer-form"
          noValidate
          method="post"
          encType={usesWidget("file", form) ? "multipart/form-data" : undefined}
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

/** rjsf's handler of an answer. It treats any two functions as equal and may keep the first one. */
function useAnswers(take: (field: string, value: unknown) => void): FieldProps["onChange"] {
  const latest = useRef(take);
  latest.current = take;
  return useCallback<FieldProps["onChange"]>(
    (value, path) => latest.current(String(path[0]), value),
    [],
  );
}
