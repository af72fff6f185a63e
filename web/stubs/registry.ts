import BooleanField from "@rjsf/core/lib/components/fields/BooleanField.js";
import ObjectField from "@rjsf/core/lib/components/fields/ObjectField.js";
import SchemaField from "@rjsf/core/lib/components/fields/SchemaField.js";
import StringField from "@rjsf/core/lib/components/fields/StringField.js";

const Nothing = () => null;

/** rjsf looks widgets up by these names to learn whether a format has one of its own, and fails when it does not find them. */
const WIDGETS = [
  "AltDateTimeWidget",
  "AltDateWidget",
  "CheckboxWidget",
  "CheckboxesWidget",
  "ColorWidget",
  "DateTimeWidget",
  "DateWidget",
  "EmailWidget",
  "FileWidget",
  "HiddenWidget",
  "PasswordWidget",
  "RadioWidget",
  "RangeWidget",
  "RatingWidget",
  "SelectWidget",
  "TextWidget",
  "TextareaWidget",
  "TimeWidget",
  "URLWidget",
  "UpDownWidget",
];

/**
 * Stands in for rjsf's own registry, which brings every field, widget and template there is: forms here are flat,
 * name a widget for each field, and draw labels, hints and errors themselves. Numbers are typed as text, and read by one
 * rule in the page and on the server; rjsf's own field for them asks the browser for its decimal mark at every drawing,
 * which takes a phone 60 ms the first time.
 */
export default function getDefaultRegistry() {
  return {
    fields: { BooleanField, NumberField: StringField, ObjectField, SchemaField, StringField },
    templates: {
      ButtonTemplates: { SubmitButton: Nothing },
      DescriptionFieldTemplate: Nothing,
      ErrorListTemplate: Nothing,
      FieldErrorTemplate: Nothing,
      FieldHelpTemplate: Nothing,
      UnsupportedFieldTemplate: Nothing,
    },
    widgets: Object.fromEntries(WIDGETS.map((name) => [name, Nothing])),
    rootSchema: {},
    formContext: {},
    translateString: (text: string) => text,
    globalFormOptions: {
      idPrefix: "root",
      idSeparator: "_",
      useFallbackUiForUnsupportedType: false,
    },
  };
}
