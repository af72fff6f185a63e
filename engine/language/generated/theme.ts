// Generated from schemas/definition/theme.json by `npm run types:generate`: change the schema, not this file.

/** flows/<flow>/theme.yaml: the look of a flow; overlays change it. */
export interface ThemeDefinition {
  /** Name shown on top. */
  readonly name: string;
  /** Path of the logo: of the header where there is no `mark`, and of the icon where there is no `favicon`. A PNG, JPEG or GIF stands on top of mails, too, where the site or `config.imageOrigin` has an https address. */
  readonly logo?: string;
  /** The logo holds the name, such as a wide one: it stands alone on top of each page. The name is still said to screen readers, and in titles and mails. */
  readonly nameInLogo?: boolean;
  /** The logo as one SVG path in a square of 32, drawn in the brand's colours on a tile of them: it follows light and dark. */
  readonly mark?: string;
  /** Path of the icon. */
  readonly favicon?: string;
  /** Where the logo leads. */
  readonly homeHref?: string;
  readonly cobrand?: CobrandDefinition;
  /** The brand's colour; all others are derived from it, by day and by night, with contrasts that can be read. */
  readonly colour: string;
  /** Corner of controls: a number with `px`, `rem` or `em`, or 0. */
  readonly radius: string;
  /** Font families, parted by commas; a name with other characters than letters, digits and hyphens stands in quotes. Left out, it is Inter, which this site serves. */
  readonly bodyFont?: string;
  /** Font families, parted by commas; a name with other characters than letters, digits and hyphens stands in quotes. Left out, it is Inter, which this site serves. */
  readonly headingFont?: string;
  /** Colours by day that are not the derived ones. */
  readonly light?: ThemeColours;
  /** Colours by night that are not the derived ones. */
  readonly dark?: ThemeColours;
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
/** Colours by name, `#rrggbb`. */
export interface ThemeColours {
  /** The page. */
  readonly surface?: string;
  /** What recedes: the rail, the header of a phone, a total. */
  readonly sunken?: string;
  /** Cards. */
  readonly raised?: string;
  /** Controls. */
  readonly field?: string;
  /** What the pointer is over. */
  readonly hover?: string;
  /** Hairlines: decoration, without a contrast. */
  readonly line?: string;
  /** Edges of controls. */
  readonly border?: string;
  /** Edges of controls under the pointer. */
  readonly borderHover?: string;
  /** Text. */
  readonly text?: string;
  /** Hints and introductions. */
  readonly muted?: string;
  /** Ground of what cannot be used. */
  readonly disabled?: string;
  /** Words of what cannot be used. */
  readonly disabledText?: string;
  /** What is chosen, and buttons of most brands. */
  readonly accent?: string;
  /** The accent under the pointer. */
  readonly accentHover?: string;
  /** The accent while it is pressed. */
  readonly accentActive?: string;
  /** Words and marks on the accent. */
  readonly onAccent?: string;
  /** Ground of buttons: the accent, or the colour of a pale brand. */
  readonly button?: string;
  /** Buttons under the pointer. */
  readonly buttonHover?: string;
  /** Buttons that are pressed. */
  readonly buttonActive?: string;
  /** Edge of buttons. */
  readonly buttonLine?: string;
  /** Words of buttons. */
  readonly onButton?: string;
  /** Ground of chosen options, and of information. */
  readonly tint?: string;
  /** Ground of tags and marks. */
  readonly tintStrong?: string;
  /** Edge of the tint. */
  readonly tintLine?: string;
  /** The sign and the status of what informs. */
  readonly info?: string;
  /** Ground of what informs: the tint, nearly grey where the brand's hue is that of errors or warnings. */
  readonly infoTint?: string;
  /** Edge of what informs. */
  readonly infoLine?: string;
  /** Links. */
  readonly accentText?: string;
  /** The ring of what has the focus. */
  readonly focus?: string;
  /** The soft ring of a focused text field. */
  readonly halo?: string;
  /** Ground of errors. */
  readonly dangerTint?: string;
  /** Edge of errors. */
  readonly dangerLine?: string;
  /** What is wrong. */
  readonly danger?: string;
  /** Ground of what went well. */
  readonly successTint?: string;
  /** Edge of what went well. */
  readonly successLine?: string;
  /** What went well. */
  readonly success?: string;
  /** Ground of warnings. */
  readonly warningTint?: string;
  /** Edge of warnings. */
  readonly warningLine?: string;
  /** Warnings. */
  readonly warning?: string;
  /** The thing a picture shows. */
  readonly pic1?: string;
  /** What stands beside it, and the ground line. */
  readonly pic2?: string;
  /** Paper and shades. */
  readonly pic3?: string;
  /** The ground. */
  readonly pic4?: string;
  /** Light. */
  readonly pic5?: string;
}
