import { chakra } from "@chakra-ui/react";

/** A circle around a sign. */
export const ROUND = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z";

/** Lines on a grid of 24, 1.75 wide, with round ends. */
const PATHS = {
  tick: "m5 12.5 4.5 4.5L19 7.5",
  down: "m6 9 6 6 6-6",
  back: "M19 12H5m6-6-6 6 6 6",
  info: `${ROUND}M12 11v5.5M12 7.5h.01`,
  alert: `${ROUND}M12 7.5v5.5M12 16.5h.01`,
} as const;

export type IconName = keyof typeof PATHS;

/** A small decorative icon beside a text. */
export function Icon({
  name,
  ...look
}: {
  readonly name: IconName;
  readonly size?: string;
  readonly weight?: number;
}) {
  return <Lines path={PATHS[name]} {...look} />;
}

/** Lines drawn in the colour of the text. */
export function Lines({
  path,
  size = "1.25rem",
  weight = 1.75,
}: {
  readonly path: string;
  readonly size?: string;
  readonly weight?: number;
}) {
  return (
    <chakra.svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      flexShrink="0"
      aria-hidden="true"
      focusable="false"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} strokeWidth={weight} />
    </chakra.svg>
  );
}
