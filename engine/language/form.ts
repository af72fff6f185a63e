export type {
  ChoicesDefinition,
  ChooseDefinition,
  FieldSchema,
  FormSchema,
  SuggestDefinition,
  WidgetKind,
} from "./generated/form.ts";
