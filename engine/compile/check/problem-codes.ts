/** What a problem code stands for, and how it looks wrong and right. */
export interface CodeEntry {
  readonly description: string;
  readonly wrong: string;
  readonly right: string;
}

/**
 * Every code that a check of definitions gives, for the reference. Codes are stable: tools and
 * people know problems by them.
 */
export const PROBLEM_CODES: Readonly<Record<string, CodeEntry>> = {
  "FLOW-ACTION-NOTHING": {
    description: "An action leads back to its own screen and changes nothing.",
    wrong: "screen consent: actions: check: { form: false, to: consent }",
    right: "actions: check: { form: false, call: lookAgain, then: resume }",
  },
  "FLOW-ANSWER": {
    description:
      "A rule reads a member of an answer that the call's `answerSchema` does not declare, or the schema is none.",
    wrong: "set: { application.number: { var: answer.numbr } }",
    right: "set: { application.number: { var: answer.number } }",
  },
  "FLOW-ASKED": {
    description:
      "A screen of a sequence says `asked`; the order of its sequence decides when it is asked.",
    wrong: "sequences: { card: [reader, consent] } and consent: asked: { guard: child }",
    right: "skip: { '!': { guard: child } }",
  },
  "FLOW-CATALOGUE-ID": {
    description: "Two things of a collection have the same id.",
    wrong: "books: [{ id: atlas }, { id: atlas }]",
    right: "books: [{ id: atlas }, { id: atlas-2 }]",
  },
  "FLOW-CHECK": {
    description:
      "A check failed on the flow, so what it looks at is not known to be right; the message names the check and its error.",
    wrong: "a value that nobody expected where the check looks",
    right: "a value as the reference has it",
  },
  "FLOW-CONFIG": {
    description: "The configuration of a variant is not what schemas/<flow>/config.yaml says.",
    wrong: "pollEveryMs: often",
    right: "pollEveryMs: 1000",
  },
  "FLOW-CONFIG-NAME": {
    description:
      "A setting is nearly called like one the engine reads by name, and so is read by nobody.",
    wrong: "suport: { phone: … }",
    right: "support: { phone: … }",
  },
  "FLOW-COPY-COPIED": {
    description: "A text of another language is that of the fallback locale, word for word.",
    wrong: "fr-CA: text: A parent agrees for you",
    right: "fr-CA: text: Un parent consent pour vous",
  },
  "FLOW-COPY-LOCALE": {
    description: "A text is there in one language and not in another of the variant.",
    wrong: "en-US has actions.submit.label, fr-CA has not",
    right: "both have it",
  },
  "FLOW-COPY-LONG": {
    description:
      "A text is longer than its place takes; the bounds stand in schemas/definition/copy.json.",
    wrong: "label: Please press here to go on to the next page of the form",
    right: "label: Continue",
  },
  "FLOW-COPY-MISSING": {
    description:
      "Texts that a screen, an action or a field shows are not there; told once for all of them, with the files they belong into.",
    wrong: "titel: Who will read?",
    right: "title: Who will read?",
  },
  "FLOW-COPY-PLACE": {
    description: "A text has other places for values than the same text in the fallback locale.",
    wrong: "text: 'Payez {prix}'",
    right: "text: 'Payez {price}'",
  },
  "FLOW-COPY-UNFILLED": {
    description:
      "A text of a block, a notice, a title or an intro has a place for a value that nothing fills: people would read the braces.",
    wrong: "text: 'You pay {fee}' and a block without with: { fee: … }",
    right: "with: { fee: { var: config.feeMinor } }",
  },
  "FLOW-COPY-UNUSED": {
    description: "Nothing shows the text.",
    wrong: "old: A text of a block that is gone",
    right: "(take it out)",
  },
  "FLOW-CURRENCY": {
    description: "The currency of a variant is none of ISO 4217.",
    wrong: "facts: { currency: CDA }",
    right: "facts: { currency: CAD }",
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
  "FLOW-EVENT-ON": {
    description:
      "An analytics event names nothing that it is reported on, or several things at once, or an outcome without a result.",
    wrong: "on: { screen: reader, action: reader/submit }",
    right: "on: [{ screen: reader }, { action: reader/submit }]",
  },
  "FLOW-EVENT-PRIVATE": {
    description:
      "An analytics event could tell something personal or secret, or reads what was typed or answered.",
    wrong: "with: { who: { var: reader.name } }",
    right: "with: { known: { '!!': { var: reader.name } } }",
  },
  "FLOW-EVENT-SEND": {
    description:
      "The call that takes an analytics event away keeps something of the answer, which nobody waits for.",
    wrong: "tell: { …, set: { told: true } }",
    right: "tell: { …, body: { type: { var: event.type } } }",
  },
  "FLOW-FIELD-AUTOCOMPLETE": {
    description: "A text field does not say what a browser may fill in.",
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
  "FLOW-FIELD-PII": {
    description: "A field asks what is personal in the state and does not say so itself.",
    wrong: "name: { type: string }",
    right: "name: { type: string, x-pii: personal }",
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
  "FLOW-FIXTURE-NAME": {
    description: "A fixture names a screen, call, flag, axis or value that the flow does not have.",
    wrong: "see: { screen: raeder }",
    right: "see: { screen: reader }",
  },
  "FLOW-FLAG": {
    description: "A flag has a value of another type than its own, or none of its listed values.",
    wrong: "default: 'yes'",
    right: "default: true",
  },
  "FLOW-FORM": {
    description: "A form is not whole: a format or an order that does not fit its fields.",
    wrong: "x-order: [name] with a field born",
    right: "x-order: [name, born]",
  },
  "FLOW-FORM-CIRCLE": {
    description:
      "A form leads back to its own screen, whatever is answered, and no other action leads on.",
    wrong: "screen reader: actions: submit: { to: reader }",
    right: "screen reader: actions: submit: { then: resume }",
  },
  "FLOW-FORM-CONDITION": {
    description: "A condition of a form never holds, or asks what the page cannot know.",
    wrong: "if: { properties: { lives: { const: elsewere } } }",
    right: "if: { properties: { lives: { const: elsewhere } } }",
  },
  "FLOW-FORM-NAME": {
    description:
      "A form names a field that it does not have there, names one twice, or gives one a name that no field can have.",
    wrong: "required: [name, nmae]",
    right: "required: [name]",
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
  "FLOW-FRAME-ORIGIN": {
    description: "A frame shows an origin that is not listed, or a listed one is no origin.",
    wrong: "frameOrigins: [cards.example.com/x]",
    right: "frameOrigins: ['https://cards.example.com']",
  },
  "FLOW-FRONT-PAGE": {
    description: "A flow has no front page.",
    wrong: "flows/card/ without flow.yaml",
    right: "flows/card/flow.yaml",
  },
  "FLOW-ID-ALIKE": {
    description: "Two names of one kind differ in case or hyphens only.",
    wrong: "guards: readerKnown and reader-known",
    right: "guards: readerKnown and readerVerified",
  },
  "FLOW-ID-REPEATED": {
    description: "Two files define the same thing.",
    wrong: "screen: reader in two files",
    right: "screen: reader and screen: parent",
  },
  "FLOW-HEADER": {
    description: "A service or a call sets a header that says where a request goes or ends.",
    wrong: "headers: { host: other.example }",
    right: "baseUrlFrom: POST_URL",
  },
  "FLOW-IMAGE-ORIGIN": {
    description: "What pictures come from is no origin.",
    wrong: "imageOrigin: static.example.com/x",
    right: "imageOrigin: https://static.example.com",
  },
  "FLOW-LINK": {
    description:
      "A link of the configuration or the look leads to no page, path, mail address or phone.",
    wrong: "links: { terms: 'javascript:alert(1)' }",
    right: "links: { terms: https://partner.example/terms }",
  },
  "FLOW-LINK-ABOUT": {
    description: "A mailed link is about what is another value by the time it is opened.",
    wrong: "about: { var: now }",
    right: "about: { var: person.email }",
  },
  "FLOW-LINK-ID": {
    description: "A mailed link admits to an application that no path of the flow names.",
    wrong: "ids: {}, and path: /details",
    right: "ids: { applicationId: 'urn:card:' }, and path: /{applicationId}/details",
  },
  "FLOW-LINK-NOTHING": {
    description: "A mailed link does nothing, or no call sends it.",
    wrong: "confirm: { description: Confirms the address, lifetime: 2 days }",
    right: "confirm: { description: …, lifetime: 2 days, then: [{ id: confirmed, set: … }] }",
  },
  "FLOW-LINK-TIME": {
    description: "The lifetime of a mailed link is no duration, or out of bounds.",
    wrong: "lifetime: 7 dayz",
    right: "lifetime: 7 days",
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
  "FLOW-NAME": {
    description: "A name is used that nothing has.",
    wrong: "to: consnet",
    right: "to: consent",
  },
  "FLOW-NAME-TAKEN": {
    description:
      "A guard or value has the name of a part of the state, of a root of facts, or of one another: an entry of `match` could mean either.",
    wrong: "guards: { status: { description: …, rule: … } }",
    right: "guards: { answeredWell: { description: …, rule: … } }",
  },
  "FLOW-NEIGHBOUR": {
    description:
      "`next` or `previous` on a screen that has no neighbour there in this variant: it is in no sequence or at its end, or no screen on that side ever exists.",
    wrong: "actions: { back: { to: previous } } on the first screen of a sequence",
    right: "actions: { back: { to: start } }",
  },
  "FLOW-NONE": {
    description: "There is no flow at all.",
    wrong: "an empty flows/",
    right: "flows/card/flow.yaml",
  },
  "FLOW-OUTCOME": {
    description: "A table waits for an outcome that no call before it has.",
    wrong: "{ '===': [{ var: outcome }, expird] }",
    right: "{ '===': [{ var: outcome }, expired] }",
  },
  "FLOW-AXIS": {
    description:
      "An axis has a name that rules read already, values without a fact that others have, a language that the flow does not have, or words that do not go together.",
    wrong: "path: /r/{id} of the axis partner",
    right: "path: /r/{partner}",
  },
  "FLOW-LAYER": {
    description:
      "An overlay changes what its layer may not change (`changes` in flow.yaml), or flow.yaml opens to a layer what is not there or what is the flow's own.",
    wrong: "overlay: partner with config: { allowedOrigins: [https://elsewhere.example] }",
    right: "overlay: partner with config: { links: … }",
  },
  "FLOW-OVERLAY-DEAD": {
    description: "An overlay changes or removes what is not there any more.",
    wrong: "config: { suport: … }",
    right: "config: { support: … }",
  },
  "FLOW-OWNER": {
    description:
      "A call takes over an application that is known elsewhere, and does not say who asks, or where its answer names the owner.",
    wrong: "adopt: { call: readApplication }, which is GET /applications/{id} and nothing else",
    right: "headers: { x-customer: { var: visitor.id } } and owner: customerId on the call",
  },
  "FLOW-OVERLAY-NAME": {
    description:
      "An overlay is of an axis, value or environment that is not there, or says another one than its path.",
    wrong: "overlays/brand/termnal.yaml",
    right: "overlays/brand/terminal.yaml",
  },
  "FLOW-PATH-PARAMETER": {
    description:
      "A screen reads a parameter, or keeps its answers under one, that its path does not have.",
    wrong: "path: /{applicationId}/person and binds: people.[{params.personId}]",
    right: "path: /{applicationId}/people/{personId}",
  },
  "FLOW-PATH-REPEATED": {
    description: "Two screens have the same path.",
    wrong: "path: /start twice",
    right: "path: /start and path: /begin; or `exists` on both",
  },
  "FLOW-PATH-UNFILLED": {
    description:
      "An action leads to a screen whose path has a parameter that neither the present path nor `parameters` gives: it stays where it is.",
    wrong: "parameters: {} and path: /{applicationId}/reader",
    right: "parameters: { applicationId: { var: application.id } }",
  },
  "FLOW-PATTERN": {
    description: "A regular expression is none.",
    wrong: "pattern: '('",
    right: "pattern: '^[a-z]+$'",
  },
  "FLOW-PATTERN-RUNAWAY": {
    description: "A regular expression takes for ever on a text made for it.",
    wrong: "pattern: '^(\\w+\\s?)*$'",
    right: "pattern: '^\\w+(?:\\s\\w+)*$'",
  },
  "FLOW-READ-CIRCLE": {
    description:
      "A call that is made before a page is drawn (`load`, `adopt`) fails, and the row that follows leads back to the page that makes it, with nothing changed in between: a browser would be sent round for ever.",
    wrong: "load: find, and then: - { id: failed, to: other }, and other: onOpen: back-to-the-page",
    right: "- { id: failed, notify: { copy: errors.find, tone: error }, stay: true }",
  },
  "FLOW-RESUME-OPEN": {
    description: "The resume table can end without a row that decides.",
    wrong: "a last row with when",
    right: "- { id: otherwise, to: start }",
  },
  "FLOW-ROLE-OWN": {
    description: "A link would give a role that only people in their own application have.",
    wrong: "grant: applicant",
    right: "grant: helper",
  },
  "FLOW-ROLE-PEOPLE": {
    description: "A link gives a role of people who are known by signing in.",
    wrong: "link: { grant: staff } and staff: { people: … }",
    right: "link: { grant: helper }",
  },
  "FLOW-ROW-DEAD": {
    description:
      "A row can never match: an earlier row always decides, the conditions of earlier rows take every state in which it would, or its own `when` contradicts itself.",
    wrong:
      "- { id: a, when: { var: paid }, to: x } above - { id: b, when: { and: [{ var: paid }, { var: sent }] }, to: y }",
    right:
      "- { id: b, when: { and: [{ var: paid }, { var: sent }] }, to: y } above - { id: a, when: { var: paid }, to: x }",
  },
  "FLOW-ROW-MESSAGE": {
    description:
      "A row that stays says two messages, or one that is neither an error nor a notice.",
    wrong: "{ id: failed, stay: { error: errors.generic, tone: info } }",
    right: "{ id: failed, stay: { error: errors.generic } }",
  },
  "FLOW-ROW-REFUSED": {
    description:
      "A row or an action leads to a screen whose `allow` or `exists` is never yes where the row applies.",
    wrong:
      "- { id: consent-missing, when: { '!': { guard: consentGiven } }, to: confirm } and confirm: allow: { guard: consentGiven }",
    right: "- { id: consent-missing, when: { '!': { guard: consentGiven } }, to: consent }",
  },
  "FLOW-ROW-REPEATED": {
    description: "Two rows of a table have the same id.",
    wrong: "- { id: new } twice",
    right: "- { id: new } and - { id: again }",
  },
  "FLOW-ROW-THEN": {
    description: "A row hands over to the rows of its `then` and leads somewhere as well.",
    wrong: "{ id: answered, to: done, then: [{ id: last, to: done }] }",
    right: "{ id: answered, then: [{ id: last, to: done }] }",
  },
  "FLOW-RULE-ARITY": {
    description: "An operator has too few arguments, or too many.",
    wrong: "{ '===': [{ var: reader.lives }] }",
    right: "{ '===': [{ var: reader.lives }, elsewhere] }",
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
  "FLOW-RULE-TYPE": {
    description: "An argument is of a kind that its operator makes nothing of.",
    wrong: "{ addMs: [600000, { var: now }] }",
    right: "{ addMs: [{ var: now }, 600000] }",
  },
  "FLOW-RULE-VALUE": {
    description: "A rule compares with a value that what it reads never has.",
    wrong: "{ '===': [{ var: reader.lives }, elsewere] }",
    right: "{ '===': [{ var: reader.lives }, elsewhere] }",
  },
  "FLOW-SAID-TWICE": {
    description:
      "An `allow`, a `done` or a row of the resume table says what follows anyway, from a sequence, from `asked` or from the form.",
    wrong:
      "form: reader and done: { '!': { missing: [reader.name] } }, where the form requires the name alone",
    right: "(take it out)",
  },
  "FLOW-SANDBOX": {
    description:
      "The sandbox of a service does not answer one of its calls, or a request may match none of its rows.",
    wrong: "calls: { enter: [{ id: known, match: { sent.body.name: Ada }, status: 409 }] }",
    right: "a last row without a condition: - { id: entered, answer: { number: '1' } }",
  },
  "FLOW-SCHEMA": {
    description: "A schema cannot be read.",
    wrong: "$schema=../missing.json",
    right: "$schema=../../schemas/definition/screen.json",
  },
  "FLOW-SCREEN-NEVER": {
    description:
      "No state opens a screen, or it is skipped in every state that opens it: its `allow`, `exists` and `skip` contradict one another.",
    wrong: "allow: { guard: child } and skip: { guard: child }",
    right: "allow: { guard: child } and skip: { '!': { guard: child } }",
  },
  "FLOW-SCREEN-STUCK": {
    description: "Nobody can leave a screen, or a dialog on it.",
    wrong: "kind: information without actions",
    right: "actions: { back: { to: start } }, or kind: outcome",
  },
  "FLOW-SCREEN-UNREACHABLE": {
    description: "Nothing leads to a screen.",
    wrong: "a screen that no table, action or sequence names",
    right: "- { id: consent-missing, to: consent }",
  },
  "FLOW-SCRIPT-ORIGIN": {
    description:
      "A script of others comes from an origin that is not listed, or a listed one is no origin.",
    wrong: "src: https://tags.example.com/t.js without scriptOrigins",
    right: "scriptOrigins: ['https://tags.example.com']",
  },
  "FLOW-SET-PATH": {
    description:
      "A state change names a place that the state does not have, or picks an element by what is not there.",
    wrong: "set: { reader.livs: here }",
    right: "set: { reader.lives: here }",
  },
  "FLOW-SET-VALUE": {
    description: "A state change gives a value that the state does not take there.",
    wrong: "set: { application.confirmed: perhaps }",
    right: "set: { application.confirmed: true }",
  },
  "FLOW-SHAPE": {
    description: "A file is not what its meta-schema says.",
    wrong: "knid: form",
    right: "kind: form",
  },
  "FLOW-SHELL-WORDS": {
    description:
      "The flow has a locale that the renderer has no words of its own for: buttons and messages of the page would be English on it.",
    wrong: "locales: [es-US] and no content/shell/es-US/shell.yaml",
    right: "content/shell/es-US/shell.yaml with every text of content/shell/en-US/",
  },
  "FLOW-SOURCE-LINK": {
    description: "A symbolic link leads out of the definitions' folder, to a folder or nowhere.",
    wrong: "reader.yaml → /etc/passwd",
    right: "the file itself",
  },
  "FLOW-SOURCE-UNREADABLE": {
    description: "The system does not let the file be read.",
    wrong: "a file with the rights 000",
    right: "chmod 644",
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
  "FLOW-STATE-UNUSED": {
    description:
      "Nothing reads, or nothing writes, a property of the state. One that is to stay all the same has `x-unused` with the reason.",
    wrong: "nick: { type: string }, and no form, `set` or rule that names it",
    right:
      "{ var: reader.nick } in a rule and in a form, nick: { type: string, x-unused: read by the archive }, or (take it out)",
  },
  "FLOW-STEP-TWICE": {
    description: "A provider's call has two steps of one name.",
    wrong: "steps: [{ id: check }, { id: check }]",
    right: "steps: [{ id: check }, { id: report }]",
  },
  "FLOW-TABLE-CIRCLE": {
    description: "Tables hand over to one another in a circle.",
    wrong: "a: table: b, and b: table: a",
    right: "a row that leads to a screen",
  },
  "FLOW-TIMER-NEVER": {
    description:
      "A timer never fires: its condition never holds, or its screen belongs to no application.",
    wrong: "remind: { when: { and: [{ guard: started }, { '!': { guard: started } }] }, … }",
    right: "remind: { when: { guard: started }, … }",
  },
  "FLOW-TIMER-SINCE": {
    description:
      "The time of a timer is counted from what is no instant, from what is personal, or from now, which begins anew at every step.",
    wrong: "since: { var: now }",
    right: "since: change, or since: { var: waiting.since }",
  },
  "FLOW-TIMER-TIME": {
    description:
      "A timer has no time: none is said, it is zero or out of bounds, or it is no duration.",
    wrong: "after: 0 days",
    right: "after: 7 days",
  },
  "FLOW-TIMER-ZONE": {
    description: "A timer fires at a time of day in no time zone, or in one that does not exist.",
    wrong: "every: day at 02:00",
    right: "every: day at 02:00, zone: America/Toronto",
  },
  "FLOW-UNREAD": {
    description:
      "Nothing reads a flag or setting. One that something outside the flow reads has `x-read-by` in the schema of the configuration.",
    wrong: "config: freeDays, and no rule, text or call that reads it",
    right: "{ var: config.freeDays }, or (take it out)",
  },
  "FLOW-UNUSED": {
    description: "Nothing uses a table, call or form.",
    wrong: "a table that no action names",
    right: "(take it out)",
  },
  "FLOW-VARIABLE": {
    description:
      "A service or provider names a variable of the environment that is not its own: it does not begin with its prefix, belongs to the server or the machine, or is a secret among settings.",
    wrong: "prefix: POST_, token: FOYER_KEY",
    right: "prefix: POST_, token: POST_TOKEN",
  },
  "FLOW-VARIANT": {
    description: "A variant is asked for that the flow does not have.",
    wrong: "--axis country=XX",
    right: "--axis country=CA",
  },
  "FLOW-VERSION": {
    description: "A published version cannot be served by this code.",
    wrong: "a version of a newer language",
    right: "`npx foyer publish` anew, or a newer release",
  },
  "FLOW-YAML-ALIASES": {
    description: "Aliases multiply, or stand inside what they repeat.",
    wrong: "a: &a [*a]",
    right: "the values written out",
  },
  "FLOW-YAML-DEPTH": {
    description: "A file nests deeper than 64 levels.",
    wrong: "[[[[…]]]]",
    right: "flatter values",
  },
  "FLOW-YAML-DUPLICATE-KEY": {
    description: "A key is there twice in one map.",
    wrong: "kind: form, and below kind: list",
    right: "kind: form",
  },
  "FLOW-YAML-ENCODING": {
    description: "A file is not UTF-8 without byte order mark and NUL.",
    wrong: "UTF-16",
    right: "UTF-8",
  },
  "FLOW-YAML-KEY": {
    description: "A key is no plain text, or reaches what every object has.",
    wrong: "__proto__: 1",
    right: "proto: 1",
  },
  "FLOW-YAML-SIZE": {
    description: "A file has more than a million characters, or there are too many files.",
    wrong: "one file for everything",
    right: "several files in the folder",
  },
  "FLOW-YAML-SYNTAX": { description: "A file is not YAML 1.2.", wrong: "a: [1", right: "a: [1]" },
  "FLOW-YAML-VALUE": {
    description: "A value cannot be kept as JSON.",
    wrong: "most: .inf",
    right: "most: 1000000",
  },
  "THEME-CONTRAST": {
    description: "Two colours that stand on one another are too alike to be read (WCAG AA).",
    wrong: "light: { accent: '#7fd4c8', onAccent: '#ffffff' }",
    right: "colour: '#7fd4c8'",
  },
};
