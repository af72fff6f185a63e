import accepts from "accepts";
import type { FastifyRequest } from "fastify";

/** The languages of the sandbox's own pages. */
export type SandboxLanguage = "en" | "fr";

/** One text for all languages, or one for each, such as `en`. */
export type Said = string | Readonly<Record<string, string>>;

/** The words of the inbox, of the test values and of the band above every page of the sandbox. */
export const SANDBOX_WORDS = {
  en: {
    sandbox: "Sandbox",
    nothingReal: "Nothing real is sent or charged",
    values: "Values and codes",
    inbox: "Inbox",
    kept: "Mails are kept here and not sent.",
    empty: "There are no mails yet.",
    sender: (name: string) => `From ${name}. `,
    receiver: (name: string, instant: string) => `To ${name}, ${instant}.`,
    html: "As HTML",
    testValues: "Test values",
    effects: "What the sandbox does with them.",
    instants: "en-US",
  },
  fr: {
    sandbox: "Bac à sable",
    nothingReal: "Rien de réel n’est envoyé ni débité",
    values: "Valeurs et codes",
    inbox: "Courriels",
    kept: "Les courriels restent ici et ne sont pas envoyés.",
    empty: "Il n’y a pas encore de courriel.",
    sender: (name: string) => `De ${name}. `,
    receiver: (name: string, instant: string) => `À ${name}, ${instant}.`,
    html: "En HTML",
    testValues: "Valeurs d’essai",
    effects: "Ce que le bac à sable en fait.",
    instants: "fr-CA",
  },
} as const;

/** The language that a link to the page names, or else the first of the browser's that there is. */
export function sandboxLanguage({ query, raw }: FastifyRequest): SandboxLanguage {
  const { language } = query as Readonly<Record<string, unknown>>;
  if (typeof language === "string") return language.startsWith("fr") ? "fr" : "en";
  return accepts(raw).languages(["en", "fr"]) === "fr" ? "fr" : "en";
}

/** A page of the sandbox in a language. */
export function inLanguageOf(path: string, language: string): string {
  return `${path}?language=${encodeURIComponent(language)}`;
}

/** A text in the language of a locale, or in the first that there is. */
export function inLanguage(text: Said, locale: string): string {
  if (typeof text === "string") return text;
  return text[locale.split("-")[0] ?? ""] ?? Object.values(text)[0] ?? "";
}
