import BooleanField from "@rjsf/core/lib/components/fields/BooleanField.js";
import SchemaField from "@rjsf/core/lib/components/fields/SchemaField.js";
import StringField from "@rjsf/core/lib/components/fields/StringField.js";
import {
  createSchemaUtils,
  englishStringTranslator,
  type Registry,
  type RJSFSchema,
  type TemplatesType,
  type ValidatorType,
} from "@rjsf/utils";
import { CheckboxWidget } from "./checkbox-widget.tsx";
import { ChoicesField } from "./choices-field.tsx";
import { ChoiceWidget } from "./choice-widget.tsx";
import { FieldTemplate } from "./field-template.tsx";
import { HiddenWidget } from "./hidden-widget.tsx";
import { LAZY_WIDGETS } from "./lazy-widgets.ts";
import { ObjectField } from "./object-field.tsx";
import { SelectWidget } from "./select-widget.tsx";
import { TextareaWidget } from "./textarea-widget.tsx";
import { TextWidget } from "./text-widget.tsx";

const widgets: Registry["widgets"] = {
  text: TextWidget,
  masked: TextWidget,
  email: TextWidget,
  phone: TextWidget,
  date: TextWidget,
  code: LAZY_WIDGETS.code.draw,
  secret: TextWidget,
  money: TextWidget,
  quantity: LAZY_WIDGETS.quantity.draw,
  textarea: TextareaWidget,
  hidden: HiddenWidget,
  radio: ChoiceWidget,
  "choice-cards": ChoiceWidget,
  select: SelectWidget,
  checkbox: CheckboxWidget,
  combobox: LAZY_WIDGETS.combobox.draw,
  typeahead: LAZY_WIDGETS.typeahead.draw,
  file: LAZY_WIDGETS.file.draw,
};

/** Replaces rjsf's hints and errors: `FieldTemplate` draws them. */
const Nothing = () => null;

/**
 * Templates that `SchemaField` uses; the others belong to kinds of fields that no form here has.
 */
const templates: Partial<TemplatesType> = {
  FieldTemplate,
  DescriptionFieldTemplate: Nothing,
  FieldErrorTemplate: Nothing,
  FieldHelpTemplate: Nothing,
};

/**
 * rjsf's registry for Foyer's forms: flat objects in which each field names a widget. Numbers are
 * typed as text; page and server parse them by one rule.
 */
export function createRegistry(validator: ValidatorType, schema: RJSFSchema): Registry {
  return {
    fields: {
      ArrayField: ChoicesField,
      BooleanField,
      NumberField: StringField,
      ObjectField,
      SchemaField,
      StringField,
    },
    templates: templates as TemplatesType,
    widgets,
    rootSchema: schema,
    schemaUtils: createSchemaUtils(validator, schema),
    formContext: {},
    translateString: englishStringTranslator,
    globalFormOptions: { idPrefix: "root", idSeparator: "_" },
  };
}
