import { escapeHtml } from "./html";

/** A form with hidden fields and one button; everything but `attributes` is escaped. */
export function renderForm(form: {
  /** HTML. */
  readonly attributes: string;
  readonly path: string;
  readonly label: string;
  readonly fields: Readonly<Record<string, string>>;
}): string {
  const inputs = Object.entries(form.fields)
    .map(
      ([name, value]) =>
        `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
    )
    .join("");
  return `<form ${form.attributes} method="post" action="${escapeHtml(form.path)}">${inputs}<button class="button">${escapeHtml(form.label)}</button></form>`;
}
