export type {
  ChooseDefinition,
  FieldSchema,
  FormSchema,
  SuggestDefinition,
  WidgetKind,
} from "./generated/form.ts";
