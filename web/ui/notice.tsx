import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { tinted, TONES } from "./tones.ts";

/** A message in the colours of its tone, with an icon; its text says the same. */
export function Notice({
  tone,
  title,
  text,
  spoken,
  quiet = false,
  children,
}: {
  readonly tone: keyof typeof TONES;
  readonly title?: string | undefined;
  readonly text: string;
  /** A new number announces the same words again. */
  readonly spoken?: number;
  /** Without a box, as in the column beside a form. */
  readonly quiet?: boolean;
  readonly children?: ReactNode;
}) {
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns="20px minmax(0, 1fr)"
      gap="3"
      padding={quiet ? "0" : "15px"}
      borderRadius="card"
      fontSize="sm"
      lineHeight="1.5rem"
      color={quiet ? "muted" : undefined}
      css={quiet ? undefined : tinted(tone)}
    >
      <ToneMark tone={tone} />
      <div>
        {title === undefined ? null : (
          <chakra.p fontWeight="650" color="text">
            {title}
          </chakra.p>
        )}
        <p key={spoken}>{text}</p>
        {children}
      </div>
    </chakra.div>
  );
}

const ROUND = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z";
const MARKS: Readonly<Record<keyof typeof TONES, string>> = {
  info: `${ROUND}M12 11v5.5M12 7.5h.01`,
  success: "m5 12.5 4.5 4.5L19 7.5",
  warning: `${ROUND}M12 7.5v5.5M12 16.5h.01`,
  error: `${ROUND}M12 7.5v5.5M12 16.5h.01`,
};

/** The icon of a tone, hidden from screen readers, which have the words. */
function ToneMark({ tone }: { readonly tone: keyof typeof TONES }) {
  return (
    <chakra.svg
      viewBox="0 0 24 24"
      width="20px"
      height="20px"
      marginTop="2px"
      aria-hidden="true"
      focusable="false"
      color={TONES[tone]}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={MARKS[tone]} />
    </chakra.svg>
  );
}
