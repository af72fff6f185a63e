/** The panel's own style, independent of any brand. */
export const PANEL_STYLE = `
:host { all: initial; color-scheme: light dark; --ink: light-dark(#1d1b1a, #f3efec); --soft: light-dark(#5c5652, #b8b0aa); --ground: light-dark(#fffdfb, #211f1e); --code: light-dark(#f4efea, #2d2a28); --edge: light-dark(#b3261e, #ff9a92); }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
.status { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; margin: 0; }
section { position: fixed; inset: auto 0 0 0; z-index: 2147483000; max-height: 55vh; overflow: auto; padding: 16px 24px 20px; background: var(--ground); color: var(--ink); border-top: 4px solid var(--edge); box-shadow: 0 -8px 32px rgb(0 0 0 / 0.25); font: 15px/1.5 ui-sans-serif, system-ui, sans-serif; }
header { display: flex; align-items: center; justify-content: space-between; gap: 16px; }
h2 { margin: 0; font-size: 18px; line-height: 1.3; }
h3 { margin: 0; font-size: 15px; overflow-wrap: anywhere; }
p { margin: 4px 0; }
ol { margin: 12px 0 0; padding: 0; list-style: none; display: grid; grid-template-columns: minmax(0, 1fr); gap: 20px; }
.meant code { font-weight: 700; }
.place { color: var(--soft); font-size: 13px; overflow-wrap: anywhere; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 13px; }
pre { margin: 8px 0 0; padding: 10px 12px; overflow-x: auto; background: var(--code); border-radius: 6px; line-height: 1.6; }
button { min-height: 44px; padding: 0 16px; font: 600 15px/1 ui-sans-serif, system-ui, sans-serif; color: var(--ink); background: var(--code); border: 1px solid var(--soft); border-radius: 8px; cursor: pointer; }
.again { position: fixed; inset: auto 16px 16px auto; z-index: 2147483000; color: light-dark(#ffffff, #2b0a08); background: var(--edge); border-color: transparent; }
:focus-visible { outline: 3px solid var(--edge); outline-offset: 2px; }
@media print { :host { display: none; } }
`;
