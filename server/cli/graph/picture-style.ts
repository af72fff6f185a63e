/** Styles of the picture, light and dark. */
export const PICTURE_STYLE = `
svg { color-scheme: light dark; --ground: #faf9f7; --band: #f0eeea; --box: #ffffff; --ink: #1d1b1a; --soft: #5f5a55; --line: #8a837c; --accent: #1f4fa3; --good: #1d6b3a; --warn: #8a5300; font-family: ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
@media (prefers-color-scheme: dark) { svg { --ground: #151413; --band: #201e1d; --box: #2b2927; --ink: #f3efec; --soft: #b5aea7; --line: #88817a; --accent: #9dbdf5; --good: #7fd69b; --warn: #f2be6c; } }
text { fill: var(--ink); }
.ground { fill: var(--ground); }
.band { fill: var(--band); }
.step-up { fill: none; stroke: var(--line); stroke-width: 1.5; stroke-dasharray: 7 5; }
.screen { fill: var(--box); stroke: var(--line); }
.screen.played { stroke: var(--good); stroke-width: 2; }
.screen.missed { stroke: var(--warn); stroke-width: 2; stroke-dasharray: 5 3; }
.screen.met { stroke: var(--accent); stroke-width: 3; stroke-dasharray: none; }
.heading { font-size: 20px; font-weight: 700; }
.phase { font-size: 16px; font-weight: 700; paint-order: stroke; stroke: var(--band); stroke-width: 8px; }
.lane .phase { stroke: var(--ground); }
.title { font-size: 14px; font-weight: 600; }
.name { font-size: 11px; fill: var(--soft); font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.exit, .note { font-size: 12px; fill: var(--soft); }
.note { font-size: 13px; }
.warn { fill: var(--warn); font-weight: 600; }
.way { font-size: 11px; fill: var(--soft); text-anchor: middle; }
.under { fill: var(--band); }
.lane .under { fill: var(--ground); }
.exit.main { font-weight: 600; fill: var(--ink); }
.strong { font-weight: 700; fill: var(--accent); }
path { fill: none; stroke: var(--line); stroke-width: 1.5; }
path.back { stroke-dasharray: 2 4; stroke-linecap: round; }
path.main { stroke: var(--ink); stroke-width: 2.5; }
path.followed { stroke: var(--accent); stroke-width: 3; }
path.head { stroke: none; fill: var(--line); }
path.head.main { fill: var(--ink); }
path.head.strong { fill: var(--accent); }
.badge { fill: var(--accent); }
.step { font-size: 12px; font-weight: 700; fill: var(--box); text-anchor: middle; }
`;
