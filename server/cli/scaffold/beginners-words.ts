import { isSameLanguage } from "../../../engine/language/locale.ts";

/**
 * Words of a new flow, by file. A language without words has none, except the flow's first: its
 * words are English until they are translated.
 */
export function beginnersWords(locale: string, isFirst: boolean): Readonly<Record<string, string>> {
  const taken = localeOfBeginners(locale, isFirst);
  return taken === undefined ? {} : WORDS[taken];
}

/** The locale whose words a new flow begins with in another one; undefined: it has none. */
export function localeOfBeginners(
  locale: string,
  isFirst: boolean,
): keyof typeof WORDS | undefined {
  if (isSameLanguage(locale, "fr-CA"))
    return new Intl.Locale(locale).region === "CA" ? "fr-CA" : "fr-FR";
  return isFirst || isSameLanguage(locale, "en-US") ? "en-US" : undefined;
}

const ENGLISH: Readonly<Record<string, string>> = {
  "screens/start":
    'title: "Let us begin"\nintro: "It takes a minute."\nactions:\n  submit: { label: "Begin", busy: "One moment…" }\n  continue: { label: "Go on" }\n',
  "screens/person":
    'title: "Who are you?"\nfields:\n  name: { label: "Full name" }\n  email: { label: "Email" }\nactions:\n  submit: { label: "Continue", busy: "Saving…" }\n',
  "screens/done": 'title: "That is all"\n',
  "screens/lost":
    'title: "This page does not exist"\nactions:\n  back: { label: "Go to the start" }\n',
  support: 'label: "Support"\n',
  validation:
    'unknownField: "This page no longer asks for one of your answers. Check the others and try again."\ncharacters: "Remove characters that cannot be stored."\nrequired: "Fill in “{label}”."\ntype: "Enter text for “{label}”."\nname:\n  required: "Enter your name."\n  invalid: "Enter a name of 2 to 80 characters."\nemail:\n  required: "Enter your email address."\n  invalid: "Enter an address, such as kim@example.com."\n',
};

const FRENCH: Readonly<Record<string, string>> = {
  "screens/start":
    'title: "Commençons"\nintro: "Une minute suffit."\nactions:\n  submit: { label: "Commencer", busy: "Un instant…" }\n  continue: { label: "Continuer" }\n',
  "screens/person":
    'title: "Qui êtes-vous?"\nfields:\n  name: { label: "Nom complet" }\n  email: { label: "Adresse courriel" }\nactions:\n  submit: { label: "Continuer", busy: "Enregistrement…" }\n',
  "screens/done": 'title: "C’est tout"\n',
  "screens/lost":
    'title: "Cette page n’existe pas"\nactions:\n  back: { label: "Aller au début" }\n',
  support: 'label: "Soutien"\n',
  validation:
    'unknownField: "Cette page ne demande plus l’une de vos réponses. Vérifiez les autres et réessayez."\ncharacters: "Retirez les caractères qui ne peuvent pas être enregistrés."\nrequired: "Remplissez « {label} »."\ntype: "Entrez du texte dans « {label} »."\nname:\n  required: "Entrez votre nom."\n  invalid: "Entrez un nom de 2 à 80 caractères."\nemail:\n  required: "Entrez votre adresse courriel."\n  invalid: "Entrez une adresse, comme kim@example.com."\n',
};

/** What France writes otherwise than Canada: a space before two-part signs, and its own words. */
const IN_FRANCE: readonly (readonly [from: string, to: string])[] = [
  ["êtes-vous?", "êtes-vous\u202f?"],
  ["dresse courriel", "dresse e-mail"],
  ["Soutien", "Assistance"],
  ["Entrez votre", "Saisissez votre"],
  ["Entrez un", "Saisissez un"],
  ["Entrez du", "Saisissez du"],
];

const WORDS = {
  "en-US": ENGLISH,
  "fr-CA": FRENCH,
  "fr-FR": Object.fromEntries(
    Object.entries(FRENCH).map(([file, text]) => [
      file,
      IN_FRANCE.reduce((words, [from, to]) => words.replaceAll(from, to), text),
    ]),
  ),
} as const;
