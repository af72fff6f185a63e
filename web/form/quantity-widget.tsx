import { chakra, type SystemStyleObject } from "@chakra-ui/react";
import type { WidgetProps } from "@rjsf/utils";
import { useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { numberOf } from "../../engine/validate/fields.ts";
import { useFieldError, useFieldEvents } from "./use-field-events.ts";
import { describedBy, fieldName, optionsOf } from "./field-options.ts";

/**
 * A number with buttons for one less and one more. A text input with a number pad and the keys of a
 * spin button: the native number input changes under a scrolling wheel and drops text that it
 * cannot parse. Without scripts it is the text input alone.
 */
export function QuantityWidget(props: WidgetProps) {
  const { id, value, required, label } = props;
  const name = fieldName(id);
  const { t } = useTranslation();
  const error = useFieldError(name);
  const number = useQuantity(props);
  const { minimum, maximum, now, step } = number;
  const [announcement, setAnnouncement] = useState("");
  const onButton = (by: number) => ({
    type: "button" as const,
    css: STEP,
    "aria-label": t(by < 0 ? "quantity.less" : "quantity.more", { name: label }),
    "aria-controls": id,
    "aria-disabled":
      (by < 0 ? now !== undefined && now <= minimum : now !== undefined && now >= maximum) ||
      undefined,
    // The focus is on the button: the new number must be announced.
    onClick: () => setAnnouncement(t("quantity.now", { name: label, number: step(by) })),
  });
  return (
    <chakra.div css={STEPPER}>
      <chakra.button {...onButton(-1)}>
        <Sign path="M5 12h14" />
      </chakra.button>
      <chakra.input
        {...number.events}
        id={id}
        name={name}
        type="text"
        inputMode="numeric"
        role="spinbutton"
        aria-valuenow={now}
        aria-valuemin={minimum}
        aria-valuemax={maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum}
        defaultValue={typeof value === "number" || typeof value === "string" ? String(value) : ""}
        required={required}
        autoComplete="off"
        aria-invalid={error || undefined}
        aria-describedby={describedBy(id, {
          why: props.options.help !== undefined,
          hint: props.uiSchema?.["ui:description"] !== undefined,
          price: optionsOf(props).price !== undefined,
          error,
        })}
        css={NUMBER}
      />
      <chakra.button {...onButton(1)}>
        <Sign path="M5 12h14M12 5v14" />
      </chakra.button>
      <chakra.span role="status" srOnly>
        {announcement}
      </chakra.span>
    </chakra.div>
  );
}

/** The number of a quantity: its bounds, its steps, and the events of its control. */
function useQuantity(props: WidgetProps) {
  const { id, value, onChange } = props;
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = optionsOf(props);
  const events = useFieldEvents(fieldName(id));
  const input = useRef<HTMLInputElement>(null);
  const [now, setNow] = useState(typeof value === "number" ? value : undefined);
  const take = () => {
    const typed = numberOf(input.current?.value ?? "");
    setNow(typed);
    return typed;
  };
  /** Adds to the number, within its bounds. @returns the new number */
  const step = (by: number): number | undefined => {
    if (input.current === null) return undefined;
    const next = Math.min(maximum, Math.max(minimum, Math.trunc(take() ?? 0) + by));
    input.current.value = String(next);
    setNow(next);
    onChange(next);
    events.left(input.current);
    return next;
  };
  return {
    minimum,
    maximum,
    now,
    step,
    events: {
      ref: input,
      onInput: () => {
        take();
        events.typed();
      },
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
        const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        step(by);
      },
      onBlur: ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
        events.left(currentTarget);
        onChange(currentTarget.value === "" ? undefined : (take() ?? currentTarget.value));
      },
    },
  };
}

/**
 * The row of a quantity: its label, hint, prices, error and control, beside a picture where it has
 * one. Rows that follow each other are near.
 */
export function QuantityRow({
  id,
  label,
  hint,
  problem,
  more,
  picture,
  price = [],
  children,
}: {
  readonly id: string;
  readonly label: string;
  readonly hint: ReactNode;
  readonly problem: ReactNode;
  readonly more: ReactNode;
  readonly picture: string | undefined;
  readonly price: readonly string[] | undefined;
  readonly children: ReactNode;
}) {
  const words = (
    <>
      <chakra.label htmlFor={id} display="block" fontWeight="500">
        {label}
      </chakra.label>
      {hint}
    </>
  );
  const prices =
    price.length === 0 ? null : (
      <chakra.div id={`${id}-price`} fontSize="sm" lineHeight="1.25rem" css={PRICES}>
        {price.map((each) => (
          <p key={each}>{each}</p>
        ))}
      </chakra.div>
    );
  if (picture === undefined) {
    return (
      <chakra.div data-quantity="" css={ROW}>
        <chakra.div flex="1 1 8rem">
          {words}
          {prices}
        </chakra.div>
        {problem === null ? null : <chakra.div flexBasis="100%">{problem}</chakra.div>}
        {children}
        {more === null ? null : <chakra.div flexBasis="100%">{more}</chakra.div>}
      </chakra.div>
    );
  }
  return (
    <chakra.div data-quantity="" css={{ ...ROW, ...PICTURED }}>
      <chakra.span data-chrome aria-hidden="true" css={GROUND}>
        <chakra.span css={{ ...DRAWN, maskImage: `url("${encodeURI(picture)}")` }} />
      </chakra.span>
      {/* Without a width of its own, large text would make the whole form wider than a phone. */}
      <chakra.div flex="1" width="0" minWidth="0" display="flex" flexDirection="column">
        {words}
        {problem === null ? null : <chakra.div marginTop="2">{problem}</chakra.div>}
        <chakra.div css={FOOT}>
          {prices ?? <span />}
          {children}
        </chakra.div>
        {more}
      </chakra.div>
    </chakra.div>
  );
}

