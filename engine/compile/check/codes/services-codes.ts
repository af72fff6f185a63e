import type { CodeEntry } from "./code-entry.ts";

/** Problem codes of services, calls, roles, events, settings, axes and overlays. */
export const SERVICE_CODES: Readonly<Record<string, CodeEntry>> = {
  "FLOW-AXIS": {
    description:
      "An axis has a name that rules read already, values without a fact that others have, a language that the flow does not have, or words that do not go together.",
    wrong: "path: /r/{id} of the axis partner",
    right: "path: /r/{partner}",
  },
  "FLOW-CALL-BODY": {
    description: "A call with GET has a body: no such request can be sent.",
    wrong: "{ method: GET, path: /readers, body: { name: { var: reader.name } } }",
    right: "{ method: GET, path: /readers, query: { name: { var: reader.name } } }",
  },
  "FLOW-CALL-LONG": {
    description:
      "The attempts of a call, with the pauses between them, may take more than ten minutes together: people who wait for it have left.",
    wrong: "{ timeoutMs: 300000, retry: { times: 5, everyMs: 1000, on: [failed] } }",
    right:
      "{ timeoutMs: 300000, retry: { times: 5, everyMs: 1000, withinMs: 600000, on: [failed] } }",
  },
  "FLOW-CALL-MAIL": {
    description: "A mail goes to no address, or is in a language that the flow does not have.",
    wrong: "body: { template: received }",
    right: "body: { template: received, to: { var: person.email }, locale: { var: locale } }",
  },
  "FLOW-CALL-PATH": {
    description:
      "The path of a call has a part that `params` never fill: the call fails each time.",
    wrong: "{ path: '/codes/{codeId}', params: {} }",
    right: "{ path: '/codes/{codeId}', params: { codeId: { var: person.codeId } } }",
  },
  "FLOW-CALL-TAKE": {
    description:
      "A call keeps one member of the state twice: in `take`, and there or in `set` again.",
    wrong: "take: { application: [decision] }, set: { application.decision: GRANTED }",
    right: "take: { application: [decision] }",
  },
  "FLOW-CALL-TIME": {
    description:
      "A call waits for less than 100 milliseconds, or for too short a time to be sent again (`withinMs`), or a mailed code or link lasts less than a minute: seconds are written where milliseconds are read.",
    wrong: "timeoutMs: 5",
    right: "timeoutMs: 5000",
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
  "FLOW-DURATION": {
    description:
      "A duration in milliseconds is so short that seconds or days were probably meant: `addMs` of a rule, or a member that ends in `Ms`.",
    wrong: "{ addMs: [{ var: now }, 604800] }",
    right: "{ addMs: [{ var: now }, 604800000] }, which are 7 days",
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
  "FLOW-FLAG": {
    description: "A flag has a value of another type than its own, or none of its listed values.",
    wrong: "default: 'yes'",
    right: "default: true",
  },
  "FLOW-HEADER": {
    description: "A service or a call sets a header that says where a request goes or ends.",
    wrong: "headers: { host: other.example }",
    right: "baseUrlFrom: POST_URL",
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
  "FLOW-OVERLAY-NAME": {
    description:
      "An overlay is of an axis, value or environment that is not there, or says another one than its path.",
    wrong: "overlays/brand/termnal.yaml",
    right: "overlays/brand/terminal.yaml",
  },
  "FLOW-OWNER": {
    description:
      "A call takes over an application that is known elsewhere, and does not say who asks, or where its answer names the owner.",
    wrong: "adopt: { call: readApplication }, which is GET /applications/{id} and nothing else",
    right: "headers: { x-customer: { var: visitor.id } } and owner: customerId on the call",
  },
  "FLOW-POLL": {
    description:
      "Settings make a page look more often than every 250 ms, which it does not, or stop before it looks again.",
    wrong: "everyMs: { var: config.lookMs }, with lookMs: 1",
    right: "lookMs: 1000",
  },
  "FLOW-CALL-OPEN": {
    description:
      "A page that is open to all makes a call without limits: anybody can have it made without end.",
    wrong: "public: true, and an action with call: sendNumber",
    right: "limits: [{ per: address, most: 100, minutes: 60 }] on the call",
  },
  "FLOW-CALL-TO": {
    description:
      "An action or a timer makes a call without limits whose `to` is an address that a visitor typed: anybody can have a stranger written to without end.",
    wrong: "body: { template: code, to: { var: applicant.email } } and no limits",
    right: "limits: [{ per: application, most: 10, minutes: 1440 }] on the call",
  },
  "FLOW-ROLE-ALL": {
    description:
      "A role that a link gives may do everything on every screen: the link may reach a stranger.",
    wrong: "helper: { resource: helperId, screens: { '*': ['*'] } }",
    right: "helper: { resource: helperId, screens: { vouch: [submit], vouched: [] } }",
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
  "FLOW-SANDBOX": {
    description:
      "The sandbox of a service does not answer one of its calls, a request may match none of its rows, or a row compares with what the call never sends or answers what its `answerSchema` does not take.",
    wrong: "calls: { enter: [{ id: known, match: { sent.body.name: Ada }, status: 409 }] }",
    right: "a last row without a condition: - { id: entered, answer: { number: '1' } }",
  },
  "FLOW-SANDBOX-MISSING": {
    description:
      "A service has calls, and in development nothing answers them: neither a sandbox of its own nor an embedded one.",
    wrong: "services: register: { … } without sandbox/register.yaml",
    right: "sandbox/register.yaml: calls: enter: [{ id: entered, answer: { number: '1' } }]",
  },
  "FLOW-VARIABLE": {
    description:
      "A service or provider names a variable of the environment that is not its own: it does not begin with its prefix, belongs to the server or the machine, or is a secret among settings.",
    wrong: "prefix: POST_, token: FOYER_KEY",
    right: "prefix: POST_, token: POST_TOKEN",
  },
  "FLOW-AMOUNT": {
    description:
      "A setting in minor units (`…Minor`), such as cents, is no whole number, or a page shows such an amount without `as: money`.",
    wrong: "feeMinor: 12.5",
    right: "feeMinor: 1250",
  },
  "FLOW-OUTCOME-TURNED": {
    description: "A call succeeds where the service refuses, and never where all went well.",
    wrong:
      "outcomes: [{ match: { status: 4xx }, outcome: success }, { when: true, outcome: failed }]",
    right:
      "outcomes: [{ match: { status: 2xx }, outcome: success }, { when: true, outcome: failed }]",
  },
};
