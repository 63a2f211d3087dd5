import type { VisitorStep } from "../find-visitor";

type Details = { readonly isAbout?: boolean; readonly detail?: string };

/** One thing that is known of a visitor; without a time where nobody has noted one. */
export function step(
  what: VisitorStep["what"],
  atMs: number | null,
  more: Details = {},
): VisitorStep {
  const at = atMs === null ? null : new Date(atMs).toISOString();
  return { what, at, isAbout: more.isAbout ?? false, detail: more.detail ?? null };
}
