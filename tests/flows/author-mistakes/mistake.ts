/** One slip of an author in the library card of `tests/editable`, and what the check says of it. */
export interface Mistake {
  readonly mistake: string;
  readonly code: string;
  readonly file: string;
  /** A part of the file, and what it was mistaken for. Without `from` the file is new. */
  readonly from?: string;
  readonly to: string;
  /** A part of the line that the problem names; by default the first line that the slip changed. */
  readonly line?: string;
  /** The file that the problem names, where it is another one than `file`. */
  readonly in?: string;
  /** A part of the message. */
  readonly message: string;
  /** New files that the mistake needs. */
  readonly with?: Readonly<Record<string, string>>;
}

const FLOW = "flows/library-card";
export const RESUME = `${FLOW}/transitions/resume.yaml`;
export const GUARDS = `${FLOW}/guards.yaml`;
export const FLAGS = `${FLOW}/flags.yaml`;
export const FRONT = `${FLOW}/flow.yaml`;
export const EVENTS = `${FLOW}/events.yaml`;
export const THEME = `${FLOW}/theme.yaml`;
export const CONFIG = `${FLOW}/config/library.yaml`;
export const STATE = "schemas/library-card/state.yaml";
export const FORMATS = "schemas/library-card/formats.yaml";
export const READER_FORM = "schemas/library-card/forms/reader.yaml";
export const CONSENT_FORM = "schemas/library-card/forms/consent.yaml";

/** The file of a screen. */
export const screenFile = (screen: string): string => `${FLOW}/screens/${screen}.yaml`;

/** The file of a screen's words. */
export const wordsOf = (screen: string, locale = "en-US"): string =>
  `content/library-card/${locale}/screens/${screen}.yaml`;
