import type { CodeEntry } from "./code-entry.ts";

/** Rules, and the names and values they read. */
export const RULE_CODES: Readonly<Record<string, CodeEntry>> = {
  "FLOW-CHOICE-VALUE": {
    description:
      "A rule has a value by a choice, from a setting, the catalogue or a `case`, and none for one of the choices: it gives null for it. `default` or a last entry says that this is meant.",
    wrong: "config: rates: { here: 0 }, where the form offers here and elsewhere",
    right: "config: rates: { here: 0, elsewhere: 2500 }",
  },
  "FLOW-ANSWER": {
    description:
      "A rule reads a member of an answer that the call's `answerSchema` does not declare, or the schema is none.",
    wrong: "set: { application.number: { var: answer.numbr } }",
    right: "set: { application.number: { var: answer.number } }",
  },
  "FLOW-ANSWER-OPEN": {
    description:
      "The flow reads the answer of a call that has no `answerSchema`, so that a misspelt member would not be found.",
    wrong: "enter: { …, set: { application.number: { var: answer.number } } }",
    right: "enter: { …, answerSchema: { type: object, properties: { number: { type: string } } } }",
  },
  "FLOW-MATCH": {
    description:
      "An entry of `match` or `not` is none: it names a guard with something other than true or false, compares with an object, or has a range with an unknown bound.",
    wrong: "match: { decided: yes-please }",
    right: "match: { decided: true }",
  },
  "FLOW-MATCH-NAME": {
    description: "An entry of `match` or `not` names no path, guard or value.",
    wrong: "match: { outcom: success }",
    right: "match: { outcome: success }",
  },
  "FLOW-NAME-TAKEN": {
    description:
      "A guard or value has the name of a part of the state, of a root of facts, or of one another: an entry of `match` could mean either.",
    wrong: "guards: { status: { description: …, rule: … } }",
    right: "guards: { answeredWell: { description: …, rule: … } }",
  },
  "FLOW-OUTCOME": {
    description: "A table waits for an outcome that no call before it has.",
    wrong: "{ '===': [{ var: outcome }, expird] }",
    right: "{ '===': [{ var: outcome }, expired] }",
  },
  "FLOW-RULE-ARITY": {
    description: "An operator has too few arguments, or too many.",
    wrong: "{ '===': [{ var: reader.lives }] }",
    right: "{ '===': [{ var: reader.lives }, elsewhere] }",
  },
  "FLOW-RULE-CASE": {
    description:
      "An entry of `case` says no value, has a word that is none of its own, or stands behind the one without a condition.",
    wrong: "case: [{ match: { order.type: RENT }, value: 1 }, { is: 0 }]",
    right: "case: [{ match: { order.type: RENT }, is: 1 }, { is: 0 }]",
  },
  "FLOW-RULE-CONSTANT": {
    description: "A text, number or list stands where a rule belongs: it always means the same.",
    wrong: "when: readerKnown",
    right: "when: { guard: readerKnown }",
  },
  "FLOW-RULE-CYCLE": {
    description: "A guard or value uses itself.",
    wrong: "started: { rule: { guard: started } }",
    right: "started: { rule: { '!!': { var: application.id } } }",
  },
  "FLOW-RULE-FLEETING": {
    description:
      "A rule about where an application stands (`allow`, `exists`, `done`, `skip`) reads what was typed or what a call answered. It is asked on every page, and finds that only while an action is done.",
    wrong: "done: { var: form.code }",
    right:
      "done: { var: email.confirmed }, and set: { email.confirmed: true } in the row of success",
  },
  "FLOW-RULE-DEPTH": {
    description: "A rule, or a row of guards that use one another, is nested too deep.",
    wrong: "sixty operators inside one another",
    right: "named guards for its parts",
  },
  "FLOW-RULE-KEYS": {
    description: "A rule has more than one operator.",
    wrong: "{ var: a, '!': b }",
    right: "{ and: [{ var: a }, { '!': b }] }",
  },
  "FLOW-RULE-NAME": {
    description: "A rule names a guard, value or collection that is not there.",
    wrong: "{ guard: chld }",
    right: "{ guard: child }",
  },
  "FLOW-RULE-NEVER": {
    description:
      "Two instants or days are compared the wrong way round: the answer is always the same.",
    wrong: "{ before: [{ var: now }, { var: parcel.sentAt }] }",
    right: "{ before: [{ var: parcel.sentAt }, { var: now }] }",
  },
  "FLOW-RULE-OPERATOR": {
    description: "A rule uses an operator that is not there.",
    wrong: "{ yearsBetwen: [a, b] }",
    right: "{ yearsBetween: [a, b] }",
  },
  "FLOW-RULE-PATH": {
    description: "A rule reads a path that is not there.",
    wrong: "{ var: reader.livs }",
    right: "{ var: reader.lives }",
  },
  "FLOW-RULE-SIZE": {
    description: "A rule with all the guards it uses is too large to ask at every request.",
    wrong: "guards that double one another twenty times",
    right: "a value worked out once and kept by `set`",
  },
  "FLOW-RULE-PICK": {
    description: "An entry of `pick` is no path to a member, and no map of names and paths.",
    wrong: "pick: [name, { town: { var: address.city } }]",
    right: "pick: [name, { town: address.city }]",
  },
  "FLOW-RULE-TYPE": {
    description: "An argument is of a kind that its operator makes nothing of.",
    wrong: "{ addMs: [600000, { var: now }] }",
    right: "{ addMs: [{ var: now }, 600000] }",
  },
  "FLOW-RULE-TRUTH": {
    description:
      'A condition is the answer to a question with the choices yes and no, which are texts: "no" counts as yes. An error where a form requires the answer.',
    wrong: "and: [{ var: reader.lives }, { guard: grown }], with the choices 'yes' and 'no'",
    right: "and: [{ '===': [{ var: reader.lives }, 'yes'] }, { guard: grown }]",
  },
  "FLOW-RULE-VALUE": {
    description:
      "A rule compares with a value that what it reads, looks up or computes never has: another kind, no choice of its own, a choice that no form offers, or a number beyond the bounds of its field.",
    wrong: "{ '===': [{ var: reader.lives }, elsewere] }",
    right: "{ '===': [{ var: reader.lives }, elsewhere] }",
  },
  "FLOW-SET-PATH": {
    description:
      "A state change names a place that the state does not have, or picks an element by what is not there.",
    wrong: "set: { reader.livs: here }",
    right: "set: { reader.lives: here }",
  },
  "FLOW-SET-VALUE": {
    description:
      "A state change gives a value that the state does not take there, or that the form which asks for it does not offer.",
    wrong: "set: { application.confirmed: perhaps }",
    right: "set: { application.confirmed: true }",
  },
  "FLOW-SET-PRIVATE": {
    description: "A private value is copied to a place of the state that is not private.",
    wrong: "set: { card.holder: { var: reader.name } }, and holder: { type: string } in the state",
    right: "holder: { type: string, x-pii: personal }",
  },
  "FLOW-STATE-PRIVATE": {
    description:
      "Something of the state is marked as private in a way, or at a place, that nothing honours.",
    wrong: "name: { type: string, x-pii: persnal }",
    right: "name: { type: string, x-pii: personal }",
  },
  "FLOW-STATE-ROOT": {
    description: "A part of the state has the name of a fact that rules read at the root.",
    wrong: "properties: { answer: { type: object } }",
    right: "properties: { survey: { type: object } }",
  },
  "FLOW-WORD-UNREAD": {
    description:
      "A word of the flow language (`x-…`) stands where nothing reads it, as the mask of a field in the state's schema, or the mask of a field that is no secret.",
    wrong: "state.yaml: pin: { type: string, x-pii: secret, x-mask: all }",
    right: "the form: pin: { type: string, x-pii: secret, x-mask: all }",
  },
  "FLOW-STATE-PROVED": {
    description:
      "The state says that an answer proves a place (`x-proved`), and a field, a parameter of an address or a `set` writes it without one.",
    wrong:
      "code: { properties: { verified: { type: boolean, x-proved: the service has checked the code } } } and an action with set: { code.verified: true }",
    right: "set: { code.verified: true } on the call, or in a row with match: { outcome: success }",
  },
  "FLOW-STATE-UNUSED": {
    description:
      "Nothing reads, or nothing writes, a property of the state; an error where a rule decides by one that nothing writes. One that is to stay all the same has `x-unused` with the reason.",
    wrong: "nick: { type: string }, and no form, `set` or rule that names it",
    right:
      "{ var: reader.nick } in a rule and in a form, nick: { type: string, x-unused: read by the archive }, or (take it out)",
  },
  "FLOW-WITH": {
    description:
      "A rule reads what nothing hands over, or a value is handed over in other letters than rules compare it with.",
    wrong:
      "then: decided, with: { stepUp: FULL_SSN }, and a row with `match: { with.stepup: FULL_SSN }`",
    right: "match: { with.stepUp: FULL_SSN }",
  },
};
