type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Fills controls of a form by field. A text that was filled earlier and is unchanged is emptied
 * without a replacement; typed text stays.
 *
 * @returns the fields that were filled
 */
export function fillControls(
  form: HTMLFormElement,
  values: Readonly<Record<string, string>>,
  earlier: Readonly<Record<string, string>>,
): readonly string[] {
  for (const [field, text] of Object.entries(earlier)) {
    const control = controlOf(form, field);
    if (control?.value === text && !Object.hasOwn(values, field)) control.value = "";
  }
  return Object.entries(values).flatMap(([field, text]) => {
    const control = controlOf(form, field);
    if (control === undefined || !takes(control, text)) return [];
    control.value = text;
    return [field];
  });
}

/** The first visible empty one of some fields. */
export function firstEmpty(form: HTMLFormElement, fields: readonly string[]): Control | undefined {
  return fields
    .map((field) => controlOf(form, field))
    .find((control) => control?.value === "" && control.type !== "hidden");
}

function controlOf(form: HTMLFormElement, field: string): Control | undefined {
  const control = form.elements.namedItem(field);
  return control instanceof HTMLInputElement ||
    control instanceof HTMLSelectElement ||
    control instanceof HTMLTextAreaElement
    ? control
    : undefined;
}

function takes(control: Control, text: string): boolean {
  return (
    !(control instanceof HTMLSelectElement) ||
    [...control.options].some(({ value }) => value === text)
  );
}
