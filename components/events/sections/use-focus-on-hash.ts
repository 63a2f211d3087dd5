import { useEffect } from "react";

/** Goes to the field that the address names, once it is there: a section is loaded when it is opened. */
export function useFocusOnHash(): void {
  useEffect(() => {
    let isThere = focusNamed();
    const seen = new MutationObserver(() => {
      isThere ||= focusNamed();
      if (isThere) seen.disconnect();
    });
    if (!isThere) seen.observe(document.body, { childList: true, subtree: true });
    window.addEventListener("hashchange", focusNamed);
    return () => {
      seen.disconnect();
      window.removeEventListener("hashchange", focusNamed);
    };
  }, []);
}

function focusNamed(): boolean {
  const name = decodeURIComponent(window.location.hash.slice(1));
  if (name === "") return true;
  const named = `form [name="${CSS.escape(name)}"]`;
  const field =
    document.querySelector<HTMLElement>(`${named}:checked`) ??
    document.querySelector<HTMLElement>(named);
  field?.scrollIntoView({ block: "center" });
  field?.focus({ preventScroll: true });
  return field !== null;
}
