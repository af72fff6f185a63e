import { createSystem, defaultBaseConfig, defineConfig } from "@chakra-ui/react";

/** The colours that brands set at run time as variables. */
const COLOURS = [
  ...["surface", "sunken", "raised", "field", "hover", "line", "border", "borderHover"],
  ...["text", "muted", "disabled", "disabledText"],
  ...["accent", "accentHover", "accentActive", "onAccent", "accentText", "focus", "halo"],
  ...["button", "buttonHover", "buttonActive", "buttonLine", "onButton"],
  ...["tint", "tintStrong", "tintLine"],
  ...["info", "danger", "success", "warning"].flatMap((name) => [
    name,
    `${name}Tint`,
    `${name}Line`,
  ]),
];

/** The design system: a scale of type and space on a 4 px grid. */
export const system = createSystem(
  defaultBaseConfig,
  defineConfig({
    preflight: true,
    theme: {
      // Below sm is xs. Spec: "xs 0-500, sm 500-768, md 768-992, lg 992-1200, xl 1200-1720, xxl
      // above".
      breakpoints: { sm: "500px", md: "768px", lg: "992px", xl: "1200px", "2xl": "1720px" },
      tokens: {
        fonts: {
          body: { value: "var(--brand-body-font)" },
          heading: { value: "var(--brand-heading-font)" },
        },
        fontSizes: {
          xs: { value: "0.8125rem" },
          sm: { value: "0.9375rem" },
          md: { value: "1rem" },
          lg: { value: "1.125rem" },
          xl: { value: "1.375rem" },
          "2xl": { value: "1.875rem" },
          "3xl": { value: "2.375rem" },
        },
        spacing: {
          "1": { value: "4px" },
          "2": { value: "8px" },
          "3": { value: "12px" },
          "4": { value: "16px" },
          "5": { value: "20px" },
          "6": { value: "24px" },
          "7": { value: "28px" },
          "8": { value: "32px" },
          "10": { value: "40px" },
          "12": { value: "48px" },
          "14": { value: "56px" },
          "16": { value: "64px" },
        },
        radii: {
          small: { value: "calc(var(--brand-radius) * 0.6)" },
          control: { value: "var(--brand-radius)" },
          card: { value: "calc(var(--brand-radius) * 1.6)" },
        },
        shadows: {
          card: { value: "0 1px 2px rgb(0 0 0 / 10%), 0 12px 32px rgb(0 0 0 / 16%)" },
        },
      },
      semanticTokens: {
        colors: Object.fromEntries(
          COLOURS.map((name) => [name, { value: `var(--brand-${name})` }]),
        ),
      },
    },
    globalCss: {
      "html, body": {
        bg: "surface",
        color: "text",
        fontFamily: "body",
        fontSize: "md",
        lineHeight: "1.5",
        colorPalette: "unset",
      },
      // Keeps the focused element clear of sticky elements at the window's edges.
      html: { scrollPaddingBlock: "16px 104px", textSizeAdjust: "100%" },
      body: {
        overflowWrap: "anywhere",
        fontFeatureSettings: '"cv11", "ss03", "calt"',
      },
      // No line of a heading, and no last line of a paragraph, has a single word.
      "h1, h2, h3, legend, button": { textWrap: "balance" },
      h1: {
        fontFamily: "heading",
        fontSize: "2xl",
        lineHeight: "2.25rem",
        letterSpacing: "-0.022em",
        fontWeight: "650",
      },
      h2: {
        fontFamily: "heading",
        fontSize: "lg",
        lineHeight: "1.5rem",
        letterSpacing: "-0.012em",
        fontWeight: "650",
      },
      p: { textWrap: "pretty" },
      "a, button": { textUnderlineOffset: "0.22em" },
      // The footer stands at the window's end, even on a short page.
      "#root": { display: "flex", flexDirection: "column", minHeight: "100dvh" },
      ":focus-visible": {
        outline: "3px solid",
        outlineColor: "focus",
        outlineOffset: "2px",
        borderRadius: "4px",
      },
      // The skip link leads to main; a ring around the whole page says nothing.
      "h1:focus, main:focus, [role=alert]:focus, [role=group]:focus": { outline: "none" },
      "*, *::before, *::after": {
        "@media (prefers-reduced-motion: reduce)": {
          animation: "none !important",
          transition: "none !important",
        },
      },
      "html, body, #root": { _print: { background: "#fff !important", minHeight: "0" } },
      "section, li, tr, dl > div": { _print: { breakInside: "avoid" } },
      "[data-chrome]": { _print: { display: "none !important" } },
    },
  }),
);
