/**
 * Calls `changed` whenever the page's own scripts, or the visitor's back button, change the
 * address without loading a page. Fragments do not count: rules do not see them.
 */
export function watchAddress(view: Window, changed: () => void): void {
  const { history, location } = view;
  let seen = location.href.split("#", 1)[0];
  const look = (): void => {
    const now = location.href.split("#", 1)[0];
    if (now === seen) return;
    seen = now;
    changed();
  };
  for (const name of ["pushState", "replaceState"] as const) {
    const original = history[name];
    history[name] = function (this: History, ...given: Parameters<typeof original>): void {
      original.apply(this, given);
      look();
    };
  }
  view.addEventListener("popstate", look);
}
