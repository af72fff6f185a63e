import type { BoxPlace, Vault } from "./vault.ts";

/** The sealed values that each step and each page of an application opens again. */
const COLUMN = "applications.state";

/** Milliseconds that a value is kept: at least one, at most two of these. */
const KEPT_MS = 30_000;

/** Maximum number of values of one such time. */
const MOST = 20_000;

interface Opened {
  readonly row: string;
  readonly path: string;
  readonly text: string;
}

/**
 * A vault that keeps the values of application states in memory for a short while after they were
 * sealed or opened: the same box at the same place is not opened again. A box never changes, so
 * nothing else ends a value.
 */
export function keepOpenedStates(vault: Vault): Vault {
  let recent = new Map<string, Opened>();
  let former = new Map<string, Opened>();
  let ageing: NodeJS.Timeout | undefined;
  const age = () => {
    former = recent;
    recent = new Map();
    ageing = former.size === 0 ? undefined : setTimeout(age, KEPT_MS).unref();
  };
  const keep = (box: string, opened: Opened) => {
    if (recent.size >= MOST) return;
    recent.set(box, opened);
    ageing ??= setTimeout(age, KEPT_MS).unref();
  };
  const textOf = (box: string, { column, row, path }: BoxPlace): string | undefined => {
    if (column !== COLUMN || !vault.isCurrent(box)) return undefined;
    const known = recent.get(box) ?? former.get(box);
    return known?.row === row && known.path === path ? known.text : undefined;
  };
  const kept = (box: string, { column, row, path }: BoxPlace, text: string): string => {
    if (column === COLUMN) keep(box, { row, path, text });
    return text;
  };
  return {
    keys: vault.keys,
    get binds() {
      return vault.binds;
    },
    seal(text, place) {
      const box = vault.seal(text, place);
      kept(box, place, text);
      return box;
    },
    isCurrent: (box) => vault.isCurrent(box),
    open: (box, place) => textOf(box, place) ?? kept(box, place, vault.open(box, place)),
    tryOpen(box, place) {
      const known = textOf(box, place);
      if (known !== undefined) return known;
      const text = vault.tryOpen(box, place);
      return text === undefined ? undefined : kept(box, place, text);
    },
    openFormer: (box, place) => vault.openFormer(box, place),
    derive: (text, key) => vault.derive(text, key),
  };
}
