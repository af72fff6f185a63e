import Form from "@rjsf/core/lib/components/Form.js";
import type { RegistryWidgetsType, RJSFSchema, TemplatesType, UiSchema, WidgetProps } from "@rjsf/utils";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import type { JsonObject } from "../../engine/definition/json.ts";
import type { FieldErrorView, FormView, ScreenView } from "../../engine/render/view.ts";
import { drawn } from "../screen/late.ts";
import { useScreen, useScreenStore } from "../screen/store-context.ts";
import { CheckboxWidget } from "./checkbox-widget.tsx";
import { ChoiceWidget } from "./choice-widget.tsx";
import { ComboboxWidget } from "./combobox-widget.tsx";
import { holdDraft, keepDraft, readDraft } from "./drafts.ts";
import { fillControls } from "./fill-controls.ts";
import { asksForFiles } from "./asks-for-files.ts";
import { FormContext, type FormTools } from "./form-context.ts";
import { laidOver, readControls, readTyped } from "./form-data.ts";
import { HiddenWidget } from "./hidden-widget.tsx";
import { QuantityWidget } from "./quantity-widget.tsx";
import { released } from "./pointer.ts";
import { SelectWidget } from "./select-widget.tsx";
import { FieldTemplate, ObjectFieldTemplate } from "./templates.tsx";
import { TextareaWidget } from "./textarea-widget.tsx";
import { TextWidget } from "./text-widget.tsx";
import { TypeaheadWidget } from "./typeahead-widget.tsx";
import type { FormValidator } from "./validators.ts";

const WIDGETS: RegistryWidgetsType = {
  text: TextWidget,
  masked: TextWidget,
  email: TextWidget,
  phone: TextWidget,
  date: TextWidget,
  code: TextWidget,
  secret: TextWidget,
  money: TextWidget,
  quantity: QuantityWidget,
  textarea: TextareaWidget,
  hidden: HiddenWidget,
  radio: ChoiceWidget,
  "choice-cards": ChoiceWidget,
  select: SelectWidget,
  checkbox: CheckboxWidget,
  combobox: ComboboxWidget,
  typeahead: TypeaheadWidget,
  // Few forms ask for files: what they need comes when one does.
  file: (props: WidgetProps) => drawn("file", props),
};
const TEMPLATES: Partial<TemplatesType> = { FieldTemplate, ObjectFieldTemplate };

/** The judge with the domain's formats; loaded once the page is usable. */
let judge: typeof import("./judge.ts") | undefined;
const loadJudge = async () => (judge = await import("./judge.ts"));

