/** flows/<flow>/theme.yaml, laid over by `theme` of overlays: the look of a portal or reseller. */
export interface ThemeDefinition {
  readonly name: string;
  readonly logo?: string;
  readonly favicon?: string;
  readonly homeHref?: string;
  readonly light: { readonly [token: string]: string };
  readonly dark: { readonly [token: string]: string };
  readonly radius: string;
  readonly bodyFont: string;
  readonly headingFont: string;
}
