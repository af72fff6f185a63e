import type { CodeEntry } from "./code-entry.ts";

/** Forms, their fields and formats. */
export const FORM_CODES: Readonly<Record<string, CodeEntry>> = {
  "FLOW-FIELD-NONE": {
    description:
      "A field with several answers has a choice such as none, and takes it beside the others.",
    wrong: "needs: { type: array, items: { enum: [hearing, vision, none] } }",
    right: "needs: { type: array, x-none: none, items: { enum: [hearing, vision, none] } }",
  },
  "FLOW-FORM-NONE": {
    description: "A screen of the kind `form` has no form.",
    wrong: "screen: address, kind: form",
    right: "form: address beside it",
  },
  "FLOW-DRAFTS": {
    description: "A screen that asks nothing says whether what is typed there is kept.",
    wrong: "kind: information with drafts: false",
    right: "drafts: false where there is a form, or (take it out)",
  },
  "FLOW-ENTRY": {
    description:
      "A parameter of the address is kept and the flow does not say when an application has been handed in, or a parameter replaces and has no place.",
    wrong: "entryParameters: { campaign: { into: application.campaign } }",
    right: "handedIn: { var: application.finished } beside it",
  },
  "FLOW-FIELD-AUTOCOMPLETE": {
    description:
      "A text field does not say what a browser may fill in, or browsers do not know the word.",
    wrong: "name: { type: string }",
    right: "name: { type: string, x-autocomplete: name }",
  },
  "FLOW-FIELD-BOUNDS": {
    description:
      "The bounds of a field keep every answer out, or speak of another type than it has.",
    wrong: "minLength: 5, maxLength: 2",
    right: "minLength: 2, maxLength: 5",
  },
  "FLOW-FIELD-CHOICE": {
    description: "A field offers a choice that its place in the state does not take.",
    wrong: "enum: [here, elsewere]",
    right: "enum: [here, elsewhere]",
  },
  "FLOW-FIELD-ENUM": {
    description: "A field has no choices, the same one twice, or one that it refuses itself.",
    wrong: "type: integer, enum: ['1', '2']",
    right: "type: integer, enum: [1, 2]",
  },
  "FLOW-FIELD-FILE": {
    description:
      "A field that asks for files does not say which, is no object (one file) or array with maxItems (several), does not say that they are personal, or is kept where the state does not take all that is known of a file.",
    wrong: "proof: { type: string, x-widget: file }",
    right:
      "proof: { type: object, x-widget: file, x-file: { kinds: [jpeg, pdf], maxBytes: 10000000 }, x-pii: personal }",
  },
  "FLOW-FIELD-GROUP": {
    description: "A group of fields says what belongs to its parts, or holds a group itself.",
    wrong: "address: { type: object, x-widget: text, properties: { street: … } }",
    right: "address: { type: object, properties: { street: { x-widget: text, … } } }",
  },
  "FLOW-OVERLAY-REQUIRED": {
    description:
      "The `required` of an overlay replaces that of the form, and leaves out a field that the form requires: the question may be left empty there.",
    wrong: "forms: { person: { required: [zip] } }, where the form requires name and email",
    right: "required: [name, email, zip], or x-required: false at a field that may be left empty",
  },
  "FLOW-FIELD-LINK": {
    description: "A field speaks of a link that config.links does not have.",
    wrong: "x-links: [term]",
    right: "x-links: [terms], and terms in config/*.yaml under links",
  },
  "FLOW-FIELD-NEVER": {
    description: "A field is asked while a rule holds that contradicts itself: in no state.",
    wrong: "x-when: { and: [{ guard: child }, { '!': { guard: child } }] }",
    right: "x-when: { guard: child }",
  },
  "FLOW-FIELD-MESSAGE": {
    description: "A field has a message for what it is never refused for.",
    wrong: "errorMessage: { requird: validation.name }",
    right: "errorMessage: { required: validation.name }",
  },
  "FLOW-FIELD-PII": {
    description:
      "A field and its place in the state do not both say that an answer is personal, sensitive or secret. The state says what is encrypted and what staff see masked, the field what is masked on its page.",
    wrong:
      "name: { type: string, x-pii: personal } in the form, and name: { type: string } in the state",
    right: "name: { type: string, x-pii: personal } in both",
  },
  "FLOW-FIELD-PLACE": {
    description: "The state has no place for a field's answer.",
    wrong: "binds: reader, and no reader.nick in state.yaml",
    right: "nick: { type: string } below reader, or x-bind, or x-transient: true",
  },
  "FLOW-FIELD-RULE": {
    description:
      "A rule of a field reads what it cannot follow: x-where the state, or x-when and x-required an answer that the same form asks for.",
    wrong:
      "x-when: { '===': [{ var: reader.lives }, here] } in the form that asks where the reader lives",
    right:
      "if: { properties: { lives: { const: here } }, required: [lives] }, then: { properties: … }",
  },
  "FLOW-FIELD-SECRET": {
    description:
      "A field asks for a code, a password or a card, and does not say that it is secret: it would be shown again.",
    wrong: "code: { type: string, x-autocomplete: one-time-code }",
    right: "code: { type: string, x-autocomplete: one-time-code, x-pii: secret }",
  },
  "FLOW-FIELD-TWICE": {
    description:
      "Two branches of a form say different things of one field; it is drawn as the first says.",
    wrong:
      "then: { properties: { zip: { type: string, … } } }, else: { properties: { zip: { type: integer, … } } }",
    right: "the same in both, or two fields",
  },
  "FLOW-FIELD-TYPE": {
    description: "A field gives another type than its place in the state takes.",
    wrong: "count: { type: string } at a number",
    right: "count: { type: number }",
  },
  "FLOW-FIELD-USE": {
    description: "A field uses a shared field that fields.yaml does not have, or that uses itself.",
    wrong: "home: { use: adress }",
    right: "home: { use: address }, and address under fields in schemas/<flow>/fields.yaml",
  },
  "FLOW-FIELD-WIDGET": {
    description:
      "A field has no type, or one that its widget cannot ask for, or a widget without choices or suggestions to show.",
    wrong: "plan: { type: string, x-widget: radio }",
    right: "plan: { type: string, x-widget: radio, enum: [basic, pro] }",
  },
  "FLOW-FORM": {
    description: "A form is not whole: a format or an order that does not fit its fields.",
    wrong: "x-order: [name] with a field born",
    right: "x-order: [name, born]",
  },
  "FLOW-FORM-CIRCLE": {
    description:
      "A form leads back to its own screen, whatever is answered, and no other action leads on. A warning where it does so in some state, by itself or since the next screen refuses: the message names the state.",
    wrong: "screen reader: actions: submit: { to: reader }",
    right: "screen reader: actions: submit: { then: resume }",
  },
  "FLOW-FORM-CONDITION": {
    description: "A condition of a form never holds, or asks what the page cannot know.",
    wrong: "if: { properties: { lives: { const: elsewere } } }",
    right: "if: { properties: { lives: { const: elsewhere } } }",
  },
  "FLOW-FORM-EMPTY": {
    description:
      "A screen may ask for nothing: in a state that opens it no `x-when` of its form holds.",
    wrong: "x-when: { guard: child }   # at every field of the form",
    right: "skip: { '!': { guard: child } }   # at the screen",
  },
  "FLOW-FORM-NAME": {
    description:
      "A form names a field that it does not have there, names one twice, or gives one a name that no field can have.",
    wrong: "required: [name, nmae]",
    right: "required: [name]",
  },
  "FLOW-FORM-UNSENT": {
    description: "No action of a screen sends its form.",
    wrong: "actions: { back: { form: false } }",
    right: "actions: { submit: { then: resume } }",
  },
  "FLOW-FORM-VALIDATOR": {
    description: "The server or the page cannot make a validator of a form.",
    wrong: "a schema that Ajv does not compile",
    right: "plain JSON Schema 2020-12, flat fields, conditions in if/then/else",
  },
  "FLOW-FORMAT": {
    description: "A check of a format cannot be prepared, or no text passes it.",
    wrong: "{ check: pattern, pattern: '(' }",
    right: "{ check: pattern, pattern: '^[a-z]+$' }",
  },
  "FLOW-LIST": {
    description:
      "A list that asks for its entries lacks what it needs: a state path with a list of things that have an id, the most entries it takes, and a way to tell that it was answered.",
    wrong: "list: { of: household.members, entry: member, title: { var: item.name } }",
    right:
      "list: { of: household.members, entry: member, min: 1, max: 6, title: { var: item.name } }",
  },
  "FLOW-LIVE": {
    description: "Something is to follow what is typed that a page cannot work out by itself.",
    wrong: "x-computed: { lookup: [books, { var: loan.book }, fee] }",
    right: "x-computed: { value: feeTotal }",
  },
  "FLOW-LIVE-PRIVATE": {
    description:
      "A rule that a page follows by itself reads something personal, or something that is not for pages.",
    wrong: "value: { var: reader.birthDate }, in facts with live: true",
    right: "value: { value: feeTotal }",
  },
  "FLOW-PARTS": {
    description:
      "A screen asks its form in parts and has no form, or a part names a field that the form has in no variant or that another part asks for, or two parts have one name, or a block stands with a part that there is not.",
    wrong: "pages: [{ id: name, fields: [name] }, { id: lives, fields: [name, lives] }]",
    right: "pages: [{ id: name, fields: [name] }, { id: lives, fields: [lives] }]",
  },
  "FLOW-PARTS-LEFT": {
    description: "A form is asked in parts, and no part asks for one of its fields.",
    wrong: "parts with fields [name] and [lives], and a form that asks for the birthday too",
    right: "birthday in the fields of one part",
  },
  "FLOW-PARTS-TIED": {
    description:
      "Two parts of a form have fields that only one form can judge together: a condition, a rule, x-same or a suggestion ties them, or an answer is not saved, so that no later part knows it.",
    wrong: "parts with fields [lives] and [town], and town asked by a condition on lives",
    right: "lives and town in one part",
  },
};
