import { escapeHtml } from "./html";

/** A line that a visitor fills in; `value` is what stands in it already. */
export type Asked = { readonly name: string; readonly label: string; readonly value?: string };

/** A form with hidden fields, at most one line to fill in, and one button; everything but `attributes` is escaped. */
export function renderForm(form: {
  /** HTML. */
  readonly attributes: string;
  readonly path: string;
  readonly label: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly input?: Asked;
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
      : `<label class="asked"><span>${escapeHtml(form.input.label)}</span><input name="${escapeHtml(form.input.name)}" value="${escapeHtml(form.input.value ?? "")}" required maxlength="100" autocomplete="off" autocapitalize="characters" spellcheck="false"></label>`;
  return `<form ${form.attributes} method="post" action="${escapeHtml(form.path)}">${inputs}${asked}<button class="button">${escapeHtml(form.label)}</button></form>`;
}
