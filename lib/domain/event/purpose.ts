import type { SettingValues } from "./settings/table";

/** The settings that tell what an event is for. */
export type PurposeSettings = Pick<SettingValues, "kind" | "draw" | "inviteOnly">;

export type Purpose = "all-year" | "sale" | "draw" | "invitation";

/** What an event can be for, in the order in which people are asked. */
export const PURPOSES: Readonly<
  Record<Purpose, { readonly label: string; readonly says: string }>
> = {
  "all-year": {
    label: "Protect a site all year",
    says: "Visitors see the waiting room only when demand exceeds capacity.",
  },
  sale: {
    label: "A sale at a set time",
    says: "Opens by itself. Early visitors wait in a pre-queue; first come, first served.",
  },
  draw: {
    label: "A draw",
    says: "Everyone who comes before the start has the same chance. The order is drawn at the start, and anyone can verify it.",
  },
  invitation: {
    label: "By invitation only",
    says: "Only visitors with an access code or a personal link can join.",
  },
};

/** What such settings are for. */
export function purposeOf({ kind, draw, inviteOnly }: PurposeSettings): Purpose {
  if (inviteOnly) return "invitation";
  if (kind === "always-on") return "all-year";
  return draw === null ? "sale" : "draw";
}

/** The same settings for another purpose; what does not contradict it stays. `purposeOf` answers that purpose. */
export function settingsFor(purpose: Purpose, { kind, draw }: PurposeSettings): PurposeSettings {
  switch (purpose) {
    case "all-year":
      return { kind: "always-on", draw: null, inviteOnly: false };
    case "sale":
      return { kind: "scheduled", draw: null, inviteOnly: false };
    case "draw":
      return { kind: "scheduled", draw: draw ?? { type: "drand" }, inviteOnly: false };
    case "invitation":
      return { kind, draw: null, inviteOnly: true };
  }
}
