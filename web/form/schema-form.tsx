import Form from "@rjsf/core/lib/components/Form.js";
import type {
  RegistryWidgetsType,
  RJSFSchema,
  TemplatesType,
  UiSchema,
  WidgetProps,
} from "@rjsf/utils";
import {
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import type { Json, JsonObject } from "../../engine/language/json.ts";
import type { FieldErrorView, FormView, ScreenView } from "../../engine/render/view.ts";
import { decidingFields } from "../../engine/validate/fields.ts";
import { drawn } from "../screen/late.ts";
import { nextTask } from "../screen/next-task.ts";
import { useScreen, useScreenStore } from "../screen/store-context.ts";
import { CheckboxWidget } from "./checkbox-widget.tsx";
import { ChoiceWidget } from "./choice-widget.tsx";
import { ComboboxWidget } from "./combobox-widget.tsx";
import { holdDraft, keepDraft, readDraft } from "./drafts.ts";
import { fieldName } from "./field-options.ts";
import { fillControls } from "./fill-controls.ts";
import { asksForFiles } from "./asks-for-files.ts";
import { FormContext, type FormTools } from "./form-context.ts";
import { laidOver, readControls, readTyped, type KnownAnswers } from "./form-data.ts";
import type { liveShown } from "./live.ts";
import { HiddenWidget } from "./hidden-widget.tsx";
import { shortenPaste } from "./long-paste.ts";
import { QuantityWidget } from "./quantity-widget.tsx";
import { released } from "./pointer.ts";
import { SelectWidget } from "./select-widget.tsx";
import { FieldTemplate, ObjectFieldTemplate } from "./templates.tsx";
import { TextareaWidget } from "./textarea-widget.tsx";
import { TextWidget } from "./text-widget.tsx";
import { TypeaheadWidget } from "./typeahead-widget.tsx";
import type { FormValidator } from "./validators.ts";

/** The controls hold the answers: rjsf is told only of those that decide what else is asked, or every field left would draw the form. */
const quiet = (Widget: (props: WidgetProps) => ReactNode) =>
  function QuietWidget(props: WidgetProps) {
    const form = useContext(FormContext);
    return (
      <Widget
        {...props}
        onChange={(value) => {
          if (form.answered(fieldName(props.id), value))
            startTransition(() => props.onChange(value));
        }}
      />
    );
  };

const TEXT = quiet(TextWidget);
const CHOICE = quiet(ChoiceWidget);
const WIDGETS: RegistryWidgetsType = {
  text: TEXT,
  masked: TEXT,
  email: TEXT,
  phone: TEXT,
  date: TEXT,
  code: TEXT,
  secret: TEXT,
  money: TEXT,
  quantity: quiet(QuantityWidget),
  textarea: quiet(TextareaWidget),
  hidden: HiddenWidget,
  radio: CHOICE,
  "choice-cards": CHOICE,
  select: quiet(SelectWidget),
  checkbox: quiet(CheckboxWidget),
  combobox: quiet(ComboboxWidget),
  typeahead: quiet(TypeaheadWidget),
  // Few forms ask for files: what they need comes when one does.
  file: quiet((props) => drawn("file", props)),
};
const TEMPLATES: Partial<TemplatesType> = { FieldTemplate, ObjectFieldTemplate };

/** The judge with the domain's formats; loaded once the page is usable. */
let judge: typeof import("./validate-form.ts") | undefined;
const loadJudge = async () => (judge = await import("./validate-form.ts"));

/** What works out the parts that follow what is typed; few forms have any. */
const loadLive = async () => import("./live.ts");

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
  const [data, setData] = useState<KnownAnswers>(view.data);
  const [round, setRound] = useState(0);
  const press = useScreen((state) => state.press);
  const setErrors = useScreen((state) => state.setErrors);
  const setLive = useScreen((state) => state.setLive);
  const root = useRef<HTMLDivElement>(null);
  const touched = useRef(false);
  /** What is known beside what stands in the controls: answers of fields that others hide, too. */
  const known = useRef(data);
  /** The form is drawn by what is known from now on. */
  const learn = (answers: KnownAnswers) => {
    known.current = answers;
    setData(answers);
  };
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
    if (found !== undefined && touched.current)
      keepDraft(view, readTyped(found, form, known.current), now);
  };

  const { live } = form;
  /** What follows what is typed is worked out once its rules are here. */
  const shownFor = useRef<ReturnType<typeof liveShown>>(undefined);
  const followTyped = () => {
    const found = element();
    const shown = found === undefined ? undefined : shownFor.current?.(typed());
    if (found === undefined || shown === undefined) return;
    for (const [field, value] of Object.entries(shown.computed)) {
      const control = found.elements.namedItem(field);
      if (control instanceof HTMLInputElement) control.value = value === null ? "" : String(value);
    }
    if (JSON.stringify(shown) !== JSON.stringify(store.getState().live)) setLive(shown);
  };
  useEffect(() => {
    shownFor.current = undefined;
    if (live === undefined) return;
    void loadLive().then((module) => {
      shownFor.current = module.liveShown(live, view.locale);
      followTyped();
    });
  }, [view]);
  // Fields come and go with what is chosen.
  useEffect(() => {
    followTyped();
    const found = element();
    if (found === undefined) return;
    const still = current().filter(({ pointer }) => {
      const field = pointer.slice(1);
      return (
        form.ui[field] === undefined ||
        found.elements.namedItem(field) !== null ||
        document.getElementById(`root_${field}`) !== null
      );
    });
    // What is not asked any more is not wrong any more.
    if (still.length < current().length) setErrors(still, false);
  }, [data]);

  // The same screen may come again with another form: after a step back, or when its definition was edited.
  useEffect(() => {
    void loadJudge().then(({ formatsOf }) => validator.setFormats(formatsOf(form)));
  }, [validator]);

  useEffect(() => {
    // What was typed before the scripts arrived counts, and so does what was typed on an earlier visit and never sent.
    const now = typed();
    const draft = readDraft(view);
    const restored =
      draft === undefined
        ? undefined
        : { ...laidOver(view.data, draft), ...changed(now, view.data) };
    touched.current = restored !== undefined || JSON.stringify(now) !== JSON.stringify(view.data);
    if (restored !== undefined && JSON.stringify(restored) !== JSON.stringify(now)) {
      learn(restored);
      setRound((before) => before + 1);
    } else if (touched.current) learn({ ...view.data, ...now });
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
    void loadJudge().then(({ validateForm }) => {
      const said = new Map(
        validateForm(form, validator.whole, typed()).map((error) => [error.pointer, error]),
      );
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
      const { validateForm } = await loadJudge();
      // The screen may have gone on meanwhile.
      if (!gone()) then(validateForm(form, validator.whole, typed()));
    };
    const deciding = decidingFields(form.schema);
    return {
      answered: (name, value) => {
        touched.current ||= String(value ?? "") !== String(known.current[name] ?? "");
        followTyped();
        if (!deciding.has(name)) return false;
        // Controls may go with this answer: what stands in them is wanted when they come back.
        const found = element();
        const typed = found === undefined ? {} : readTyped(found, form, known.current);
        known.current = { ...known.current, ...emptied(typed), [name]: value as Json | undefined };
        return true;
      },
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
            const tell =
              own !== undefined &&
              (own.code !== "required" || current().some(({ pointer }) => pointer === `/${name}`));
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
        learn({
          ...known.current,
          ...Object.fromEntries(Object.keys(earlier).map((field) => [field, undefined])),
          ...now,
        });
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
    // The press is seen before the form is judged.
    await nextTask();
    // The screen may have gone on while something was waited for.
    if (gone()) return;
    let now = typed();
    if (!checks) keep(true);
    if (checks) {
      // Where the judge is still on its way, nobody waits for it: the server judges by the same rules.
      now = judge?.tidiedForm(form, now) ?? now;
      const errors = judge?.validateForm(form, validator.whole, now) ?? [];
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
          followTyped();
        }}
        onPaste={shortenPaste}
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
          // What rjsf reports is less than what is known here, and may be older.
          onChange={() => startTransition(() => setData(known.current))}
          onSubmit={(_, event) => {
            const { submitter } = event.nativeEvent as SubmitEvent;
            const action =
              submitter instanceof HTMLButtonElement && submitter.value !== ""
                ? submitter.value
                : (view.actions.find(({ style }) => style === "primary")?.id ?? "submit");
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

/** Typed answers, undefined in place of null. */
function emptied(typed: JsonObject): KnownAnswers {
  return Object.fromEntries(
    Object.entries(typed).map(([field, value]) => [field, value ?? undefined]),
  );
}

function inOrder(form: FormView, errors: readonly FieldErrorView[]): FieldErrorView[] {
  const order = form.ui["ui:order"];
  const place = ({ pointer }: FieldErrorView) =>
    Array.isArray(order) ? order.indexOf(pointer.slice(1)) : 0;
  return errors.toSorted((a, b) => place(a) - place(b));
}

function changed(now: JsonObject, before: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(now).filter(([field, value]) => value !== before[field]),
  );
}