/** A screen's form. It is a real HTML form: without scripts it posts, and the server answers with the next page. */
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
  const [data, setData] = useState<JsonObject>(view.data);
  const [round, setRound] = useState(0);
  const press = useScreen((state) => state.press);
  const setErrors = useScreen((state) => state.setErrors);
  const root = useRef<HTMLDivElement>(null);
  const touched = useRef(false);
  const last = useRef(data);
  last.current = data;
  const held = useRef(new Set<Promise<unknown>>());
  const store = useScreenStore();
  /** What is wrong by now, whether it has been drawn or not. */
  const current = () => store.getState().errors;
  const [turn] = useState(() => store.getState().turn);
  /** Whether another screen has come, be it drawn or not. */
  const gone = () => store.getState().turn !== turn || element() === undefined;

  const element = () => root.current?.querySelector("form") ?? undefined;
  const typed = () => {
    const found = element();
    return found === undefined ? {} : readControls(found, form);
  };
  /** What somebody only looked at is not kept. */
  const keep = (now = false) => {
    const found = element();
    if (found !== undefined && touched.current) keepDraft(view, readTyped(found, form, last.current), now);
  };

  // The same screen may come again with another form: after a step back, or when its definition was edited.
  useEffect(() => {
    void loadJudge().then(({ formatsOf }) => validator.setFormats(formatsOf(form)));
  }, [validator]);

  useEffect(() => {
    // What was typed before the scripts arrived counts, and so does what was typed on an earlier visit and never sent.
    const now = typed();
    const draft = readDraft(view);
    const restored = draft === undefined ? undefined : { ...laidOver(view.data, draft), ...changed(now, view.data) };
    touched.current = restored !== undefined || JSON.stringify(now) !== JSON.stringify(view.data);
    if (restored !== undefined && JSON.stringify(restored) !== JSON.stringify(now)) {
      setData(restored);
      setRound((before) => before + 1);
    } else if (touched.current) setData({ ...view.data, ...now });
    // Once for each screen: the component is drawn anew for the next.
  }, []);

  // The session is over: the field that is being typed into has not been left yet.
  const over = useScreen((state) => state.trouble === "session-over");
  useEffect(() => {
    if (over) keep();
  }, [over]);

  // Another language: what is wrong is said in it, and what is typed stays where it is.
  useEffect(() => {
    if (current().length === 0) return;
    void loadJudge().then(({ judgeForm }) => {
      const said = new Map(judgeForm(form, validator.whole, typed()).map((error) => [error.pointer, error]));
      setErrors(
        current().map((error) => said.get(error.pointer) ?? error),
        false,
      );
    });
  }, [view.locale]);

  // The tab may be closed without another word from here, the field under the cursor still in it.
  useEffect(() => {
    const away = (event: Event) => {
      if (event.type === "pagehide" || document.visibilityState === "hidden") keep(true);
    };
    document.addEventListener("visibilitychange", away);
    window.addEventListener("pagehide", away);
    return () => {
      document.removeEventListener("visibilitychange", away);
      window.removeEventListener("pagehide", away);
    };
  }, [view]);

  const tools = useMemo<FormTools>(() => {
    const judged = async (then: (errors: readonly FieldErrorView[]) => void) => {
      const { judgeForm } = await loadJudge();
      // The screen may have gone on meanwhile.
      if (!gone()) then(judgeForm(form, validator.whole, typed()));
    };
    return {
      recheck: (name) => {
        if (!current().some(({ pointer }) => pointer === `/${name}`)) return;
        void judged((errors) => {
          const still = errors.find(({ pointer }) => pointer === `/${name}`);
          if (still === undefined)
            setErrors(
              current().filter(({ pointer }) => pointer !== `/${name}`),
              false,
            );
        });
      },
      leave: (name) => {
        keep();
        void released().then(() =>
          judged((errors) => {
            const own = errors.find(({ pointer }) => pointer === `/${name}`);
            const others = current().filter(({ pointer }) => pointer !== `/${name}`);
            // A field that is left empty is not wrong yet: it becomes so when Continue is pressed.
            const tell = own !== undefined && (own.code !== "required" || current().some(({ pointer }) => pointer === `/${name}`));
            const next = tell ? inOrder(form, [...others, own]) : others;
            if (next.length !== current().length || tell) setErrors(next, false);
          }),
        );
      },
      hold: (work) => {
        held.current.add(work);
        void work.finally(() => held.current.delete(work));
      },
      tidy: (control, name) => {
        void loadJudge().then(({ tidied }) => {
          const text = tidied(form, name, control.value);
          if (text !== control.value) control.value = text;
        });
      },
      fill: (values, earlier) => {
        const found = element();
        if (found === undefined) return [];
        const filled = fillControls(found, values, earlier);
        const now = typed();
        setData((before) => ({ ...Object.fromEntries(Object.entries(before).filter(([field]) => !Object.hasOwn(earlier, field))), ...now }));
        touched.current = true;
        keep();
        // What was wrong with a field before it was filled is not wrong any more.
        const fixed = new Set(filled.map((name) => `/${name}`));
        if (current().some(({ pointer }) => fixed.has(pointer)))
          setErrors(
            current().filter(({ pointer }) => !fixed.has(pointer)),
            false,
          );
        return filled;
      },
    };
    // The form is drawn anew for each screen.
  }, [form]);

  const submit = async (action: string, checks: boolean) => {
    if (checks) await Promise.allSettled([...held.current]);
    // The screen may have gone on while something was waited for.
    if (gone()) return;
    let now = typed();
    if (!checks) keep(true);
    if (checks) {
      // Where the judge is still on its way, nobody waits for it: the server judges by the same rules.
      now = judge?.tidiedForm(form, now) ?? now;
      const errors = judge?.judgeForm(form, validator.whole, now) ?? [];
      if (errors.length > 0) {
        keep();
        setErrors(errors, true);
        return;
      }
    }
    if (checks) holdDraft(view);
    await press(action, now);
  };

  return (
    <FormContext value={tools}>
      <div
        ref={root}
        onInput={() => {
          touched.current = true;
        }}
      >
        <Form
          key={round}
          id="foyer-form"
          schema={form.schema as RJSFSchema}
          uiSchema={form.ui as UiSchema}
          formData={data}
          validator={validator.rjsf}
          widgets={WIDGETS}
          templates={TEMPLATES}
          noHtml5Validate
          noValidate
          showErrorList={false}
          method="post"
          enctype={asksForFiles(form) ? "multipart/form-data" : undefined}
          action={view.path}
          experimental_defaultFormStateBehavior={{ constAsDefaults: "never", emptyObjectFields: "skipDefaults" }}
          onChange={({ formData }, id) => {
            const now = (formData ?? {}) as JsonObject;
            // Widgets speak up when they are left, too, and the form by itself when it is drawn.
            touched.current ||= JSON.stringify(remembered(last.current, now, id)) !== JSON.stringify(last.current);
            setData((before) => remembered(before, now, id));
          }}
          onSubmit={(_, event) => {
            const { submitter } = event.nativeEvent as SubmitEvent;
            const action =
              submitter instanceof HTMLButtonElement && submitter.value !== "" ? submitter.value : (view.actions.find(({ style }) => style === "primary")?.id ?? "submit");
            void submit(action, view.actions.find(({ id }) => id === action)?.style !== "back");
          }}
        >
          <input type="hidden" name="revision" value={view.revision} />
          <input type="hidden" name="key" value={postKey} />
          {children}
        </Form>
      </div>
    </FormContext>
  );
}

function inOrder(form: FormView, errors: readonly FieldErrorView[]): FieldErrorView[] {
  const order = form.ui["ui:order"];
  const place = ({ pointer }: FieldErrorView) => (Array.isArray(order) ? order.indexOf(pointer.slice(1)) : 0);
  return errors.toSorted((a, b) => place(a) - place(b));
}

/**
 * rjsf forgets what was typed into a field that goes, also when another answer only hides it for a moment; here it is
 * known again when the field comes back. What is sent is what stands in the form.
 */
function remembered(before: JsonObject, now: JsonObject, changedId: string | undefined): JsonObject {
  const gone = Object.entries(before).filter(([field, value]) => value !== undefined && now[field] === undefined && `root_${field}` !== changedId);
  return { ...now, ...Object.fromEntries(gone) };
}

function changed(now: JsonObject, before: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(now).filter(([field, value]) => value !== before[field]));
}
