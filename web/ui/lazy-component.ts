import { createElement, type Attributes, type FunctionComponent, type ReactNode } from "react";

/** A part of the page whose code loads on demand. */
export interface LazyPart {
  /** Loads the code once. The page waits for it before it shows a view that needs the part. */
  load(): Promise<void>;
}

/** A component whose code loads on demand. */
export interface LazyComponent<Props> extends LazyPart {
  /** Provides the component where its code is loaded already, within another chunk. */
  provide(component: FunctionComponent<Props>): void;
  /** The component; undefined until it is loaded. */
  component(): FunctionComponent<Props> | undefined;
  /** Draws the component; nothing until it is loaded. */
  draw(props: Props & Attributes): ReactNode;
}

/**
 * Declares a component whose code loads on demand. Unlike React's `lazy`, it never suspends the
 * content around it: the page loads the code before it shows a view that needs it.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): LazyComponent<Props> {
  let loaded: FunctionComponent<Props> | undefined;
  return {
    async load() {
      loaded ??= await load();
    },
    provide: (component) => void (loaded = component),
    component: () => loaded,
    draw: (props) => (loaded === undefined ? null : createElement(loaded, props)),
  };
}
