import { isObject, type Json } from "../../../language/json.ts";
import { membersOf } from "../../../rules/compile-template.ts";
import { compileFormats } from "../../../validate/ajv-formats.ts";
import { messageKey } from "../../../validate/message.ts";
import { isOtherBound, messageCauses } from "../../../validate/message-causes.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";

/** A text, or all texts below a key, with the names that fill their places. */
export interface FilledText {
  /** Key of the copy, its segments parted by dots. */
  readonly key: string;
  readonly filled: readonly string[];
  /** What to write where none of the names is meant. */
  readonly remedy: string;
  /** The members of a mail that people cannot do without. */
  readonly wanted?: readonly string[];
  /** The pointer of the part that fills them, where its author may have left a value out. */
  readonly by?: string;
}

const BY_WITH = "a value under `with`";

/** The texts of blocks, titles, intros, notices and mails, whose places the definitions fill. */
export function filledTexts(flow: CompiledVariant): readonly FilledText[] {
  return [
    ...textsOfScreens(flow),
    ...textsOfMessages(flow),
    ...textsOfInvitations(flow),
    ...textsOfNotices(flow),
    ...textsOfMails(flow),
  ];
}

function textsOfScreens(flow: CompiledVariant): readonly FilledText[] {
  const common = isObject(flow.config["copyParameters"])
    ? Object.keys(flow.config["copyParameters"])
    : [];
  return [...flow.screens.values()].flatMap((screen) => [
    ...["title", "titles", "intro", "parts"].map((part) => ({
      key: `${screen.copy}.${part}`,
      filled: [...common, ...screen.with.keys()],
      remedy: BY_WITH,
    })),
    // The renderer fills the texts of a support block with steps and links of its own.
    ...screen.blocks
      .filter(({ definition: { copy, kind } }) => copy === undefined && kind !== "support")
      .map(({ definition: { id, kind }, with: given }) => ({
        key: `${screen.copy}.blocks.${id}`,
        filled: [...given.keys(), "label"],
        remedy: kind === "countdown" ? "no place: the clock stands behind the text" : BY_WITH,
      })),
  ]);
}

/**
 * Messages of fields, each once, with what every field that has it fills. One that the flow does
 * not have is reported elsewhere.
 */
function textsOfMessages({ forms, formats }: CompiledVariant): readonly FilledText[] {
  const compiledFormats = compileFormats(formats);
  const filledBy = new Map<string, readonly string[]>();
  for (const { compiled } of forms.values())
    for (const field of Object.values(compiled.fields))
      for (const [cause, params] of messageCauses(field, compiledFormats.get(field.format ?? ""))) {
        if (isOtherBound(field, cause)) continue;
        const key = messageKey(field, cause);
        const filled = ["label", ...Object.keys(params)];
        filledBy.set(key, filledBy.get(key)?.filter((name) => filled.includes(name)) ?? filled);
      }
  return [...filledBy].map(([key, filled]) => ({
    key,
    filled,
    remedy: "{label}, or a bound of the field or its format",
  }));
}

function textsOfInvitations({ roles }: CompiledVariant): readonly FilledText[] {
  return [...roles.values()].flatMap(({ id, invitation }) =>
    invitation === undefined
      ? []
      : [
          {
            key: `roles.${id}.invitation`,
            filled: [...invitation.with.keys()],
            remedy: BY_WITH,
          },
        ],
  );
}

function textsOfNotices(flow: CompiledVariant): readonly FilledText[] {
  const filledBy = new Map<string, Set<string>>();
  for (const table of flow.tables.values())
    for (const { definition, notify } of table.rows) {
      if (definition.notify === undefined) continue;
      const known = filledBy.get(definition.notify.copy) ?? new Set();
      filledBy.set(definition.notify.copy, known);
      for (const name of notify?.with.keys() ?? []) known.add(name);
      // A message at a field has the field's label.
      if (definition.notify.field !== undefined) known.add("label");
    }
  return [...filledBy].map(([key, filled]) => ({ key, filled: [...filled], remedy: BY_WITH }));
}

/** What fills the texts of each mail that the mail service of Foyer writes. */
function textsOfMails(flow: CompiledVariant): readonly FilledText[] {
  return [...flow.calls].flatMap(([id, { definition }]) => {
    const { body, service } = definition;
    const template = isObject(body) ? body["template"] : undefined;
    if (flow.services.get(service)?.sandbox !== "mail" || !isObject(body)) return [];
    const given = namesIn(body["values"]);
    if (typeof template !== "string" || given === undefined) return [];
    return [
      {
        key: `mail.${template}`,
        filled: [...given, "brand", "phone", ...MAILED.filter((name) => Object.hasOwn(body, name))],
        wanted: ["code", "link"].filter((name) => isObject(body[name])),
        remedy: "a value under `values`",
        by: `/calls/${id}/body${Object.hasOwn(body, "values") ? "/values" : ""}`,
      },
    ];
  });
}

/** Members of a mail that fill the place of their own name. */
const MAILED = ["name", "link", "code"];

/** The names of a mail's values; undefined where a rule makes them. */
function namesIn(values: Json | undefined): readonly string[] | undefined {
  if (values === undefined || values === null) return [];
  const members = membersOf(values);
  return members === undefined ? undefined : Object.keys(members);
}
