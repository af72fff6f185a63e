/** One way in which a value is not what its kind says. */
export interface ShapeMistake {
  readonly message: string;
  readonly about?: readonly string[];
  readonly pointer: string;
  readonly suggestion?: string;
  /** What was probably meant: the name of a member, or a value. */
  readonly meant?: { readonly member: string } | { readonly value: string };
  /** Something is missing at the pointer. */
  readonly isLacking?: boolean;
}
