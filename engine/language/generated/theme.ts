// Generated from schemas/definition/theme.json by `npm run types:generate`: change the schema, not this file.

/** flows/<flow>/theme.yaml: the look of a flow; portals and resellers change it in overlays. */
export interface ThemeDefinition {
  /** Name shown on top. */
  readonly name: string;
  /** Path of the logo. */
  readonly logo?: string;
  /** Path of the icon. */
  readonly favicon?: string;
  /** Where the logo leads. */
  readonly homeHref?: string;
  readonly cobrand?: CobrandDefinition;
  /** Corner of controls: a number with `px`, `rem` or `em`, or 0. */
  readonly radius: string;
  /** Font families, parted by commas; a name with other characters than letters, digits and hyphens stands in quotes. */
  readonly bodyFont: string;
  /** Font families, parted by commas; a name with other characters than letters, digits and hyphens stands in quotes. */
  readonly headingFont: string;
  /** Colours by day. */
  readonly light: {
    /** Colour accent. */
    readonly accent?: string;
    /** Colour accentText. */
    readonly accentText?: string;
    /** Colour accentSubtle. */
    readonly accentSubtle?: string;
    /** Colour background. */
    readonly background?: string;
    /** Colour surface. */
    readonly surface?: string;
    /** Colour text. */
    readonly text?: string;
    /** Colour textMuted. */
    readonly textMuted?: string;
    /** Colour border. */
    readonly border?: string;
    /** Colour danger. */
    readonly danger?: string;
    /** Colour success. */
    readonly success?: string;
    /** Colour warning. */
    readonly warning?: string;
    /** Colour focus. */
    readonly focus?: string;
  };
  /** Colours by night. */
  readonly dark: {
    /** Colour accent. */
    readonly accent?: string;
    /** Colour accentText. */
    readonly accentText?: string;
    /** Colour accentSubtle. */
    readonly accentSubtle?: string;
    /** Colour background. */
    readonly background?: string;
    /** Colour surface. */
    readonly surface?: string;
    /** Colour text. */
    readonly text?: string;
    /** Colour textMuted. */
    readonly textMuted?: string;
    /** Colour border. */
    readonly border?: string;
    /** Colour danger. */
    readonly danger?: string;
    /** Colour success. */
    readonly success?: string;
    /** Colour warning. */
    readonly warning?: string;
    /** Colour focus. */
    readonly focus?: string;
  };
}
/** Somebody else's name and logo beside ours on top of each page. */
export interface CobrandDefinition {
  /** Their name, also in the titles of pages. */
  readonly applicationName: string;
  /** Path of their logo. */
  readonly logo?: string;
  /** Theirs comes first. */
  readonly flipLogos?: boolean;
}
