/** `unknown`: it could not be seen just now. */
export type ReadinessState = "fine" | "look" | "wrong" | "unknown";

/** How one thing stands that a sale depends on, why, and what to do about it. */
export type Finding = {
  readonly state: ReadinessState;
  readonly why: string;
  /** What helps, and where it is done; null where nothing has to be. */
  readonly todo: { readonly label: string; readonly href: string } | null;
};

export const fine = (why: string): Finding => ({ state: "fine", why, todo: null });
export const unknown = (why: string): Finding => ({ state: "unknown", why, todo: null });
export const needs = (
  state: "look" | "wrong",
  why: string,
  label: string,
  href: string,
): Finding => ({ state, why, todo: { label, href } });

export const number = new Intl.NumberFormat("en-US");
export const momentIn = (timeZone: string, atMs: number) =>
  new Intl.DateTimeFormat("en-GB", {
    ...{ timeZone, weekday: "short", day: "numeric", month: "long", year: "numeric" },
    ...{ hour: "2-digit", minute: "2-digit", timeZoneName: "short" },
  }).format(atMs);
