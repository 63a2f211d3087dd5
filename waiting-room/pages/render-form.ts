import { escapeHtml } from "./html";

/** A form with hidden fields, at most one line to fill in, and one button; everything but `attributes` is escaped. */
export function renderForm(form: {
  /** HTML. */
  readonly attributes: string;
  readonly path: string;
  readonly label: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly input?: { readonly name: string; readonly label: string };
}): string {
  const inputs = Object.entries(form.fields)
    .map(
      ([name, value]) =>
        `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
    )
    .join("");
  const asked =
    form.input === undefined
      ? ""
      : `<label class="asked"><span>${escapeHtml(form.input.label)}</span><input name="${escapeHtml(form.input.name)}" required maxlength="100" autocomplete="off" autocapitalize="characters" spellcheck="false"></label>`;
  return `<form ${form.attributes} method="post" action="${escapeHtml(form.path)}">${inputs}${asked}<button class="button">${escapeHtml(form.label)}</button></form>`;
}
