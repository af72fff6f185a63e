import type { CodeEntry } from "./code-entry.ts";

/** Texts, the look, and what pages link to. */
export const COPY_CODES: Readonly<Record<string, CodeEntry>> = {
  "FLOW-COPY-COPIED": {
    description: "A text of another language is that of the fallback locale, word for word.",
    wrong: "fr-CA: text: A parent agrees for you",
    right: "fr-CA: text: Un parent consent pour vous",
  },
  "FLOW-COPY-SAME": {
    description: "Two choices of one field have the same words: people cannot tell them apart.",
    wrong: 'options: { student: "Employed", employed: "Employed" }',
    right: 'options: { student: "A student", employed: "Employed" }',
  },
  "FLOW-COPY-LOCALE": {
    description: "A text is there in one language and not in another of the variant.",
    wrong: "en-US has actions.submit.label, fr-CA has not",
    right: "both have it",
  },
  "FLOW-COPY-LONG": {
    description:
      "A text is longer than its place takes; the bounds stand in schemas/definition/copy.json.",
    wrong: "label: Please press here to go on to the next page of the form",
    right: "label: Continue",
  },
  "FLOW-COPY-BLANK": {
    description:
      "A text that a screen, an action or a field needs has no letters: the page shows nothing there.",
    wrong: "title: ''",
    right: "title: Who will read?",
  },
  "FLOW-COPY-MISSING": {
    description:
      "Texts that a screen, an action or a field shows are not there; told once for all of them, with the files they belong into.",
    wrong: "titel: Who will read?",
    right: "title: Who will read?",
  },
  "FLOW-COPY-PLACE": {
    description: "A text has other places for values than the same text in the fallback locale.",
    wrong: "text: 'Payez {prix}'",
    right: "text: 'Payez {price}'",
  },
  "FLOW-COPY-UNFILLED": {
    description:
      "A text of a block, a notice, a title, an intro or a mail has a place for a value that nothing fills, or any text one for a text that is not there: people would read the braces.",
    wrong: "text: 'You pay {fee}' and a block without with: { fee: … }",
    right: "with: { fee: { var: config.feeMinor } }",
  },
  "FLOW-COPY-UNWRITTEN": {
    description: "A text begins with TODO: it stands for one that is still to be written.",
    wrong: 'label: "TODO: Town"',
    right: 'label: "Town or city"',
  },
  "FLOW-COPY-UNUSED": {
    description: "Nothing shows the text.",
    wrong: "old: A text of a block that is gone",
    right: "(take it out)",
  },
  "FLOW-CURRENCY": {
    description: "The currency of a variant is none of ISO 4217.",
    wrong: "facts: { currency: CDA }",
    right: "facts: { currency: CAD }",
  },
  "FLOW-FRAME-ORIGIN": {
    description: "A frame shows an origin that is not listed, or a listed one is no origin.",
    wrong: "frameOrigins: [cards.example.com/x]",
    right: "frameOrigins: ['https://cards.example.com']",
  },
  "FLOW-IMAGE-ORIGIN": {
    description: "What pictures come from is no origin.",
    wrong: "imageOrigin: static.example.com/x",
    right: "imageOrigin: https://static.example.com",
  },
  "FLOW-LINK": {
    description:
      "A link of the configuration or the look leads to no page, path, mail address or phone, or mails come from what is no address.",
    wrong: "links: { terms: 'javascript:alert(1)' }",
    right: "links: { terms: https://partner.example/terms }",
  },
  "FLOW-PHONE": {
    description: "The phone number that a page shows is another one than its link calls.",
    wrong: "support: { phone: +1 800 555 0188, href: tel:+18005550199 }",
    right: "support: { phone: +1 800 555 0188, href: tel:+18005550188 }",
  },
  "FLOW-PICTURE-MISSING": {
    description:
      "A file of a flow names a picture under /brand/ that its folder does not have: pages would show a gap.",
    wrong: "logo: /brand/library-card/lbrary.svg",
    right: "logo: /brand/library-card/library.svg",
  },
  "FLOW-SCRIPT-ORIGIN": {
    description:
      "A script of others comes from an origin that is not listed, or a listed one is no origin.",
    wrong: "src: https://tags.example.com/t.js without scriptOrigins",
    right: "scriptOrigins: ['https://tags.example.com']",
  },
  "FLOW-SHELL-WORDS": {
    description:
      "The renderer has no words for a locale of the flow, and none for another locale of its language: buttons and messages of the page are English on it.",
    wrong: "locales: [es-US] and no content/shell/es-US/shell.yaml",
    right: "content/shell/es-US/shell.yaml with every text of content/shell/en-US/",
  },
  "THEME-CONTRAST": {
    description: "Two colours that stand on one another are too alike to be read (WCAG AA).",
    wrong: "light: { accent: '#7fd4c8', onAccent: '#ffffff' }",
    right: "colour: '#7fd4c8'",
  },
  "FLOW-CHANGE": {
    description:
      "The link of a summary leads to a screen that does not ask for what the line shows, or whose path has a parameter that the summary's screen does not know.",
    wrong: "{ id: born, value: { var: reader.born }, change: consent }",
    right: "{ id: born, value: { var: reader.born }, change: reader }",
  },
  "FLOW-SHOWN": {
    description:
      "A line of a summary or of facts cannot be written as it says: an amount or a day that is none, or a choice whose words are in another list. Or a line, text, list, table, message or mail shows a secret whole, which no page shows again.",
    wrong: "{ value: { var: reader.lives }, as: option, options: options.plans }",
    right: "{ value: { var: reader.lives }, as: option, options: options.lives }",
  },
  "FLOW-MAIL-LACKS": {
    description: "No text of a mail shows the code or the link that its call hands over.",
    wrong: 'text: "Type the code on the page."',
    right: 'text: "Type {code} on the page."',
  },
};
