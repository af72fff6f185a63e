import { escapeHtml } from "../../../engine/copy/escape-html.ts";
import { sandboxPage } from "../sandbox-page.ts";
import type { TestPerson } from "./people.ts";

/** The content of the embedded provider's page. */
export interface PeoplePage {
  readonly people: readonly TestPerson[];
  /** Target of its forms. */
  readonly action: string;
  readonly create: boolean;
  readonly nonce: string;
  /** Invalid input, shown again. */
  readonly refused?: { readonly email: string; readonly name: string };
}

/**
 * The page of the embedded provider: choose a test person, or enter any other. Works without
 * scripts.
 */
export function peoplePage({ people, action, create, nonce, refused }: PeoplePage): string {
  const heading = create ? "Create an account" : "Sign in";
  const form = `<form method="post" action="${escapeHtml(action)}">`;
  const picks = people.map(
    ({ id, name, email, about }) =>
      `<li><button name="person" value="${escapeHtml(id)}">${escapeHtml(name)}<span>${escapeHtml([email, about].filter(Boolean).join(" · "))}</span></button></li>`,
  );
  const list = `<h2 id="people">Pick a test person</h2>${form}<ul class="choices" aria-labelledby="people">${picks.join("")}</ul></form>`;
  const error =
    refused === undefined
      ? ""
      : '<p class="error" id="email-error">Enter an email address, like kim@cedar.dev</p>';
  const invalid =
    refused === undefined ? "" : ' aria-invalid="true" aria-describedby="email-error" autofocus';
  const anybody = [
    `<h2>${create ? "With any email address" : "Or use any email address"}</h2>`,
    form.replace(">", " novalidate>"),
    `<label for="email">Email</label>${error}<input id="email" name="email" type="email" autocomplete="email" value="${escapeHtml(refused?.email ?? "")}"${invalid}>`,
    `<label for="name">Name (optional)</label><input id="name" name="name" autocomplete="name" value="${escapeHtml(refused?.name ?? "")}">`,
    `<button>${create ? "Create account" : "Sign in or create account"}</button></form>`,
  ].join("");
  const body = [
    `<h1>${heading}</h1>`,
    "<p>There are no passwords. This page is not part of production.</p>",
    ...(create ? [anybody, list] : [list, anybody]),
    `${form}<p><button class="quiet" name="cancel" value="yes">Cancel</button></p></form>`,
  ].join("");
  return sandboxPage({
    title: `${refused === undefined ? "" : "Error: "}${heading} – test people`,
    nonce,
    body,
  });
}

/** The error page of the provider. */
export function providerTroublePage(text: string, nonce: string): string {
  const body = `<h1>This sign-in cannot continue</h1><p>${escapeHtml(text)}</p><p><a class="button" href="/">Back to the start</a></p>`;
  return sandboxPage({ title: "This sign-in cannot continue", nonce, body });
}
