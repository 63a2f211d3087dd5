/** Where letters are typed or lead to a choice. A list that is open has the focus on one of its options. */
const TYPED_INTO =
  "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=menu]";

/** Whether single keys mean something else now: somebody types or chooses, or a dialog or a menu is open. */
export function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector("dialog:modal, [role=menu]:popover-open") !== null) return true;
  return target instanceof HTMLElement && target.closest(TYPED_INTO) !== null;
}
