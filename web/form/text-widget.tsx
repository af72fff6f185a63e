import { chakra, type SystemStyleObject } from "@chakra-ui/react";
import type { WidgetProps } from "@rjsf/utils";
import { useRef } from "react";
import { plainNumber } from "../../engine/copy/plain-number.ts";
import { numberOf } from "../../engine/validate/fields.ts";
import { typedDate } from "../../engine/validate/typed-date.ts";
import { useScripted } from "../ui/use-scripted.ts";
import { useScreen } from "../store/use-screen.ts";
import { CONTROL, WIDTHS } from "./control-style.ts";
import { describedBy, fieldName, optionsOf, type FieldOptions } from "./field-options.ts";
import { datePadded, applyMask } from "./mask.ts";
import { useFieldError, useFieldEvents } from "./use-field-events.ts";

const TYPES: Readonly<Record<string, string>> = {
  email: "email",
  phone: "tel",
  secret: "password",
};

/**
 * A line of text. The text stays in the control while it is typed, so that a keystroke redraws
 * nothing; it is passed on when the field is left.
 */
export function TextWidget({
  line,
  ...props
}: WidgetProps & {
  /** The line's style, in place of every text field's. */
  readonly line?: SystemStyleObject;
}) {
  const { id, value, required, onChange } = props;
  const options = optionsOf(props);
  const widget = String(props.uiSchema?.["ui:widget"] ?? "text");
  const name = fieldName(id);
  const error = useFieldError(name);
  const kept = useScreen((state) => state.view.form?.kept[name]);
  const words = useScreen((state) => state.view.words);
  const input = useRef<HTMLInputElement>(null);
  const events = useFieldEvents(name);
  const scripted = useScripted();
  const isSecret = widget === "secret";
  return (
    <chakra.div position="relative" maxWidth={WIDTHS[options.width ?? "full"]}>
      <chakra.input
        ref={input}
        id={id}
        name={name}
        type={TYPES[widget] ?? (options.inputMode === "url" ? "url" : "text")}
        defaultValue={
          typeof value === "number"
            ? plainNumber(value, options.comma)
            : typeof value === "string"
              ? value
              : ""
        }
        required={required && kept === undefined}
        autoComplete={options.autocomplete ?? "off"}
        inputMode={options.inputMode}
        dir={isWrittenLeftToRight(options, widget) ? "ltr" : undefined}
        autoCapitalize={widget === "email" || options.inputMode === "url" ? "none" : undefined}
        spellCheck={false}
        aria-invalid={error || undefined}
        aria-describedby={describedBy(id, {
          why: props.options.help !== undefined,
          hint: props.uiSchema?.["ui:description"] !== undefined,
          error,
          kept: kept !== undefined,
        })}
        css={
          line ?? {
            ...CONTROL,
            ...(isSecret ? { paddingInlineEnd: "5.5rem" } : {}),
            ...(isSecret ? TURNED_SECRET : TURNED),
          }
        }
        onInput={(event) => {
          if (options.date !== undefined)
            leadDate(event.currentTarget, options.date, isTyped(event.nativeEvent as InputEvent));
          else if (options.mask !== undefined) lead(event.currentTarget, options.mask);
          events.typed();
        }}
        onBlur={(event) => {
          events.left(event.currentTarget);
          const { value: text } = event.currentTarget;
          const typed = options.number === true ? numberOf(text, options.comma) : undefined;
          onChange(text === "" ? undefined : (typed ?? text));
        }}
      />
      {isSecret && scripted ? (
        <Reveal id={id} input={input} show={words["show"] ?? ""} hide={words["hide"] ?? ""} />
      ) : null}
    </chakra.div>
  );
}

/** Shows and hides a secret. Its name has the field's label: a form may have several secrets. */
function Reveal({
  id,
  input,
  show,
  hide,
}: {
  /** Of the field. */
  readonly id: string;
  readonly input: React.RefObject<HTMLInputElement | null>;
  readonly show: string;
  readonly hide: string;
}) {
  return (
    <chakra.button
      id={`${id}-show`}
      type="button"
      aria-labelledby={`${id}-show ${id}-label`}
      position="absolute"
      insetInlineEnd="2px"
      top="2px"
      height="calc(100% - 4px)"
      paddingInline="0.75rem"
      fontSize="sm"
      fontWeight="500"
      color="accentText"
      background="transparent"
      borderRadius="control"
      cursor="pointer"
      css={{ "@media (forced-colors: active)": { textDecoration: "underline" } }}
      onClick={(event) => {
        if (input.current === null) return;
        const hidden = input.current.type === "password";
        input.current.type = hidden ? "text" : "password";
        event.currentTarget.textContent = hidden ? hide : show;
      }}
    >
      {show}
    </chakra.button>
  );
}

/**
 * Whether a field is written from left to right in every language: numbers, addresses, and masks
 * with their separators.
 */
function isWrittenLeftToRight(
  { mask, date, inputMode = "text" }: FieldOptions,
  widget: string,
): boolean {
  return (
    mask !== undefined || date !== undefined || inputMode !== "text" || TYPES[widget] !== undefined
  );
}

/** Aligns such fields with the others on a page that is written from right to left. */
const TURNED = { "[dir=rtl] &[dir=ltr]": { textAlign: "end" } } as const;
const TURNED_SECRET = {
  "[dir=rtl] &[dir=ltr]": {
    textAlign: "end",
    paddingInlineStart: "5.5rem",
    paddingInlineEnd: "0.875rem",
  },
} as const;

/** Formats a pasted or filled-in date at once, and completes a typed one at its end only. */
function leadDate(control: HTMLInputElement, format: string, typed: boolean): void {
  const { value } = control;
  const led = typed
    ? control.selectionStart === value.length
      ? datePadded(value, format)
      : value
    : typedDate(value, format);
  if (led !== value) control.value = led;
}

/**
 * Whether a change was typed, character by character. Autofill has no input type, or inserts
 * several characters at once.
 */
function isTyped({ inputType = "", data }: Partial<InputEvent>): boolean {
  if (inputType.startsWith("delete") || inputType === "insertCompositionText") return true;
  return inputType === "insertText" && (data ?? "").length <= 1;
}

/** Inserts the mask's own characters, and keeps the caret at its character. */
function lead(control: HTMLInputElement, mask: string): void {
  const caret = control.selectionStart ?? control.value.length;
  const led = applyMask(control.value, mask, caret);
  if (led.text === control.value) return;
  control.value = led.text;
  if (document.activeElement === control) control.setSelectionRange(led.caret, led.caret);
}
