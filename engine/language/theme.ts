/** flows/<flow>/theme.yaml, laid over by `theme` of overlays: the look of a portal or reseller. */
export interface ThemeDefinition {
  readonly name: string;
  readonly logo?: string;
  readonly favicon?: string;
  readonly homeHref?: string;
  /** Somebody else's name and logo beside ours. */
  readonly cobrand?: CobrandDefinition;
  readonly light: { readonly [token: string]: string };
  readonly dark: { readonly [token: string]: string };
  readonly radius: string;
  readonly bodyFont: string;
  readonly headingFont: string;
}

/** Whose name stands beside ours, and in which order. */
export interface CobrandDefinition {
  readonly applicationName: string;
  readonly logo?: string;
  /** Theirs comes first. */
  readonly flipLogos?: boolean;
}
