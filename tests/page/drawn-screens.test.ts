import { Window } from "happy-dom";
import { expect, it } from "vitest";
import type { FieldErrorView, FormView, ScreenView } from "../../engine/render/view.ts";
import { builtPage } from "../../server/application/page/built-page.ts";
import { ValidatorModules } from "../../server/application/page/validator-module.ts";
import { PROJECT, shippedLibrary } from "../definitions.ts";
import { renderShown, appearancesOf, shownScreensOf } from "../browser/sweep/shown-screens.ts";

/*
 * Every form of every shipped flow as the server draws it, read without a browser: what each
 * control is called, which keyboard and which of a browser's own words it asks for, and what is
 * chosen in it before anybody has chosen.
 */

/**
 * What a browser may fill in by itself, by field. A field of a name that is not here takes nothing
 * of a person's own.
 */
const FILLED_IN: Readonly<Record<string, readonly string[]>> = {
  firstName: ["given-name"],
  lastName: ["family-name"],
  email: ["email"],
  emailConfirm: ["email"],
  phone: ["tel"],
  businessPhone: ["tel"],
  legalName: ["organization"],
  dba: ["organization"],
  name: ["name", "organization"],
  accountHolderFullName: ["name"],
  line1: ["address-line1"],
  line2: ["address-line2"],
  city: ["address-level2"],
  territory: ["address-level1"],
  zip: ["postal-code"],
  countryCode: ["country"],
  dob: ["bday"],
  born: ["bday"],
  code: ["one-time-code"],
  website: ["url"],
};

/** Numbers that no browser should keep, choices, and what is said of others or of things. */
const NEVER_FILLED_IN =
  /^(ein4?|ssn[49]|sin|corporationNumber|routingNumber|transitNumber|institutionNumber|bankAccount(Confirm)?|category|gpv|parent|license|bundle\w+|n9[15]0|poyntC|sunmi\w+)$/;

interface Form {
  readonly place: string;
  readonly view: ScreenView;
  readonly form: FormView;
}

const library = await shippedLibrary();
const validators = new ValidatorModules();
const draw = await builtPage(PROJECT, validators);
const forms = everyForm();
const { DOMParser } = new Window();

/**
 * Each form once in each shape it takes, in the languages of its market; which portal shows it goes
 * by turns.
 */
function everyForm(): readonly Form[] {
  const found = new Map<string, Form>();
  for (const flow of library.flows.values()) {
    for (const shown of shownScreensOf(flow)) {
      if (
        flow.variant(shown.context.variant).screens.get(shown.screen)?.definition.form === undefined
      )
        continue;
      const appearances = appearancesOf(shown).filter(({ reseller }) => reseller === undefined);
      for (const locale of new Set(appearances.map((appearance) => appearance.locale))) {
        const own = appearances.filter((appearance) => appearance.locale === locale);
        const appearance = own[found.size % own.length];
        const view =
          appearance === undefined
            ? undefined
            : renderShown(shown, appearance, library.words(locale), validators);
        if (view?.form === undefined) continue;
        const place = `${flow.definition.flow}/${shown.screen} ${locale}`;
        const key = `${place} ${shapeOf(view.form, view.data)}`;
        if (!found.has(key)) found.set(key, { place, view, form: view.form });
      }
    }
  }
  return [...found.values()];
}

/** What decides which fields are asked: what is known already, and what was chosen. */
function shapeOf(form: FormView, data: ScreenView["data"]): string {
  const chosen = Object.entries(data).map(([name, value]) =>
    ["radio", "choice-cards", "checkbox"].includes((form.ui[name] as unknown as Field)["ui:widget"])
      ? `${name}=${String(value)}`
      : name,
  );
  return JSON.stringify([Object.keys(form.kept), chosen]);
}

/** A form's page, as a browser without scripts has it. */
function drawn(view: ScreenView) {
  // Styles stand between the elements they are of, and would be read as their words.
  const html = draw({ view, nonce: "", key: "" })
    .toString()
    .replaceAll(/<style\b[^>]*>.*?<\/style>/gs, "");
  return new DOMParser().parseFromString(html, "text/html");
}
type Drawn = ReturnType<typeof drawn>;
type Control = Pick<
  HTMLInputElement,
  | "id"
  | "name"
  | "type"
  | "value"
  | "checked"
  | "required"
  | "tagName"
  | "getAttribute"
  | "hasAttribute"
  | "closest"
