import { readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import type { JsonObject } from "../../engine/language/json.ts";
import { typeText } from "./type-text.ts";
import type { TypeNames } from "./prepare-schema.ts";

/** Folder of the project, from which every path is given. */
export const PROJECT = resolve(import.meta.dirname, "../..");

/** Names of the language's types, by schema and place. */
const NAMES: { readonly [kind: string]: TypeNames } = {
  calls: {
    "": "CallsFile",
    "/properties/calls/additionalProperties": "DeclaredCall",
    "/properties/calls/additionalProperties/properties/limits/items": "CallLimit",
  },
  events: {
    "": "EventsDefinition",
    "/properties/kinds/additionalProperties": "EventKindDefinition",
    "/$defs/event": "EventDefinition",
    "/$defs/event/properties/once": "OnceScope",
    "/$defs/names": "Names",
    "/$defs/happening": "OccurrencePattern",
  },
  fixture: {
    "": "FixtureDefinition",
    "/properties/given/properties/calls/additionalProperties/items": "FixtureAnswer",
    "/properties/steps/items": "FixtureStep",
  },
  flags: { "": "FlagsFile", "/properties/flags/additionalProperties": "FlagDefinition" },
  flow: {
    "": "FlowDefinition",
    "/$defs/axis": "AxisDefinition",
    "/$defs/axis-value": "AxisValue",
    "/$defs/axis-choice": "AxisChoice",
    "/$defs/facts": "FlowFacts",
    "/$defs/changes": "OpenPlaces",
    "/properties/phases/items": "PhaseDefinition",
    "/properties/page": "PageDefinition",
    "/properties/entryParameters/additionalProperties": "EntryParameter",
    "/properties/retention": "RetentionDefinition",
    "/properties/timers/additionalProperties": "TimerDefinition",
    "/properties/mailedLinks/additionalProperties": "MailedLinkDefinition",
  },
  form: {
    "": "FormSchema",
    "/$defs/field": "FieldSchema",
    "/$defs/field/properties/x-widget": "WidgetKind",
    "/$defs/field/properties/x-suggest": "SuggestDefinition",
    "/$defs/field/properties/x-choices": "ChoicesDefinition",
    "/$defs/field/properties/x-suggest/properties/choose": "ChooseDefinition",
    "/$defs/field/properties/x-file": "FileOptions",
    "/$defs/field/properties/x-file/properties/kinds/items": "FileKind",
    "/$defs/branch": "FormBranch",
    "/$defs/condition": "FormCondition",
  },
  formats: {
    "": "FormatsFile",
    "/properties/formats/additionalProperties": "FormatDefinition",
    "/properties/formats/additionalProperties/properties/normalise/items": "NormaliseStep",
    "/$defs/check": "CheckDefinition",
    "/$defs/check/properties/check": "CheckKind",
  },
  guards: { "": "GuardsDefinition" },
  provider: {
    "": "ProviderDefinition",
    "/properties/service": "ProviderService",
    "/properties/service/properties/auth": "AuthDefinition",
    "/properties/service/properties/tls": "TlsDefinition",
    "/properties/service/properties/signature": "RequestSignature",
    "/properties/service/properties/settings/additionalProperties": "SettingDefinition",
    "/properties/calls/additionalProperties/properties/steps/items": "ProviderStep",
    "/properties/webhook": "WebhookDefinition",
    "/properties/webhook/properties/signature": "SignatureDefinition",
    "/properties/webhook/properties/becomes/items": "BecomesDefinition",
  },
  roles: { "": "RolesDefinition", "/properties/roles/additionalProperties": "RoleDefinition" },
  sandbox: {
    "": "SandboxDefinition",
    "/properties/calls/additionalProperties/items": "SandboxRow",
  },
  screen: {
    "": "ScreenDefinition",
    "/properties/kind": "ScreenKind",
    "/properties/poll": "PollDefinition",
    "/properties/list": "ListDefinition",
    "/properties/parts": "PartsDefinition",
    "/properties/parts/properties/pages/items": "PartDefinition",
    "/$defs/action": "ActionDefinition",
    "/$defs/block": "BlockDefinition",
    "/$defs/block/properties/kind": "BlockKind",
    "/$defs/item": "BlockItemDefinition",
    "/$defs/column": "TableColumnDefinition",
    "/$defs/column/properties/as": "TableCellStyle",
    "/$defs/row": "TableRowDefinition",
  },
  services: {
    "": "ServicesFile",
    "/properties/services/additionalProperties": "ServiceDefinition",
  },
  theme: {
    "": "ThemeDefinition",
    "/properties/cobrand": "CobrandDefinition",
    "/$defs/colours": "ThemeColours",
  },
  transitions: {
    "": "TransitionTableDefinition",
    "/$defs/transition-row": "TransitionRowDefinition",
    "/$defs/transition-row/properties/notify": "NotifyDefinition",
    "/$defs/transition-row/properties/leave": "ExitDefinition",
  },
};

/** Types that generated modules import. */
const DECLARED = [
  { file: "engine/language/json.ts", types: ["Json", "JsonObject"] },
  { file: "engine/language/rule.ts", types: ["Rule", "Template"] },
];

/** Names of the types of a screen's view, by place in schemas/api/screen-view.json. */
const VIEW_NAMES: TypeNames = {
  "": "ScreenViewShape",
  "/properties/notices/items": "NoticeView",
  "/properties/errors/items": "FieldErrorView",
  "/properties/progress": "ProgressView",
  "/$defs/action": "ActionView",
  "/$defs/block": "BlockView",
  "/$defs/brand": "BrandView",
  "/$defs/file": "FileView",
  "/$defs/form": "FormViewShape",
  "/$defs/list": "ListView",
  "/properties/rail": "RailView",
  "/$defs/section": "SectionView",
  "/$defs/suggest": "SuggestView",
  "/$defs/theme": "ThemeView",
};

/** Names of the types of the sandbox's tables, by schema and place. */
const SANDBOX_NAMES: { readonly [table: string]: TypeNames } = {
  accounts: {
    "": "AccountsFile",
    "/properties/customers/additionalProperties/properties/accounts/items": "SandboxAccount",
    "/properties/customers/additionalProperties/properties/accounts/items/properties/stores/items":
      "SandboxStore",
  },
  answers: { "": "SandboxAnswers" },
  decisions: {
    "": "DecisionsFile",
    "/properties/tokens/additionalProperties": "TokenEffect",
    "/properties/tokens/additionalProperties/properties/later": "Later",
    "/properties/tokens/additionalProperties/properties/once": "Once",
    "/properties/tokens/additionalProperties/properties/loses": "LostCall",
  },
  values: {
    "": "SandboxValues",
    "/properties/inquiries/additionalProperties": "Inquiry",
    "/properties/phoneLinks/properties/default": "PhoneLink",
    "/properties/prices/items": "PriceList",
    "/properties/configurations/items": "SandboxConfiguration",
  },
};

/** Every generated module: text by path in the project. */
export async function generatedTypes(): Promise<ReadonlyMap<string, string>> {
  const language = Object.entries(NAMES).map(([kind, names]) =>
    moduleOf(`schemas/definition/${kind}.json`, `engine/language/generated/${kind}.ts`, names),
  );
  const view = moduleOf(
    "schemas/api/screen-view.json",
    "engine/render/generated/screen-view.ts",
    VIEW_NAMES,
  );
  const sandbox = Object.entries(SANDBOX_NAMES).map(([table, names]) =>
    moduleOf(
      `schemas/platform/sandbox-${table}.json`,
      `server/sandbox/platform/generated/${table}.ts`,
      names,
    ),
  );
  return new Map(await Promise.all([...language, view, ...sandbox]));
}

async function moduleOf(
  source: string,
  path: string,
  names: TypeNames,
): Promise<readonly [string, string]> {
  const schema = JSON.parse(await readFile(join(PROJECT, source), "utf8")) as JsonObject;
  const imports = DECLARED.map(({ file, types }) => ({
    from: relative(dirname(path), file).replace(/^(?!\.)/, "./"),
    types,
  }));
  return [path, await typeText({ schema, source, names, imports })];
}
