import { chakra } from "@chakra-ui/react";
import type { ChangeEvent } from "react";

/** One choice of a question, with what explains it and what it costs. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly detail: string | undefined;
  readonly price: string | undefined;
}

/** A choice as a large card; the whole card is the target. */
export function ChoiceCard({
  choice: { value, label, detail, price },
  detailed,
  control,
}: {
  readonly choice: Choice;
  /** What the choices of the question have beside their labels: explanations count more than prices. */
  readonly detailed: "no" | "priced" | "explained";
  readonly control: {
    readonly type: "radio" | "checkbox";
    readonly id: string;
    readonly name: string;
    readonly checked: boolean;
    readonly required: boolean;
    onChange(event: ChangeEvent<HTMLInputElement>): void;
  };
}) {
  const { checked, ...input } = control;
  return (
    <chakra.label
      display="flex"
      alignItems={detailed === "explained" ? "flex-start" : "center"}
      gap="3"
      minHeight="52px"
      paddingInline="4"
      paddingBlock="3"
      border="1px solid"
      borderColor="border"
      borderRadius="control"
      background="surface"
      cursor="pointer"
      css={{
        "&:hover": { borderColor: "var(--brand-text)" },
        "&:has(input:checked)": {
          borderColor: "var(--brand-accent)",
          background: "var(--brand-accentSubtle)",
          boxShadow: "inset 0 0 0 1px var(--brand-accent)",
        },
        "&:has(input:focus-visible)": {
          outline: "3px solid var(--brand-focus)",
          outlineOffset: "2px",
        },
      }}
    >
      <chakra.input
        {...input}
        value={value}
        defaultChecked={checked}
        flexShrink="0"
        width="20px"
        height="20px"
        marginTop={detailed === "explained" ? "2px" : "0"}
        css={{ accentColor: "var(--brand-accent)" }}
      />
      <chakra.span
        flex="1"
        display="flex"
        flexWrap="wrap"
        alignItems="baseline"
        justifyContent="space-between"
        columnGap="4"
      >
        <chakra.span fontWeight={detailed === "no" ? "500" : "600"}>{label}</chakra.span>
        {price ? (
          <chakra.span fontWeight="600" fontVariantNumeric="tabular-nums">
            {price}
          </chakra.span>
        ) : null}
        {detail ? (
          <chakra.span flexBasis="100%" fontSize="sm" color="textMuted">
            {detail}
          </chakra.span>
        ) : null}
      </chakra.span>
    </chakra.label>
  );
}
