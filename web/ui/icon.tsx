import { chakra } from "@chakra-ui/react";

/** Lines on a grid of 24, 1.75 wide, with round ends. */
const PATHS = {
  tick: "m5 12.5 4.5 4.5L19 7.5",
  down: "m6 9 6 6 6-6",
  back: "M19 12H5m6-6-6 6 6 6",
} as const;

/** A small decorative icon beside a text. */
export function Icon({
  name,
  size = "20px",
  weight = 1.75,
}: {
  readonly name: keyof typeof PATHS;
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
      <path d={PATHS[name]} strokeWidth={weight} />
    </chakra.svg>
  );
}
