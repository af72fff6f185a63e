/** The code that validates a form. */
export type Validation = typeof import("./validate-form.ts");

let loaded: Validation | undefined;

/** Loads the code that validates a form with the formats of its flow, once. */
export async function loadValidation(): Promise<Validation> {
  loaded ??= await import("./validate-form.ts");
  return loaded;
}

/**
 * The validation code, if `loadValidation` has finished; undefined before, when the server alone
 * validates.
 */
export function loadedValidation(): Validation | undefined {
  return loaded;
}
