/**
 * Stands in for what rjsf does to fill a form with the defaults of its schema: forms here have none, what a field begins
 * with comes with the view. It took most of the time in which a form is drawn.
 */
export default function getDefaultFormState(
  _validator: unknown,
  _schema: unknown,
  formData: object = {},
): object {
  return formData;
}
