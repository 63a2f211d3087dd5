import { useEffect } from "react";
import { isBusy } from "@/components/shared/is-busy";

/**
 * Single keys that lead to what carries them as `data-key`: a field gets the focus, a button is pressed. Not while
 * somebody types, nor while a dialog is open.
 */
export function usePageKeys(): void {
  useEffect(() => {
    document.addEventListener("keydown", followKey);
    return () => document.removeEventListener("keydown", followKey);
  }, []);
}

function followKey(event: KeyboardEvent): void {
  const isCombined = event.ctrlKey || event.metaKey || event.altKey;
  if (event.defaultPrevented || isCombined || isBusy(event.target)) return;
  const target = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(event.key)}"]`);
  if (target === null || target.matches(":disabled")) return;
  event.preventDefault();
  target.scrollIntoView({ block: "nearest" });
  target.focus();
  if (target instanceof HTMLInputElement) target.select();
  // Only what asks again acts by a single key.
  if (target.dataset["keyActs"] !== undefined) target.click();
}
