"use client";

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
  const named = document.querySelector<HTMLElement>(`form [name="${CSS.escape(name)}"]`);
  const field = named?.matches("[type=hidden]") === true ? besideHidden(named) : named;
  field?.scrollIntoView({ block: "center" });
  field?.focus({ preventScroll: true });
  return field !== null && field !== undefined;
}

/** A number's name stands on a hidden field that follows the group in which people type. */
function besideHidden(hidden: HTMLElement): HTMLElement | null {
  const group = hidden.closest("[data-slot=number-field]") ?? hidden.previousElementSibling;
  return group?.querySelector<HTMLElement>("input:not([type=hidden])") ?? null;
}
