import type { Json } from "../language/json.ts";

/** A mistake of one field. */
export interface FieldProblem {
  /** JSON pointer into the submitted data; "" is the form as a whole. */
  readonly pointer: string;
  /** Copy key of the message, which is also its stable code. */
  readonly code: string;
  readonly params: { readonly [name: string]: Json };
}
