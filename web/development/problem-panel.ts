import type { DefinitionProblem } from "../../engine/language/problem.ts";
import { PANEL_STYLE } from "./panel-style.ts";

/** One mistake in the definitions, with the lines around it. */
export type ShownProblem = DefinitionProblem & { readonly frame: string };

/** Maximum number of problems shown; the command line lists all of them. */
const SHOWN = 20;

/**
 * Problems of the definitions, over the foot of the page. It takes neither the focus nor the page,
 * so that typing continues. Hidden with its button or Escape, it leaves a button behind that
 * reopens it.
 */
export class ProblemPanel {
  private readonly root: ShadowRoot;
  private readonly status = make("p", { class: "status", role: "status" });
  private readonly region = make("section", { "aria-labelledby": "title", hidden: "" });
  private readonly again = make("button", { type: "button", class: "again", hidden: "" });
  private problems: readonly ShownProblem[] = [];

  constructor() {
    const host = make("foyer-problems");
    this.root = host.attachShadow({ mode: "open" });
    const style = new CSSStyleSheet();
    style.replaceSync(PANEL_STYLE);
    this.root.adoptedStyleSheets = [style];
    this.root.append(this.status, this.region, this.again);
    this.region.addEventListener("keydown", (event) => {
      if (event instanceof KeyboardEvent && event.key === "Escape") this.hide();
    });
    this.again.addEventListener("click", () => {
      this.unfold();
      this.root.querySelector<HTMLElement>("h2")?.focus();
    });
    document.body.append(host);
  }

  /** Shows problems in place of those before; an empty list removes the panel. */
  show(problems: readonly ShownProblem[]): void {
    if (JSON.stringify(problems) === JSON.stringify(this.problems)) return;
    this.problems = problems;
    const [first] = problems;
    this.status.textContent =
      first === undefined
        ? "The definitions are in order again."
        : `${counted(problems.length)} in the definitions: ${first.message}`;
    if (first === undefined) {
      this.region.hidden = true;
      this.again.hidden = true;
    } else this.unfold();
  }

  private unfold(): void {
    const hide = make("button", { type: "button" }, "Hide");
    hide.addEventListener("click", () => this.hide());
    const left = this.problems.length - SHOWN;
    this.region.replaceChildren(
      make(
        "header",
        {},
        make(
          "h2",
          { id: "title", tabindex: "-1" },
          `${counted(this.problems.length)} in the definitions`,
        ),
        hide,
      ),
      make(
        "p",
        {},
        "What you saved is not served. The page shows the last version that was in order, and goes on by itself once this is mended.",
      ),
      make("ol", {}, ...this.problems.slice(0, SHOWN).map(shown)),
      ...(left > 0
        ? [
            make(
              "p",
              {},
              `And ${left} more: `,
              make("code", {}, "npx foyer check"),
              " lists them all.",
            ),
          ]
        : []),
    );
    this.region.hidden = false;
    this.again.hidden = true;
  }

  private hide(): void {
    this.region.hidden = true;
    this.again.textContent = counted(this.problems.length);
    this.again.hidden = false;
    this.again.focus();
  }
}

function shown({
  severity,
  code,
  message,
  file,
  line,
  column,
  suggestion,
  variant,
  frame,
}: ShownProblem): HTMLElement {
  const meant =
    suggestion === undefined
      ? []
      : [
          make(
            "p",
            { class: "meant" },
            "Did you mean ",
            /\s/.test(suggestion) ? suggestion : make("code", {}, suggestion),
            "?",
          ),
        ];
  return make(
    "li",
    {},
    make("h3", {}, message),
    ...meant,
    make(
      "p",
      { class: "place" },
      make("code", {}, `${file}:${line}:${column}`),
      ` ${severity} ${code}${variant === undefined ? "" : `, seen for ${variant}`}`,
    ),
    ...(frame === ""
      ? []
      : [
          make(
            "pre",
            { tabindex: "0", role: "group", "aria-label": `Line ${line} of ${file}` },
            frame,
          ),
        ]),
  );
}

function counted(number: number): string {
  return number === 1 ? "One mistake" : `${number} mistakes`;
}

function make(
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElement {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes))
    element.setAttribute(attribute, value);
  element.append(...children);
  return element;
}
