import { createSystem, defaultBaseConfig, defineConfig } from "@chakra-ui/react";

/** The design system: a quiet scale of type and space, and colours that a portal or reseller brings at run time as variables. */
export const system = createSystem(
  defaultBaseConfig,
  defineConfig({
    preflight: true,
    theme: {
      // From nothing to sm is xs. Spec: "xs 0-500, sm 500-768, md 768-992, lg 992-1200, xl 1200-1720, xxl above".
      breakpoints: { sm: "500px", md: "768px", lg: "992px", xl: "1200px", "2xl": "1720px" },
      tokens: {
        fonts: {
          body: { value: "var(--brand-body-font)" },
          heading: { value: "var(--brand-heading-font)" },
        },
        fontSizes: {
          sm: { value: "0.875rem" },
          md: { value: "1rem" },
          lg: { value: "1.125rem" },
          xl: { value: "1.375rem" },
          "2xl": { value: "clamp(1.5rem, 1.2rem + 1.6vw, 2rem)" },
        },
        spacing: {
          "1": { value: "4px" },
          "2": { value: "8px" },
          "3": { value: "12px" },
          "4": { value: "16px" },
          "5": { value: "20px" },
          "6": { value: "24px" },
          "8": { value: "32px" },
          "10": { value: "40px" },
          "12": { value: "48px" },
          "16": { value: "64px" },
        },
        radii: {
          control: { value: "var(--brand-radius)" },
          card: { value: "calc(var(--brand-radius) * 1.6)" },
        },
        shadows: { card: { value: "0 1px 2px rgb(0 0 0 / 6%), 0 8px 24px rgb(0 0 0 / 5%)" } },
      },
      semanticTokens: {
        colors: Object.fromEntries(
          [
            "accent",
            "accentText",
            "accentSubtle",
            "background",
            "surface",
            "text",
            "textMuted",
            "border",
            "danger",
            "success",
            "warning",
            "focus",
          ].map((name) => [name, { value: `var(--brand-${name})` }]),
        ),
      },
    },
    globalCss: {
      "html, body": {
        bg: "background",
        color: "text",
        fontFamily: "body",
        fontSize: "md",
        lineHeight: "1.5",
        colorPalette: "unset",
      },
      body: { overflowWrap: "anywhere" },
      // No line of a heading, and no last line of a paragraph, is left to one word.
      "h1, h2, legend, button": { textWrap: "balance" },
      p: { textWrap: "pretty" },
      // The page's end stands at the window's end, however little there is to say.
      "#root": { display: "flex", flexDirection: "column", minHeight: "100dvh" },
      ":focus-visible": { outline: "3px solid", outlineColor: "focus", outlineOffset: "2px" },
      "h1:focus, [role=alert]:focus": { outline: "none" },
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
