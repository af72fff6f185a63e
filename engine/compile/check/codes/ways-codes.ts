import type { CodeEntry } from "./code-entry.ts";

/** Screens, actions, tables, and the ways through them. */
export const WAY_CODES: Readonly<Record<string, CodeEntry>> = {
  "FLOW-ACTION-NOTHING": {
    description: "An action leads back to its own screen and changes nothing.",
    wrong: "screen consent: actions: check: { form: false, to: consent }",
    right: "actions: check: { form: false, call: lookAgain, then: resume }",
  },
  "FLOW-UNKNOWN-PATH": {
    description:
      "The screen of `unknownPath` is part of a sequence, or its path has parameters: it is shown at any unknown address, also to visitors without an application.",
    wrong: "unknownPath: contact",
    right:
      "unknownPath: lost, with a screen lost: { path: /lost, kind: information, public: true, … }",
  },
  "FLOW-EFFECT-TWICE": {
    description:
      "An action whose call has an effect that must not happen twice (`repeat: same-key`) is still offered once the call has succeeded: a press of a page that is opened again, or is open in another tab, does it twice.",
    wrong:
      "screen fee: submit: { call: payFee, then: [{ id: paid, match: { outcome: success }, set: { fee.paid: true }, to: next }] }",
    right: "submit: { not: { fee.paid: true }, call: payFee, then: … }",
  },
  "FLOW-ASKED": {
    description:
      "A screen of a sequence says `asked`; the order of its sequence decides when it is asked.",
    wrong: "sequences: { card: [reader, consent] } and consent: asked: { guard: child }",
    right: "skip: { '!': { guard: child } }",
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
  "FLOW-NEIGHBOUR": {
    description:
      "`next` or `previous` on a screen that has no neighbour there in this variant: it is in no sequence or at its end, or no screen on that side ever exists.",
    wrong: "actions: { back: { to: previous } } on the first screen of a sequence",
    right: "actions: { back: { to: start } }",
  },
  "FLOW-ORDER-LATER": {
    description:
      "A screen needs what only a later screen of its sequence gives. A warning of a field that is asked by it, and of `skip`, `allow` and `done` that cannot hold before it.",
    wrong: "screens: [code, email], where email sends the code that code checks",
    right: "screens: [email, code]",
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
  "FLOW-READ-CIRCLE": {
    description:
      "A call that is made before a page is drawn (`load`, `adopt`) fails, and the row that follows leads back to the page that makes it, with nothing changed in between: a browser would be sent round for ever.",
    wrong: "load: find, and then: - { id: failed, to: other }, and other: onOpen: back-to-the-page",
    right: "- { id: failed, notify: { copy: errors.find, tone: error }, stay: true }",
  },
  "FLOW-RESUME-OPEN": {
    description:
      "The resume table can end without a row that decides, or finds only screens that refuse the state. A warning where that hangs on a rule for which no sampled answer shows such a state: the message names the rule.",
    wrong: "a last row with when",
    right: "- { id: otherwise, to: start }",
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
    description: "A row hands over to its `then` and leads somewhere as well.",
    wrong: "{ id: answered, to: done, then: [{ id: last, to: done }] }",
    right: "{ id: answered, then: [{ id: last, to: done }] }",
  },
  "FLOW-SAID-TWICE": {
    description:
      "An `allow`, a `done` or a row of the resume table says what follows anyway, from a sequence, from `asked` or from the form.",
    wrong:
      "form: reader and done: { '!': { missing: [reader.name] } }, where the form requires the name alone",
    right: "(take it out)",
  },
  "FLOW-SCREEN-CIRCLE": {
    description:
      "In some state all that a screen offers leads back to it, by itself or through tables and other screens, and nothing changes on the way. The message names such a state.",
    wrong:
      "screen hints: actions: on: then: [{ id: on, match: { consentGiven: true }, to: confirm }, { id: else, to: tips }], and screen tips: actions: back: { to: hints }",
    right: "screen tips: actions: { back: { to: hints }, on: { then: resume } }",
  },
  "FLOW-SCREEN-ENDLESS": {
    description:
      "No way from a screen leads to an end of the flow: an outcome, or an exit. Screens that lead to one another in a circle are one problem.",
    wrong:
      "screen help: actions: more: { to: hints }, and screen hints: actions: back: { to: help }",
    right: "screen hints: actions: back: { then: resume }",
  },
  "FLOW-SCREEN-NEVER": {
    description:
      "No state opens a screen, or it is skipped in every state that opens it: its `allow`, `exists` and `skip` contradict one another; or its `skip` contradicts itself.",
    wrong: "allow: { guard: child } and skip: { guard: child }",
    right: "allow: { guard: child } and skip: { '!': { guard: child } }",
  },
  "FLOW-SCREEN-STUCK": {
    description:
      "Nobody can leave a screen, or a dialog on it. A warning where a screen offers no action in some state.",
    wrong: "kind: information without actions",
    right: "actions: { back: { to: start } }, or kind: outcome",
  },
  "FLOW-SCREEN-UNREACHABLE": {
    description: "Nothing leads to a screen.",
    wrong: "a screen that no table, action or sequence names",
    right: "- { id: consent-missing, to: consent }",
  },
  "FLOW-SKIP-LACKS": {
    description:
      "Several screens of a sequence require the same answer, and all of them may be skipped while it is not there: each leaves it to another, and the application ends without it.",
    wrong:
      "skip: { var: reader.known } of reader, and skip: { match: { child: false } } of consent, which asks for reader.phone as well",
    right: "skip: { match: { child: false, reader.phone: true } } of consent",
  },
  "FLOW-TABLE-CIRCLE": {
    description: "Tables hand over to one another in a circle.",
    wrong: "a: table: b, and b: table: a",
    right: "a row that leads to a screen",
  },
  "FLOW-TABLE-OPEN": {
    description:
      "No row of an action's table matches in some state, or once its call has failed: the button would do nothing and say nothing.",
    wrong: "submit: call: send, then: [{ id: sent, match: { outcome: success }, to: done }]",
    right: "- { id: failed, stay: { error: errors.generic } } below it",
  },
  "FLOW-TIMER-INSTANT": {
    description:
      "A rule asks for the time of a timer that is not known beforehand: the timer counts from when its condition began to hold or from the last step, or fires at a time of day.",
    wrong: "until: { timer: close }, and close: { after: 30 days, … }",
    right: "close: { since: { var: application.startedAt }, after: 30 days, … }",
  },
  "FLOW-TIMER-NEVER": {
    description:
      "A timer never fires: its condition never holds, its screen belongs to no application, or another timer ends before it what it waits for.",
    wrong: "remind: { when: { and: [{ guard: started }, { '!': { guard: started } }] }, … }",
    right: "remind: { when: { guard: started }, … }",
  },
  "FLOW-TIMER-READS": {
    description: "A timer reads a fact of a page or of an answer, which it never has.",
    wrong: "remind: { match: { form.email: true }, after: 7 days, … }",
    right: "remind: { match: { person.email: true }, after: 7 days, … }",
  },
  "FLOW-START-AGAIN": {
    description:
      "A row starts again where it may not: without a press, from an action that does not ask first, in a flow that does not say what is handed in, or with words of another exit.",
    wrong: "again: { then: [{ id: anew, leave: { kind: start-again } }] }",
    right: "again: { confirm: true, then: [{ id: anew, leave: { kind: start-again } }] }",
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
  "FLOW-TIMER-TO": {
    description:
      "A row that timers alone ask leads to a screen or leaves the flow: a timer fires without a page, and nothing opens.",
    wrong: "close: { …, then: [{ id: closed, set: { application.closed: true }, to: closed }] }",
    right:
      "then: [{ id: closed, set: { application.closed: true }, stay: true }], and asked: { match: { application.closed: true } } at the screen",
  },
  "FLOW-TIMER-ZONE": {
    description:
      "A timer fires at a time of day in no time zone, or a flow or a timer is in one that does not exist.",
    wrong: "every: day at 02:00",
    right: "every: day at 02:00, zone: America/Toronto",
  },
  "FLOW-ACTION-BACK": {
    description:
      "An action that is drawn as the way back leads on, or back past a page that everybody meets.",
    wrong: "actions: { back: { style: back, to: next } }",
    right: "actions: { back: { style: back, to: previous } }",
  },
  "FLOW-DONE-ALWAYS": {
    description:
      "The `done` of a screen holds in every state in which its sequence would lead to it: the screen is never asked for.",
    wrong: "done: { '!': { var: application.sent } }",
    right: "done: { var: application.sent }",
  },
  "FLOW-DONE-INVERTED": {
    description:
      "The `done` of a screen or a phase holds while nothing of it is answered, and no longer once it is.",
    wrong: "done: { match: { order.submitted: false } }",
    right: "done: { match: { order.submitted: true } }",
  },
  "FLOW-DONE-LACKS": {
    description:
      "A screen of a sequence says itself when it is done, and does so without answers that its form requires.",
    wrong: "done: { match: { reader.name: true } }, and a form that requires name and born",
    right: "no done: it follows from the form",
  },
  "FLOW-DONE-NONE": {
    description:
      "A screen of a sequence asks for required answers, keeps none of them, and does not say when it is done: people may pass it without an answer.",
    wrong: "screen: email-code, form: email-code, whose one field has x-transient: true",
    right:
      "done: { var: email.confirmed } beside it; or binds: email, which keeps the answers in state.yaml",
  },
  "FLOW-FINISHED": {
    description:
      "The flow counts as finished wherever a form of it is open: nothing would take its people for being on the way.",
    wrong: "finished: { var: application.id }",
    right: "finished: { var: application.confirmed }",
  },
  "FLOW-PHASE": {
    description:
      "A screen is in two phases, or in one twice: the page counts it twice. Or a screen of a sequence is in none, where others of it are in one.",
    wrong: "phases: [{ id: a, screens: [reader] }, { id: b, screens: [reader, done] }]",
    right: "phases: [{ id: a, screens: [reader] }, { id: b, screens: [done] }]",
  },
  "FLOW-QUERY-UNREAD": {
    description:
      "A row gives the page it leads to a parameter that nothing reads, and a rule reads one of nearly the same name.",
    wrong: "query: { stepup: OTP_SMS }",
    right: "query: { step-up: OTP_SMS }",
  },
  "FLOW-REVIEW": {
    description:
      "A summary leads back to a screen far before it, and whoever changes an answer there goes through every screen in between once more.",
    wrong: "screen: check, with a summary whose lines say change: contact",
    right: "review: true beside it",
  },
  "FLOW-RETENTION": {
    description:
      "A row of the retention covers no application. A warning where no row covers some state: such an application stays until it is erased on request.",
    wrong: "applications: [{ id: all, days: 365 }, { id: open, match: …, days: 30 }]",
    right: "applications: [{ id: open, match: …, days: 30 }, { id: all, days: 365 }]",
  },
  "FLOW-RETENTION-NONE": {
    description:
      "A warning: the state has a personal value (`x-pii`), and the flow no retention. Each application stays until it is erased on request.",
    wrong: "flow.yaml without retention, and state.yaml: name: { type: string, x-pii: personal }",
    right: "retention: { applications: [{ id: all, days: 365 }] }",
  },
  "FLOW-ROW-FAILED": {
    description:
      "A failed call reaches a row as a success does: one that changes the state below rows that tell of other failures, or any that leads on in a table that names no failure. A network that is down would count as sent, or as refused.",
    wrong:
      "- { id: failed, match: { outcome: failed }, stay: … } and - { id: sent, set: …, to: done }",
    right: "- { id: failed, not: { outcome: success }, stay: … }",
  },
  "FLOW-ROW-SILENT": {
    description:
      "Where the call of an action has failed, people stay on its screen and read nothing: the button seems to do nothing.",
    wrong: "- { id: failed, not: { outcome: success }, stay: true }",
    right: "- { id: failed, not: { outcome: success }, stay: { error: errors.generic } }",
  },
  "FLOW-ROW-SUCCESS": {
    description: "A row tells of an error whenever the call before it has succeeded.",
    wrong: "- { id: failed, match: { outcome: success }, stay: { error: errors.generic } }",
    right: "- { id: failed, not: { outcome: success }, stay: { error: errors.generic } }",
  },
  "FLOW-TIMER-UNDONE": {
    description: "Two timers undo one another: each changes back what starts the other.",
    wrong:
      "close: { match: { closed: false }, then: [{ set: { closed: true } }] } and open: { match: { closed: true }, then: [{ set: { closed: null } }] }",
    right: "open: { match: { closed: true, asked: true }, … }",
  },
};
