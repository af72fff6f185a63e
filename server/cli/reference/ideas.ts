/** A word beside others that are near it. */
interface NearWord {
  readonly word: string;
  readonly says: string;
  readonly why: string;
}

/** Words that are near one another, each with its own question. */
interface Idea {
  readonly idea: string;
  readonly words: readonly NearWord[];
}

/** The words that are left where a reader might expect one, and why. */
export const IDEAS: readonly Idea[] = [
  {
    idea: "Rules of a screen",
    words: [
      {
        word: "`asked`",
        says: "Is this question asked of this person?",
        why: "gives permission and resumption at once; the usual word outside of sequences",
      },
      {
        word: "`skip`",
        says: "Does its sequence go past it?",
        why: "the same for a screen of a sequence; its number in the progress stays",
      },
      {
        word: "`done`",
        says: "Is nothing left to answer?",
        why: "only where the form cannot tell",
      },
      {
        word: "`allow`",
        says: "Who may be here?",
        why: "only for exceptions: outcomes, pages of another person",
      },
      {
        word: "`exists`",
        says: "Is there such a page in this variant?",
        why: "answers as an unknown page; the others lead elsewhere",
      },
      { word: "`formWhen`", says: "Does the page show its form?", why: "the page itself stays" },
    ],
  },
  {
    idea: "Where an action or a row leads",
    words: [
      {
        word: "`to: SCREEN`",
        says: "to a screen; `next` and `previous` are its neighbours",
        why: "the usual word",
      },
      {
        word: "`stay`",
        says: "nowhere; `stay: { error }` with a message",
        why: "a page that refuses has no destination",
      },
      {
        word: "`then`",
        says: "asks rows, in place or of a table; `then: resume` leads to what is missing",
        why: "a decision, not a place",
      },
      {
        word: "`leave`",
        says: "off the site, by a kind that analytics counts",
        why: "an address of others needs a check that a screen does not",
      },
      {
        word: "`table`",
        says: "goes on with the rows of another table",
        why: "the same as `then: TABLE` of a row without a call; older tables say it",
      },
    ],
  },
  {
    idea: "On the way to a page",
    words: [
      {
        word: "`entryParameters`",
        says: "values of the address fill empty places",
        why: "data, no decision",
      },
      {
        word: "`adopt`",
        says: "imports an application of another system",
        why: "the only one that makes an application",
      },
      {
        word: "`entry`",
        says: "sends visitors elsewhere, on any page",
        why: "once for all screens",
      },
      { word: "`onOpen`", says: "the same for one screen", why: "the exception of one page" },
      {
        word: "`load`",
        says: "makes a call before the page is drawn",
        why: "the only one that calls",
      },
      {
        word: "`answered`",
        says: "rows that mean the same after every call",
        why: "after the answer, not before the page",
      },
    ],
  },
  {
    idea: "Conditions",
    words: [
      {
        word: "`match`",
        says: "all entries hold",
        why: "the usual word: a map of paths and values",
      },
      { word: "`not`", says: "no entry holds", why: "a negation without nesting" },
      {
        word: "`when`",
        says: "a JSON-logic rule holds",
        why: "all that is no comparison of one path",
      },
      {
        word: "`x-when`",
        says: "a field is on the page",
        why: "JSON Schema has no such keyword; reads earlier answers",
      },
      {
        word: "`if`, `then`",
        says: "fields that depend on what is typed on the same page",
        why: "JSON Schema's own; the page follows it while one types",
      },
    ],
  },
  {
    idea: "Parameters (`with`)",
    words: [
      {
        word: "`with` of a block, message or field (`x-with`)",
        says: "values for the places in its words",
        why: "one meaning: what is handed over",
      },
      {
        word: "`with` of an action, row or timer",
        says: "values that its rows and call read as `with.…`",
        why: "the same",
      },
      { word: "`with` of an event", says: "its properties", why: "the same" },
    ],
  },
];