function Sign({ path }: { readonly path: string }) {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}

/** One control of three parts, with one edge around them. */
const STEPPER: SystemStyleObject = {
  display: "inline-flex",
  alignItems: "stretch",
  maxWidth: "100%",
  border: "1px solid",
  borderColor: "border",
  borderRadius: "control",
  background: "field",
  overflow: "hidden",
  "&:has(:focus-visible)": { outline: "3px solid", outlineColor: "focus", outlineOffset: "2px" },
  "&:has([aria-invalid=true])": { borderColor: "danger" },
};

const INNER: SystemStyleObject = {
  "&:focus-visible": {
    outline: "none",
    borderRadius: "0",
    boxShadow: "inset 0 0 0 2px var(--brand-focus)",
  },
};

const NUMBER: SystemStyleObject = {
  ...INNER,
  width: "3.5rem",
  minWidth: "2.5rem",
  minHeight: "2.875rem",
  paddingInline: "0.25rem",
  borderInline: "1px solid",
  borderColor: "line",
  background: "transparent",
  color: "text",
  textAlign: "center",
  fontWeight: "500",
  fontVariantNumeric: "tabular-nums",
  "@media (scripting: none)": { borderInlineWidth: "0" },
};

const STEP: SystemStyleObject = {
  ...INNER,
  display: "grid",
  placeItems: "center",
  width: "2.75rem",
  minWidth: "44px",
  minHeight: "2.875rem",
  color: "accentText",
  background: "transparent",
  cursor: "pointer",
  touchAction: "manipulation",
  userSelect: "none",
  "&:hover:not([aria-disabled=true])": { background: "tintStrong" },
  "&[aria-disabled=true]": { color: "disabledText", cursor: "default" },
  "@media (scripting: none)": { display: "none" },
};

/** An item that can be ordered, with its number; the edge shows whether any are. */
const ROW: SystemStyleObject = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  columnGap: "4",
  rowGap: "2",
  padding: "0.6875rem",
  paddingInlineStart: "0.9375rem",
  background: "raised",
  border: "1px solid",
  borderColor: "line",
  borderRadius: "card",
  "div:has(> [data-quantity]) + div > &": { marginTop: "-16px" },
  "& p": { marginBottom: "0" },
  "&:has([aria-valuenow]:not([aria-valuenow='0']))": {
    borderColor: "accent",
    boxShadow: "inset 0 0 0 1px var(--brand-accent)",
    "@media (forced-colors: active)": { borderColor: "Highlight" },
  },
};

const PICTURED: SystemStyleObject = {
  flexWrap: "nowrap",
  alignItems: "stretch",
  columnGap: "4",
  padding: "0.9375rem",
};

const GROUND: SystemStyleObject = {
  flexShrink: 0,
  alignSelf: "flex-start",
  display: "grid",
  placeItems: "center",
  width: { base: "72px", sm: "104px" },
  height: { base: "88px", sm: "112px" },
  background: "tint",
  borderRadius: "control",
  "@media (max-width: 359px)": { display: "none" },
};

/** The shapes of a picture, in the brand's colour. */
const DRAWN: SystemStyleObject = {
  width: { base: "64px", sm: "88px" },
  height: { base: "72px", sm: "96px" },
  background: "var(--brand-pic1)",
  maskRepeat: "no-repeat",
  maskPosition: "center",
  maskSize: "contain",
  "@media (forced-colors: active)": { forcedColorAdjust: "none", background: "CanvasText" },
};

/** Prices at the start and the control at the end, on the card's lower edge. */
const FOOT: SystemStyleObject = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  columnGap: "3",
  rowGap: "2",
  marginTop: "auto",
  paddingTop: "2",
  "& > :last-of-type": { marginInlineStart: "auto" },
};

const PRICES: SystemStyleObject = {
  marginTop: "1",
  fontVariantNumeric: "tabular-nums",
  "& > p:first-of-type": { fontWeight: "500" },
};
