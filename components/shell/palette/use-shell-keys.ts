import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { isBusy } from "@/components/shared/is-busy";
import { leavePage } from "@/components/shared/unsaved";
import type { Permission } from "@/lib/domain/permissions/roles";
import { NAVIGATION } from "../navigation";
import { openPanel } from "./palette-state";

/** The second key of two may take so long. */
const THEN_WITHIN_MS = 1_500;

/**
 * The keys that work on every page: Ctrl or ⌘ with K for the palette, `?` for the keys, G and a letter for a page, C for
 * a new event, `/` for the search of the page. Single keys do nothing while somebody types or a dialog is open.
 */
export function useShellKeys(permissions: readonly Permission[]): void {
  const router = useRouter();
  useEffect(() => {
    let goneAtMs = Number.NEGATIVE_INFINITY;
    const go = (href: string | null) => {
      if (href !== null) leavePage(() => router.push(href));
      return href !== null;
    };
    const single: Readonly<Record<string, () => boolean>> = {
      "?": () => {
        openPanel("shortcuts");
        return true;
      },
      "/": focusSearch,
      c: () => go(permissions.includes("event:write") ? "/events/new" : null),
    };
    const followSingle = (event: KeyboardEvent) => {
      const isSecond = event.timeStamp - goneAtMs < THEN_WITHIN_MS;
      goneAtMs = event.key === "g" && !isSecond ? event.timeStamp : Number.NEGATIVE_INFINITY;
      return isSecond ? go(pageOf(event.key, permissions)) : (single[event.key]?.() ?? false);
    };
    const follow = (event: KeyboardEvent) => {
      const isPalette = isPaletteKey(event);
      // Above a dialog it would lead away from what is shown or typed there.
      if (isPalette && document.querySelector("dialog:modal") === null) openPanel("palette");
      const isFree = !isPalette && !isCombined(event) && !isBusy(event.target);
      if (isPalette || (isFree && followSingle(event))) event.preventDefault();
    };
    // Before the keys of a page, which might mean the second of two keys.
    document.addEventListener("keydown", follow, { capture: true });
    return () => document.removeEventListener("keydown", follow, { capture: true });
  }, [router, permissions]);
}

function isPaletteKey({ ctrlKey, metaKey, key }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && key.toLowerCase() === "k";
}

function isCombined({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey;
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>("#content input[type=search]");
  field?.focus();
  field?.select();
  return field !== null;
}

function pageOf(key: string, permissions: readonly Permission[]): string | null {
  const items = NAVIGATION.flatMap((group) => group.items);
  const item = items.find((one) => one.key === key && permissions.includes(one.permission));
  return item?.href ?? null;
}