>;

const CONTROLS = "main form input:not([type=hidden]), main form select, main form textarea";
const controlsOf = (page: Drawn) => [...page.querySelectorAll(CONTROLS)] as unknown as Control[];
const nameOf = ({ name }: Control) => name.replace(/~\w+$/, "");
const text = (element: { readonly textContent: string | null } | null | undefined) =>
  (element?.textContent ?? "").replaceAll(/\s+/g, " ").trim();

/** The words above a control: its label, or the question of the group it belongs to. */
const questionOf = (page: Drawn, control: Control) =>
  text(
    ["radio", "file"].includes(control.type)
      ? control.closest("fieldset")?.querySelector("legend")
      : page.querySelector(`label[for="${control.id}"]`),
  ) || text(control.closest("label"));

interface Field {
  readonly "ui:title": string;
  readonly "ui:widget": string;
  readonly "ui:options": {
    readonly number?: boolean;
    readonly optional?: boolean;
    readonly autocomplete?: string;
  };
}
const fieldOf = (form: FormView, control: Control) => form.ui[nameOf(control)] as unknown as Field;

/** What is found wrong, said with its place, each once. */
function found(look: (form: Form, page: Drawn) => Iterable<string | false | undefined>): string[] {
  return [
    ...new Set(
      forms.flatMap((form) =>
        [...look(form, pageOf(form))].flatMap((what) =>
          typeof what === "string" ? `${form.place}: ${what}` : [],
        ),
      ),
    ),
  ];
}
const pages = new Map<Form, Drawn>();
function pageOf(form: Form): Drawn {
  const page = pages.get(form) ?? drawn(form.view);
  pages.set(form, page);
  return page;
}

it("the forms of every flow are drawn, in every language", () => {
  expect(forms.length).toBeGreaterThan(60);
  expect(new Set(forms.map(({ place }) => place.split(" ")[1]))).toEqual(
    new Set(["en-US", "en-CA", "fr-CA"]),
  );
  expect(forms.flatMap((form) => controlsOf(pageOf(form))).length).toBeGreaterThan(500);
});

it("every control has a lasting label of its own, and none relies on a placeholder", () => {
  expect(
    found(({ form }, page) =>
      controlsOf(page).flatMap((control) => {
        const question = questionOf(page, control);
        return [
          control.hasAttribute("placeholder") && `${control.name} has a placeholder`,
          !question.startsWith(text({ textContent: fieldOf(form, control)["ui:title"] })) &&
            `${control.name} is called “${question}”`,
          control.type === "radio" &&
            text(control.closest("label")) === "" &&
            `a choice of ${control.name} has no words`,
          // The part of a file field that stands for it without scripts has the question around it.
          control.type !== "file" &&
            control.hasAttribute("aria-label") &&
            `${control.name} has a name that cannot be seen`,
        ];
      }),
    ),
  ).toEqual([]);
});

it("every choice has its own label", () => {
  const digits = (of: string) => of.replaceAll(/\D/g, "");
  expect(
    found((_, page) =>
      (
        [
          ...page.querySelectorAll("main form option, main form input[type=radio]"),
        ] as unknown as (Control & Pick<Element, "textContent">)[]
      )
        .filter(({ value }) => value !== "")
        .map((choice) => {
          const words = text(choice.tagName === "OPTION" ? choice : choice.closest("label"));
          // A code that has numbers in it has them in its words.
          const own =
            words !== choice.value &&
            (digits(choice.value).length < 4 || digits(words) === digits(choice.value));
          return !own && `${choice.value} is offered as “${words}”`;
        }),
    ),
  ).toEqual([]);
});

it("small choices form a group whose legend is the question", () => {
  expect(
    found(({ view }, page) =>
      controlsOf(page)
        .filter(({ type }) => type === "radio")
        .map(
          (control) =>
            control.closest("fieldset")?.getAttribute("data-field") !== control.name &&
            `${control.name} of ${view.screen} is in no group`,
        ),
    ),
  ).toEqual([]);
});

