import type { ReactNode } from "react";

/** Stands in for markdown-to-jsx: descriptions are plain text here. */
export function Markdown({ children }: { readonly children?: ReactNode }): ReactNode {
  return children;
}

export default Markdown;
