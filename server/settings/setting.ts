/** Where settings are read. */
export interface SettingPlace {
  readonly environment: string;
  readonly development: boolean;
  /** Takes a mistake, as one sentence. */
  report(problem: string): void;
}

/** One environment variable of the server. */
export interface Setting<T> {
  /** Reads a text that is not empty, and reports its mistakes. */
  read(text: string, place: SettingPlace & { readonly name: string }): T;
  /** The value without the variable. */
  otherwise(place: SettingPlace): T;
  /** Set where OTE and production do not start without it. */
  readonly required?: {
    /** `storage`: by the commands on the database, too; `visitors`: by the service alone. */
    readonly by: "storage" | "visitors";
    /** What the environment needs, in words. */
    readonly what: string;
  };
  /** Both ends of a number, included. */
  readonly range?: readonly [least: number, most: number];
}

/** A text of any form. */
export function text<T extends string | undefined>(otherwise: T): Setting<string | T> {
  return { read: (given) => given, otherwise: () => otherwise };
}

/** A text in a form. @param wrong names the mistake, after the name; undefined: none */
export function formed(
  wrong: (given: string, place: SettingPlace) => string | undefined,
): Setting<string | undefined> {
  return {
    read(given, place) {
      const mistake = wrong(given, place);
      if (mistake !== undefined) place.report(`${place.name} ${mistake}`);
      return given;
    },
    otherwise: () => undefined,
  };
}

/** Texts that are parted by commas. @param wrong names the mistake of one, after its name */
export function listed(
  wrong: (given: string, place: SettingPlace) => string | undefined,
): Setting<readonly string[]> {
  return {
    read: (given, place) =>
      given
        .split(",")
        .map((each) => each.trim())
        .filter((each) => {
          if (each === "") return false;
          const mistake = wrong(each, place);
          if (mistake !== undefined) place.report(`${place.name} names "${each}"; ${mistake}`);
          return mistake === undefined;
        }),
    otherwise: () => [],
  };
}

/** Whether a variable is 1; 0 is off, as without the variable. */
export const FLAG: Setting<boolean> = {
  read(given, { name, report }) {
    if (given !== "0" && given !== "1") report(`${name} is "${given}"; it may be 1, or 0 for off`);
    return given === "1";
  },
  otherwise: () => false,
};

/** One of several words. */
export function oneOf<T extends string>(
  words: readonly T[],
  otherwise: (place: SettingPlace) => T,
): Setting<T> {
  return {
    read(given, place) {
      const word = words.find((each) => each === given);
      if (word === undefined)
        place.report(`${place.name} is "${given}"; it may be ${words.join(", ")}`);
      return word ?? otherwise(place);
    },
    otherwise,
  };
}

/** A whole number in a range. */
export function whole<T extends number | undefined>(
  range: readonly [least: number, most: number],
  otherwise: (place: SettingPlace) => T,
): Setting<number | T> {
  const [least, most] = range;
  return {
    range,
    read(given, place) {
      const number = given.trim() === "" ? Number.NaN : Number(given);
      if (Number.isInteger(number) && number >= least && number <= most) return number;
      place.report(`${place.name} is "${given}"; it has to be a number from ${least} to ${most}`);
      return otherwise(place);
    },
    otherwise,
  };
}
