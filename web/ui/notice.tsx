import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { tinted, TONES } from "./tones.ts";

/** A message on a ground of its tone, with a mark of it; the tone is also in its words. */
export function Notice({
  tone,
  title,
  text,
  spoken,
  children,
}: {
  readonly tone: keyof typeof TONES;
  readonly title?: string | undefined;
  readonly text: string;
  /** Another number: the same words are read out once more where they are announced. */
  readonly spoken?: number;
  readonly children?: ReactNode;
}) {
  return (
    <chakra.div display="flex" gap="3" padding="4" borderRadius="card" css={tinted(TONES[tone])}>
      <ToneMark tone={tone} />
      <chakra.div flex="1" minWidth="0">
        {title === undefined ? null : (
          <chakra.p fontWeight="700" marginBottom="1">
            {title}
          </chakra.p>
        )}
        <p key={spoken}>{text}</p>
        {children}
      </chakra.div>
    </chakra.div>
  );
}

const MARKS: Readonly<Record<keyof typeof TONES, string>> = {
  info: "M12 11v6M12 7.2v.4",
  success: "m7.5 12.4 3 3L16.5 9",
  warning: "M12 7v6M12 16.6v.4",
  error: "m8.5 8.5 7 7m0-7-7 7",
};

/** The tone for the eye; screen readers have the words. */
function ToneMark({ tone }: { readonly tone: keyof typeof TONES }) {
  return (
    <chakra.svg
      viewBox="0 0 24 24"
      width="24px"
      height="24px"
      flexShrink="0"
      aria-hidden="true"
      focusable="false"
      color={TONES[tone]}
      fill="none"
      stroke="currentColor"
    >
      <circle cx="12" cy="12" r="9.5" strokeWidth="1.6" opacity="0.55" />
      <path d={MARKS[tone]} strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
    </chakra.svg>
  );
}
