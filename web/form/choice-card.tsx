import { chakra } from "@chakra-ui/react";
import type { ChangeEvent } from "react";
import { BOX, CHOICE, RADIO } from "./control-style.ts";

/** One choice of a question, with its explanation and price. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly detail: string | undefined;
  readonly price: string | undefined;
}

/** A choice as a large card; the whole card is the target. */
export function ChoiceCard({
  choice: { value, label, detail, price },
  control,
}: {
  readonly choice: Choice;
  readonly control: {
    readonly type: "radio" | "checkbox";
    readonly id: string;
    readonly name: string;
    readonly checked: boolean;
    readonly required: boolean;
    readonly "aria-invalid"?: true | undefined;
    readonly "aria-describedby"?: string | undefined;
    onChange(event: ChangeEvent<HTMLInputElement>): void;
  };
}) {
  const { checked, ...input } = control;
  return (
    <chakra.label css={CHOICE}>
      <chakra.input
        {...input}
        value={value}
        defaultChecked={checked}
        css={input.type === "radio" ? RADIO : BOX}
      />
      <chakra.span
        flex="1"
        display="flex"
        flexWrap="wrap"
        alignItems="baseline"
        justifyContent="space-between"
        columnGap="4"
      >
        <span data-name>{label}</span>
        {price ? (
          <chakra.span fontWeight="500" fontVariantNumeric="tabular-nums">
            {price}
          </chakra.span>
        ) : null}
        {detail ? (
          <chakra.span data-more flexBasis="100%" fontSize="sm" lineHeight="1.25rem" color="muted">
            {detail}
          </chakra.span>
        ) : null}
      </chakra.span>
    </chakra.label>
  );
}