it("browser autofill is enabled for a person's own data, and for nothing else", () => {
  expect(
    found(({ view }, page) =>
      controlsOf(page)
        .filter(({ type }) => !["radio", "checkbox", "file"].includes(type))
        .map((control) => {
          const tokens = (control.getAttribute("autocomplete") ?? "").split(" ");
          const token = tokens.at(-1) ?? "";
          // What is somebody else's is no business of the applicant's own entry.
          if (view.screen === "owner" && token !== "off" && tokens[0] !== "section-partner")
            return `${control.name} of a partner is filled in as the applicant’s own`;
          const wanted = FILLED_IN[nameOf(control)];
          const right =
            token === "off"
              ? NEVER_FILLED_IN.test(nameOf(control)) ||
                (nameOf(control) === "name" && wanted !== undefined)
              : wanted?.includes(token) === true;
          return !right && `${control.name} is filled in as “${token}”`;
        }),
    ),
  ).toEqual([]);
});

/** The keyboards that fit what a format asks for. */
const KEYBOARDS: Readonly<Record<string, (control: Control) => boolean>> = {
  digits: (control) => ["numeric", "tel"].includes(control.getAttribute("inputmode") ?? ""),
  date: (control) => control.getAttribute("inputmode") === "numeric",
  phone: (control) => control.type === "tel" && control.getAttribute("inputmode") === "tel",
  email: (control) => control.type === "email",
  "web-address": (control) => control.type === "url" && control.getAttribute("inputmode") === "url",
};

it("every field brings up a fitting keyboard, is no number field of the browser, and cuts nothing off", () => {
  expect(
    found(({ form }, page) =>
      controlsOf(page).flatMap((control) => {
        const checks = checksOf(form, nameOf(control));
        return [
          control.type === "number" && `${control.name} is a number field`,
          (control.hasAttribute("maxlength") ||
            control.hasAttribute("minlength") ||
            control.hasAttribute("pattern")) &&
            `${control.name} is limited by the browser`,
          fieldOf(form, control)["ui:options"].number === true &&
            control.type !== "radio" &&
            control.getAttribute("inputmode") !== "numeric" &&
            `${control.name} is a number without its keyboard`,
          ...Object.entries(KEYBOARDS).map(
            ([kind, fits]) =>
              checks.includes(kind) &&
              !fits(control) &&
              `${control.name} asks for ${kind} with another keyboard`,
          ),
        ];
      }),
    ),
  ).toEqual([]);
});

/** The kinds of checks of a field's format, wherever in the schema the field is declared. */
function checksOf(form: FormView, name: string): readonly string[] {
  const format =
    new RegExp(`"${name}":\\{[^{}]*"format":"([^"]+)"`).exec(JSON.stringify(form.schema))?.[1] ??
    "";
  const { checks = [] } = (form.formats[format] ?? {}) as {
    readonly checks?: readonly { readonly check: string }[];
  };
  return checks.map(({ check }) => check);
}

it("optional fields, and no others, are marked as optional; the browser's own messages never appear", () => {
  expect(
    found(({ form, view }, page) => [
      ...controlsOf(page).map((control) => {
        // A box that stays empty is an answer; what is kept is not asked for again; what is chosen
        // already cannot be left out.
        if (
          control.type === "checkbox" ||
          control.type === "file" ||
          Object.hasOwn(form.kept, nameOf(control))
        )
          return false;
        if (control.type === "radio" && Object.hasOwn(view.data, control.name)) return false;
        // A number of things always stands there, none being zero.
        if (control.getAttribute("role") === "spinbutton") return false;
        const said = questionOf(page, control).endsWith(view.words["optional"] ?? "?");
        const required = control.required || control.getAttribute("aria-required") === "true";
        return (
          said === required &&
          `${control.name} is ${required ? "required and said to be optional" : "optional and does not say so"}`
        );
      }),
      page.querySelector("main form:not([novalidate])") !== null && "the browser validates",
    ]),
  ).toEqual([]);
});

