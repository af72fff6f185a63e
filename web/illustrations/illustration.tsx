import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";

const stroke = { fill: "none", stroke: "currentColor", strokeWidth: 3, strokeLinecap: "round", strokeLinejoin: "round" } as const;

/** Line drawings by the names that definitions use. They say nothing the words do not, so screen readers pass them by. */
const DRAWINGS: Readonly<Record<string, ReactNode>> = {
  success: <path {...stroke} d="M24 50 42 68 74 32" />,
  waiting: (
    <>
      <circle {...stroke} cx="48" cy="48" r="26" opacity=".25" />
      <chakra.path {...stroke} d="M48 22a26 26 0 0 1 26 26" css={{ transformOrigin: "48px 48px", animation: "spin 1.2s linear infinite" }} />
    </>
  ),
  review: (
    <>
      <circle {...stroke} cx="42" cy="42" r="18" />
      <path {...stroke} d="m56 56 16 16M35 42h14M42 35v14" />
    </>
  ),
  phone: (
    <>
      <rect {...stroke} x="32" y="18" width="32" height="60" rx="6" />
      <path {...stroke} d="M44 68h8M40 34h16M40 44h10" />
    </>
  ),
  "id-card": (
    <>
      <rect {...stroke} x="16" y="26" width="64" height="44" rx="6" />
      <circle {...stroke} cx="34" cy="44" r="7" />
      <path {...stroke} d="M24 62c2-6 18-6 20 0M54 40h16M54 50h16M54 60h10" />
    </>
  ),
  document: <path {...stroke} d="M30 16h24l14 14v50H30zM54 16v14h14M40 44h18M40 54h18M40 64h12" />,
  people: (
    <>
      <circle {...stroke} cx="38" cy="38" r="10" />
      <circle {...stroke} cx="64" cy="42" r="8" />
      <path {...stroke} d="M20 70c2-16 34-16 36 0M60 60c10-2 16 2 18 10" />
    </>
  ),
  "link-account": (
    <>
      <path {...stroke} d="M18 40 48 22l30 18zM24 46v22M40 46v22M56 46v22M72 46v22M16 74h64" />
    </>
  ),
  welcome: (
    <>
      <rect {...stroke} x="18" y="30" width="60" height="40" rx="6" />
      <path {...stroke} d="M18 42h60M28 58h14M62 58h6" />
    </>
  ),
  error: (
    <>
      <circle {...stroke} cx="48" cy="48" r="28" />
      <path {...stroke} d="M48 34v18M48 62v.5" />
    </>
  ),
};

/** A drawing in the brand's colour; nothing for a name it does not know. */
export function Illustration({ name }: { readonly name: string }) {
  const drawing = DRAWINGS[name];
  if (drawing === undefined) return null;
  return (
    <chakra.div display="inline-flex" color="accent" background="accentSubtle" borderRadius="card" padding="3" marginBottom="4" data-chrome>
      <svg viewBox="0 0 96 96" width="56" height="56" aria-hidden="true" focusable="false">
        {drawing}
      </svg>
    </chakra.div>
  );
}
