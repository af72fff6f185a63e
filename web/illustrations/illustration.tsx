import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";

const line = {
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 3.5,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;
/** A body with its outline. */
const body = { ...line, fill: "currentColor", fillOpacity: 0.16 } as const;

/** Drawings by the names that definitions use. They say nothing the words do not, so screen readers pass them by. */
const DRAWINGS: Readonly<Record<string, ReactNode>> = {
  success: (
    <>
      <circle cx="48" cy="48" r="34" fill="currentColor" />
      <path {...line} d="M33 49.5 43.5 60 64 38" stroke="var(--brand-surface)" strokeWidth="6" />
    </>
  ),
  waiting: (
    <>
      <circle {...line} cx="48" cy="48" r="28" strokeWidth="6" opacity=".2" />
      <chakra.path
        {...line}
        d="M48 20a28 28 0 0 1 28 28"
        strokeWidth="6"
        css={{ transformOrigin: "48px 48px", animation: "spin 1.2s linear infinite" }}
      />
    </>
  ),
  review: (
    <>
      <circle {...body} cx="42" cy="42" r="22" />
      <path {...line} d="m59 59 18 18" strokeWidth="6" />
      <path {...line} d="m33 42.5 6.5 6.5L52 36.5" />
    </>
  ),
  phone: (
    <>
      <rect {...body} x="28" y="12" width="40" height="72" rx="8" />
      <path {...line} d="M43 74h10M38 28h20M38 38h13" />
    </>
  ),
  "id-card": (
    <>
      <rect {...body} x="10" y="22" width="76" height="52" rx="7" />
      <circle {...line} cx="32" cy="43" r="8" />
      <path {...line} d="M20 64c2-11 22-11 24 0M56 40h18M56 51h18M56 62h10" />
    </>
  ),
  document: (
    <>
      <path {...body} d="M24 10h32l18 18v58H24z" />
      <path {...line} d="M56 10v18h18M36 42h24M36 54h24M36 66h14" />
    </>
  ),
  people: (
    <>
      <circle {...body} cx="36" cy="34" r="13" />
      <path {...body} d="M12 76c2-25 46-25 48 0z" />
      <path {...line} d="M58 22a12 12 0 0 1 2 24M68 54c10 3 15 11 16 22" />
    </>
  ),
  "link-account": (
    <>
      <path {...body} d="M12 38 48 16l36 22z" />
      <path {...line} d="M22 48v22M39 48v22M57 48v22M74 48v22M12 80h72" />
    </>
  ),
  welcome: (
    <>
      <rect {...body} x="10" y="24" width="76" height="48" rx="8" />
      <path {...line} d="M10 39h76" strokeWidth="7" strokeLinecap="butt" />
      <path {...line} d="M22 58h16M64 58h10" />
    </>
  ),
  error: (
    <>
      <circle {...body} cx="48" cy="48" r="33" />
      <path {...line} d="M48 31v20M48 63.5v.5" strokeWidth="5.5" />
    </>
  ),
};

/** What went well or wrong has a colour of its own, whatever the brand's is. */
const COLOURS: Readonly<Record<string, "success" | "danger">> = {
  success: "success",
  error: "danger",
};

/** A drawing in the brand's colour; nothing for a name it does not know. */
export function Illustration({ name }: { readonly name: string }) {
  const drawing = DRAWINGS[name];
  if (drawing === undefined) return null;
  const colour = COLOURS[name];
  return (
    <chakra.div
      display="inline-flex"
      color={colour ?? "accent"}
      borderRadius="card"
      padding="3"
      marginBottom="4"
      data-chrome
      css={{
        background:
          colour === undefined
            ? "var(--brand-tint)"
            : `color-mix(in srgb, var(--brand-${colour}) 12%, var(--brand-surface))`,
      }}
    >
      <svg viewBox="0 0 96 96" width="56" height="56" aria-hidden="true" focusable="false">
        {drawing}
      </svg>
    </chakra.div>
  );
}
