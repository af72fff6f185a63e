export type {
  ActionDefinition,
  BlockDefinition,
  BlockItemDefinition,
  BlockKind,
  ListDefinition,
  PartDefinition,
  PartsDefinition,
  PollDefinition,
  ScreenDefinition,
  ScreenKind,
  TableCellStyle,
  TableColumnDefinition,
  TableRowDefinition,
} from "./generated/screen.ts";

/** Parts of a confirmation's copy. */
export const CONFIRM_PARTS = ["title", "text", "yes", "no"] as const;

/** Actions that the renderer has labels for, where a flow has none (content/shell, `actions`). */
export const NAMED_ACTIONS = ["submit", "back", "add", "change", "remove"] as const;

/** The query parameter that names the part of a form in the address of a page. */
export const PART_PARAMETER = "part";

/**
 * The query parameter that names the screen from which an answer is changed, in the address of the
 * page that asks for it.
 */
export const BACK_PARAMETER = "back";
