import { chakra } from "@chakra-ui/react";
import type { WidgetProps } from "@rjsf/utils";
import { useContext } from "react";
import { fieldName, optionsOf } from "./field-options.ts";
import { useScreen } from "../store/use-screen.ts";
import { FormContext } from "./form-context.ts";

/** Radios as large cards, with what explains a choice and what it costs; the whole card is the target. The question is the legend of the fieldset around them. */
export function ChoiceWidget(props: WidgetProps) {
  const { id, value, required, onChange } = props;
  const name = fieldName(id);
  const form = useContext(FormContext);
  const away = useScreen((state) => state.live?.away[name] ?? state.view.form?.away?.[name]);
  const { details, prices } = optionsOf(props);
  // Explanations and prices belong to choices by their places.
  const choices = (props.options.enumOptions ?? [])
    .filter((choice) => choice.value !== "")
    .map((choice, index) => ({ ...choice, index }))
    .filter((choice) => away?.includes(String(choice.value)) !== true);
  return (
    <chakra.div display="grid" gap="2">
      {choices.map(({ index, ...choice }, place) => (
        <chakra.label
          key={String(choice.value)}
          display="flex"
          alignItems={details === undefined ? "center" : "flex-start"}
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
            type="radio"
            // The first one stands for the question: an error leads to it, without scripts too.
            id={place === 0 ? id : `${id}-${index}`}
            name={name}
            value={String(choice.value)}
            defaultChecked={value === choice.value}
            required={required}
            flexShrink="0"
            width="20px"
            height="20px"
            marginTop={details === undefined ? "0" : "2px"}
            css={{ accentColor: "var(--brand-accent)" }}
            onChange={() => {
              onChange(choice.value);
              form.leave(name);
            }}
          />
          <chakra.span
            flex="1"
            display="flex"
            flexWrap="wrap"
            alignItems="baseline"
            justifyContent="space-between"
            columnGap="4"
          >
            <chakra.span fontWeight={details === undefined && prices === undefined ? "500" : "600"}>
              {choice.label}
            </chakra.span>
            {prices?.[index] ? (
              <chakra.span fontWeight="600" fontVariantNumeric="tabular-nums">
                {prices[index]}
              </chakra.span>
            ) : null}
            {details?.[index] ? (
              <chakra.span flexBasis="100%" fontSize="sm" color="textMuted">
                {details[index]}
              </chakra.span>
            ) : null}
          </chakra.span>
        </chakra.label>
      ))}
    </chakra.div>
  );
}
