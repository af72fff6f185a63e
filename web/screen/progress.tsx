import { chakra } from "@chakra-ui/react";

/** The step of the flow, in words and as a bar. */
export function Progress({
  step,
  of,
  label,
}: {
  readonly step: number;
  readonly of: number;
  readonly label: string;
}) {
  return (
    <chakra.div marginBottom="6">
      <chakra.p fontSize="sm" fontWeight="500" color="muted" marginBottom="2">
        {label}
      </chakra.p>
      <chakra.div
        aria-hidden="true"
        display="grid"
        gap="1"
        css={{ gridAutoFlow: "column", gridAutoColumns: "1fr" }}
      >
        {Array.from({ length: of }, (_, index) => (
          <chakra.span
            key={index}
            height="4px"
            borderRadius="2px"
            background={index < step ? "accent" : "line"}
            css={{
              "@media (forced-colors: active)": {
                forcedColorAdjust: "none",
                background: index < step ? "CanvasText" : "GrayText",
              },
            }}
          />
        ))}
      </chakra.div>
    </chakra.div>
  );
}
