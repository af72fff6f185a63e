export type {
  ActionDefinition,
  BlockDefinition,
  BlockItemDefinition,
  BlockKind,
  ListDefinition,
  PollDefinition,
  ScreenDefinition,
  ScreenKind,
  TableCellStyle,
  TableColumnDefinition,
  TableRowDefinition,
} from "./generated/screen.ts";

/** What the copy of a confirmation has. */
export const CONFIRM_PARTS = ["title", "text", "yes", "no"] as const;
