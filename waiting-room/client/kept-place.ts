import { attempt } from "./browser-store";

/** The visitor's sealed place as the page keeps it, for a browser that loses its cookie. */
export type KeptPlace = {
  /** Null without one, and where the browser keeps nothing beyond the page. */
  read(): string | null;
  keep(sealed: string): void;
  forget(): void;
};

/** As long as the cookie: the key that sealed it may be gone after that. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** The place of one event in a storage that may throw; `storage` is asked for with each use, which may throw as well. */
export function keptPlaceOf(
  event: string,
  storage: () => Pick<Storage, "getItem" | "setItem">,
  nowMs: () => number,
): KeptPlace {
  const key = `stanchion:${event}:place`;
  // Where it is blocked or full, the cookie alone has the place.
  const write = (text: string) => attempt(() => storage().setItem(key, text));
  return {
    read: () => {
      const [sealed, keptAtMs] = attempt(() => storage().getItem(key))?.split(" ") ?? [];
      return sealed && Math.abs(nowMs() - Number(keptAtMs)) < KEPT_MS ? sealed : null;
    },
    keep: (sealed) => write(`${sealed} ${nowMs()}`),
    forget: () => write(""),
  };
}
