import { createElement, type Attributes, type FunctionComponent, type ReactNode } from "react";

/** A component whose code the first screen may leave out. */
export interface LateComponent<Props> {
  /** Loads the code once. The page waits for it before it shows a view that needs the component. */
  load(): Promise<void>;
  /**
   * Provides the component where its code is loaded already: on the server, or within another
   * chunk.
   */
  provide(component: FunctionComponent<Props>): void;
  /** The component; undefined until it is loaded. */
  component(): FunctionComponent<Props> | undefined;
  /** Draws the component; nothing until it is loaded. */
  draw(props: Props & Attributes): ReactNode;
}

/**
 * Declares a component that is loaded on demand. React's `lazy` would suspend the content around
 * it.
 */
export function lateComponent<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): LateComponent<Props> {
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
