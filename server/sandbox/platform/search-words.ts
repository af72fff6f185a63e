/**
 * The significant words of a text, folded, in order. French elisions (`d’huile`) lose their first
 * letter.
 */
export function wordsOf(text: string): string[] {
  return folded(text)
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1 && !STOP_WORDS.has(word));
}

/**
 * Removes plurals and the commonest endings of both languages, since owners mix them: "bakeries"
 * becomes "bakery", "réparons" and "réparer" become "repar".
 */
export function stem(word: string): string {
  return word.length < 4
    ? word
    : word
        .replace(/ies$/, "y")
        .replace(/eaux$/, "eau")
        .replace(/aux$/, "al")
        .replace(/(ss|x|ch|sh|z)es$|([^su])s$|(eu|ou)x$/, "$1$2$3")
        .replace(/(?:ing|ed|ons?|er|ez|eur|euse|e)$/, (ending, at: number) =>
          at >= 4 ? "" : ending,
        );
}

/** Whether a word is vague: many businesses use it of themselves. */
export function isVague(word: string): boolean {
  return VAGUE_WORDS.has(word);
}

/** A text in lower case without accents; `œ` is `oe`. */
export function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("œ", "oe");
}

const STOP_WORDS = new Set(
  [
    "a about after all also am an and any are as at be been being best both but by can do does each etc every for from get gets give go good great had has have having he her here him his how i if im in into is its ive just like ll lots made make makes making many may me more most much my need needs no not now of off offer offering offers on once one only open or other our out over own owned owner owners per place places provide provides providing put re run running runs sell selling sells she so some someone sort specialize specialized specializing started still stuff such take takes taking than that the their them then there these they thing things this those through to too type up us use using various ve very want wants was we were what when where which who will with within work working works would you your yours",
    "ai aime afin ainsi alors apres as au aussi autre autres aux avec avoir avons bien ce cela ces cet cette ceux chaque chez comme dans de depuis des deux du elle elles en entre est et etre eux faire fais faisons fait font il ils je la le les leur leurs lui ma mais me mes moi mon meme ne nos notre nous offre offrir offrons on ont ou par pas petit petite petits petites plus pour propose proposons qu quand que qui quoi sa sans se ses si son sont sur suis te tes ton tous tout toute toutes tres tu un une vend vendons vendre vends vente",
  ].flatMap((words) => words.split(" ")),
);

const VAGUE_WORDS = new Set(
  [
    "adult adults business businesses child children city client clients community company companies custom customer customers day family families friendly general goods home homes house houses individual individuals it items kids local men month new office offices old online people products professional quality service services small special specialty team time town used week women year years young area neighborhood",
    "adultes clientele commerce commerces compagnie compagnies domicile enfants entreprise entreprises famille familles femmes gens hommes jour maison maisons nuit personnes produits articles quartier region ville",
  ].flatMap((words) => words.split(" ")),
);