it("a form preselects nothing: its values are known or declared", () => {
  expect(
    found(({ view }, page) =>
      ([...page.querySelectorAll("main form [name]")] as unknown as Control[])
        .filter(({ tagName, name }) => tagName !== "BUTTON" && !["revision", "key"].includes(name))
        .map((control) => {
          const stands = ["radio", "checkbox"].includes(control.type)
            ? control.checked
              ? control.value
              : ""
            : control.value;
          return (
            stands !== "" &&
            !Object.hasOwn(view.data, nameOf(control)) &&
            `${control.name} has “${stands}”`
          );
        }),
    ),
  ).toEqual([]);
});

it("every field error has a text with advice, and every label is unique", () => {
  expect(
    found(({ form }) => {
      const messages = Object.entries(form.messages);
      const isAsked = (field: Field | undefined) =>
        field !== undefined &&
        field["ui:options"].optional !== true &&
        field["ui:widget"] !== "hidden";
      const demands = messages.flatMap(([name, { required }]) =>
        required !== undefined && isAsked(form.ui[name] as unknown as Field)
          ? [{ name, required }]
          : [],
      );
      return [
        ...messages.flatMap(([name, of]) =>
          Object.values(of).map(
            (message) =>
              (message.length < 12 || /^\W*(invalid|required|error)\W*$/i.test(message)) &&
              `${name}: “${message}”`,
          ),
        ),
        ...demands.flatMap(({ name, required }) =>
          demands.map(
            (other) =>
              other.name < name &&
              other.required === required &&
              `${other.name} and ${name}: “${required}”`,
          ),
        ),
      ];
    }),
  ).toEqual([]);
});

it("a text over its limit is reported with the limit", () => {
  expect(
    found(({ form }) =>
      Object.entries(form.messages).flatMap(([name, of]) => {
        const format =
          new RegExp(`"${name}":\\{[^{}]*"format":"([^"]+)"`).exec(
            JSON.stringify(form.schema),
          )?.[1] ?? "";
        const { checks = [] } = (form.formats[format] ?? {}) as {
          readonly checks?: readonly {
            readonly check: string;
            readonly code: string;
            readonly max?: number;
            readonly exactly?: number;
          }[];
        };
        return checks
          .filter(({ check, max }) => check === "length" && max !== undefined)
          .map(
            ({ code, max }) =>
              !(of[`format:${code}`] ?? "").includes(String(max)) &&
              `${name}, ${max} characters: “${of[`format:${code}`]}”`,
          );
      }),
    ),
  ).toEqual([]);
});

it("each error links to its control, beside which the same text stands, without scripts too", () => {
  expect(
    found(({ view, form }, page) => {
      const names = [...new Set(controlsOf(page).map(nameOf))];
      const errors: FieldErrorView[] = names.map((name) => ({
        pointer: `/${name}`,
        code: "required",
        message: form.messages[name]?.["required"] ?? name,
      }));
      const wrong = drawn({ ...view, errors });
      const links = [...wrong.querySelectorAll("main [role=alert] a")];
      const ids = [...wrong.querySelectorAll("[id]")].map(({ id }) => id);
      return [
        links.length !== names.length && `${names.length} errors, ${links.length} links`,
        new Set(ids).size !== ids.length && "two elements have the same id",
        ...links.map((link, at) => {
          const control = wrong.querySelector(
            link.getAttribute("href") ?? "",
          ) as unknown as Control | null;
          return (
            (control === null || !["INPUT", "SELECT", "TEXTAREA"].includes(control.tagName)) &&
            `the link of ${names[at]} leads nowhere`
          );
        }),
        ...names.map(
          (name, at) =>
            !text(wrong.querySelector(`#root_${name}-error`)).endsWith(text(links[at])) &&
            `${name} is told of in other words`,
        ),
        ...controlsOf(wrong).flatMap((control) => {
          const describes =
            `${control.getAttribute("aria-describedby") ?? ""} ${control.closest("fieldset")?.getAttribute("aria-describedby") ?? ""}`
              .split(" ")
              .filter(Boolean);
          return [
            !describes.includes(`root_${nameOf(control)}-error`) &&
              `${control.name} does not name its error`,
            ...describes.map(
              (id) =>
                text(wrong.getElementById(id)) === "" &&
                `${control.name} is described by ${id}, which is not there`,
            ),
          ];
        }),
      ];
    }),
  ).toEqual([]);
});
