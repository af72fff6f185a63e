/** Everything a screen with a form needs beside the page, loaded in one piece. */
export { SchemaForm } from "./schema-form.tsx";
export { formValidator } from "./validators.ts";
export { watchPointer } from "./pointer.ts";
