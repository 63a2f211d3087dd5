/** What a field held when somebody first came to it; null where that is unknown. */
const firstValues = new WeakMap<Element, string | null>();

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLSelectElement ||
  target instanceof HTMLTextAreaElement;

const isTicked = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio");

const heldBy = (field: Field): string => (isTicked(field) ? `${field.checked}` : field.value);

function noteFirst({ target }: Event): void {
  if (isField(target) && !firstValues.has(target)) firstValues.set(target, heldBy(target));
}

/** Safari gives boxes that are ticked no focus. */
function noteChange({ target }: Event): void {
  if (!isField(target) || firstValues.has(target)) return;
  firstValues.set(target, isTicked(target) ? `${!target.checked}` : null);
}

/** Remembers from now on what fields held before somebody typed; returns how to stop. */
export function watchFields(): () => void {
  const before = { capture: true };
  document.addEventListener("focusin", noteFirst, before);
  document.addEventListener("input", noteChange, before);
  return () => {
    document.removeEventListener("focusin", noteFirst, before);
    document.removeEventListener("input", noteChange, before);
  };
}

/**
 * The forms in `root` with something typed that is not saved. A form that knows it itself says so in `data-unsaved`;
 * "false" is also for searches and the like, which lose nothing.
 */
export function unsavedForms(root: ParentNode): HTMLFormElement[] {
  return [...root.querySelectorAll("form")].filter((form) => {
    const { unsaved } = form.dataset;
    return unsaved === undefined ? hasChanged(form) : unsaved === "true";
  });
}

function hasChanged(form: HTMLFormElement): boolean {
  return [...form.elements].some((field) => {
    if (!isField(field) || !firstValues.has(field)) return false;
    return firstValues.get(field) !== heldBy(field);
  });
}

/** What its fields hold now is what is in force. */
export function markSaved(form: HTMLFormElement): void {
  for (const field of form.elements) firstValues.delete(field);
  const focused = document.activeElement;
  if (isField(focused) && focused.form === form) firstValues.set(focused, heldBy(focused));
}

type Asking = (forms: readonly HTMLFormElement[], leave: () => void) => void;
let asking: Asking | null = null;

/** Sets who asks before a page with unsaved forms is left; null for nobody. */
export function setAsking(next: Asking | null): void {
  asking = next;
}

/** Whether leaving the page loses something that nobody has agreed to lose. */
export function losesTyped(): boolean {
  return asking !== null && unsavedForms(document).length > 0;
}

/** Leaves the page, at once or once somebody has agreed to lose what is not saved. */
export function leavePage(leave: () => void): void {
  if (asking !== null && losesTyped()) asking(unsavedForms(document), leave);
  else leave();
}
