import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";
import { tintStyle, TONES } from "./tones.ts";

/** The icon of each tone. */
export const TONE_ICONS: Readonly<Record<keyof typeof TONES, IconName>> = {
  info: "info",
  success: "tick",
  warning: "alert",
  error: "alert",
};

/** A message in the colours of its tone, with an icon; its text says the same. */
export function Notice({
  tone,
  title,
  text,
  spoken,
  scriptless = false,
  children,
}: {
  readonly tone: keyof typeof TONES;
  readonly title?: string | undefined;
  readonly text: string;
  /** A new number announces the same words again. */
  readonly spoken?: number;
  /** Shown only where no script runs. */
  readonly scriptless?: boolean;
  readonly children?: ReactNode;
}) {
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns="1.25rem minmax(0, 1fr)"
      gap="3"
      padding="0.9375rem"
      borderRadius="card"
      fontSize="sm"
      lineHeight="1.5rem"
      css={{
        ...tintStyle(tone),
        ...(scriptless ? { "@media (scripting: enabled)": { display: "none" } } : {}),
      }}
    >
      <chakra.span marginTop="0.125rem" color={TONES[tone]}>
        <Icon name={TONE_ICONS[tone]} />
      </chakra.span>
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
