/**
 * The script of the bar: fills the controls of the open page, those that appear after a choice too.
 * A control gets its value as if it was typed, so that the page sees it. A press of the form's
 * buttons meanwhile waits until all is filled in.
 */
export const TEST_BAR_SCRIPT = `
const bar = document.getElementById("test-bar");
const menu = bar.querySelector("details");
const status = bar.querySelector("p");
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
let filling = false;
let held;
addEventListener("submit", (event) => {
  if (!filling) return;
  event.preventDefault();
  event.stopPropagation();
  held = event.submitter;
}, true);
function type(control, value) {
  const own = control instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(own.prototype, "value").set.call(control, value);
  for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
}
function set(control, value) {
  type(control, value);
  control.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
}
async function choose(control, value) {
  // The text comes before the focus: an empty control opens its list when it gets the focus.
  type(control, value);
  await pause(0);
  for (let waited = 0; waited < 10000; waited += 100) {
    // A press meanwhile has taken the focus, and ended the search.
    control.focus();
    await pause(100);
    const option = document.querySelector("[role=option]");
    if (option !== null && option.getClientRects().length > 0) return option.click();
  }
}
async function fill(form, name, value) {
  const controls = [...form.querySelectorAll("input, select")].filter((each) => each.name === name && each.type !== "hidden");
  const [control] = controls;
  if (control === undefined) {
    const box = form.querySelector("[role=combobox]");
    if (box === null || box.id.replace(/^root_/, "") !== name) return false;
    await choose(box, value);
    return true;
  }
  if (control.type === "radio") {
    const wanted = controls.find((each) => each.value === value);
    if (wanted !== undefined && !wanted.checked) wanted.click();
  } else if (control.type === "checkbox") {
    if (control.checked !== value) control.click();
  } else set(control, value);
  return true;
}
menu.addEventListener("click", async ({ target }) => {
  if (!(target instanceof HTMLButtonElement)) return;
  menu.open = false;
  if (filling) return;
  filling = true;
  status.textContent = bar.dataset.filling;
  await run(target.value).catch(() => (status.textContent = bar.dataset.failed));
  filling = false;
  if (held?.isConnected) held.click();
  held = undefined;
});
function inLanguage(text) {
  return typeof text === "string" ? text : text[document.documentElement.lang.split("-")[0]] ?? Object.values(text)[0];
}
async function run(chosen) {
  const data = await (await fetch(bar.dataset.from)).json();
  const outcome = data.outcomes.find(({ id }) => id === chosen);
  const form = document.getElementById("foyer-form");
  const country = document.documentElement.lang.split("-")[1] ?? "";
  const own = (data.pages ?? []).filter(({ path }) => decodeURIComponent(location.pathname).includes(path));
  const values = Object.assign({}, data.countries[country], own.length > 0 ? {} : outcome.fields, ...own.map(({ fields }) => fields));
  const done = new Set();
  // A choice may bring more fields.
  for (let turn = 0; turn < 3 && form !== null; turn++) {
    for (const [name, value] of Object.entries(values))
      if (!done.has(name) && (await fill(form, name, value))) done.add(name);
    await pause(200);
  }
  status.textContent = done.size === 0 ? bar.dataset.none : inLanguage(outcome.effect);
}
`
  .replaceAll(/\n\s*/g, "\n")
  .trim();
