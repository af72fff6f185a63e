import type { CardFiles } from "./card-flow.ts";
import { shippedSources } from "./definitions.ts";
import { addAt } from "./edit-yaml.ts";

const SCREEN = "flows/library-card/screens/reader.yaml";
const FORM = "schemas/library-card/forms/reader.yaml";

/** The library card whose page of the reader has Back, a way out, and asks in three parts. */
const PARTS = {
  pages: [
    { id: "name", fields: ["name", "born"] },
    { id: "home", fields: ["lives"] },
    { id: "proof", fields: ["proof"] },
  ],
};

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  "en-US": ["Who is the card for?", "Where does the reader live?", "Can you show it?"],
  "fr-CA": ["Pour qui est la carte?", "Où habite la personne?", "Pouvez-vous le montrer?"],
};

/** What of the card in parts is different. */
interface PartedCard {
  readonly parts?: unknown;
  /** Changes the form. */
  readonly form?: (text: string) => string;
  /** Changes the screen, with its parts in it. */
  readonly screen?: (text: string) => string;
  /** Texts of the parts by locale; default: titles of `name`, `home` and `proof`. */
  readonly texts?: Readonly<Record<string, unknown>>;
}

/** Files of the library card that asks the reader in parts. */
export async function partedCard({
  parts = PARTS,
  form = (text) => text,
  screen = (text) => text,
  texts = Object.fromEntries(
    Object.entries(TEXTS).map(([locale, titles]) => [
      locale,
      Object.fromEntries(
        titles.map((title, at) => [
          PARTS.pages[at]?.id ?? "",
          { title, ...(at === 0 ? { intro: "?" } : {}) },
        ]),
      ),
    ]),
  ),
}: PartedCard = {}): Promise<CardFiles> {
  const shipped = await shippedSources;
  const withBack = addAt(shipped.get(SCREEN), "actions/back", {
    style: "back",
    keep: true,
    to: "start",
  });
  const withWayOut = addAt(withBack, "actions/later", { style: "link", form: false, to: "start" });
  const copies = Object.entries(texts).map(([locale, of]) => {
    const path = `content/library-card/${locale}/screens/reader.yaml`;
    const labels = { back: { label: "‹" }, later: { label: "…" } };
    const named = Object.entries(labels).reduce<string>(
      (text, [id, words]) => addAt(text, `actions/${id}`, words),
      shipped.get(path) ?? "",
    );
    return [path, addAt(named, "parts", of)];
  });
  return {
    [SCREEN]: screen(addAt(withWayOut, "parts", parts)),
    [FORM]: form(shipped.get(FORM) ?? ""),
    ...(Object.fromEntries(copies) as CardFiles),
  };
}
