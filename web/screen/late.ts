import {
  createElement,
  type Attributes,
  type ComponentProps,
  type FunctionComponent,
  type ReactNode,
} from "react";
import type { Passage } from "../motion/passage.tsx";
import type { RichBlock } from "../blocks/rich-block.tsx";
import type { FileWidget } from "../form/file-widget.tsx";
import type { SchemaForm } from "../form/schema-form.tsx";
import type { ListEntries } from "./list-entries.tsx";

/** Parts of the page that a first screen may do without. The server has them all; the browser loads each when a view needs it, before the view is shown. */
export interface LateParts {
  readonly form: typeof SchemaForm;
  readonly file: typeof FileWidget;
  readonly list: typeof ListEntries;
  readonly block: typeof RichBlock;
  readonly passage: typeof Passage;
}

const there: Partial<LateParts> = {};

/** Puts parts in their places. */
export function provide(parts: Partial<LateParts>): void {
  Object.assign(there, parts);
}

/** A part, once it is there. */
export function late<Name extends keyof LateParts>(name: Name): LateParts[Name] | undefined {
  return there[name];
}

/** Draws a part; nothing while it is not there. */
export function drawn<Name extends keyof LateParts>(
  name: Name,
  props: ComponentProps<LateParts[Name]> & Attributes,
): ReactNode {
  const part = there[name] as FunctionComponent<ComponentProps<LateParts[Name]>> | undefined;
  return part === undefined ? null : createElement(part, props);
}
