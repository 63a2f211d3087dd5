import type { EventSettings } from "@/lib/domain/event/settings";
import type { Phase } from "@/lib/domain/phase";
import { canEnter } from "./phase";

/** The ways by which a visitor can get something that lets them in at the site. */
export type WayIn =
  /** By a slot: from the line, straight in, by the lottery, or again when the token has expired. */
  | "slot"
  /** The same token once more, while it is valid. */
  | "again"
  /** Nobody is held back: the method, or somebody who lets all through. */
  | "everybody"
  /** The same for who has joined in this run, and was invited where that is needed. */
  | "joined"
  /** Past the line by an access rule. */
  | "rule"
  | "staff-link"
  /** To protected pages, after the end. */
  | "after-end";

/**
 * The proof that an event may let somebody in now. What signs tokens and passes, and what counts an admission outside the
 * cap, takes one; only `permitFor` makes them.
 */
class Permit<Way extends WayIn = WayIn> {
  readonly way: Way;
  protected readonly isProof = true;

  constructor(way: Way) {
    this.way = way;
  }
}

export type { Permit };

const PERMITS: { readonly [Way in WayIn]: Permit<Way> } = {
  slot: new Permit("slot"),
  again: new Permit("again"),
  everybody: new Permit("everybody"),
  joined: new Permit("joined"),
  rule: new Permit("rule"),
  "staff-link": new Permit("staff-link"),
  "after-end": new Permit("after-end"),
};

/** What of an event's settings decides whether it lets anybody in. */
export type PermitSettings = Pick<
  EventSettings,
  "status" | "paused" | "method" | "suspension" | "isClosed" | "inviteOnly"
>;

/**
 * Says whether an event in this phase may let somebody in, by one way; null where it may not. Every door asks it first.
 * A stop, the archive and a deletion are above every method and switch, and so is a pause, but for staff links.
 */
export function permitFor<Way extends WayIn>(
  settings: PermitSettings,
  phase: Phase,
  way: Way,
): Permit<Way> | null {
  const { status, isClosed } = settings;
  if (status === "draft" || status === "stopped" || isClosed === true) return null;
  return isOpenTo(way, settings, phase) ? PERMITS[way] : null;
}

function isOpenTo(way: WayIn, settings: PermitSettings, phase: Phase): boolean {
  const { paused, method, suspension } = settings;
  // Who looks after the site sees whether it is well again before the others do.
  if (paused && way !== "staff-link") return false;
  switch (way) {
    case "slot":
      return canEnter(phase);
    case "everybody":
      return method === "passthrough" && phase !== "ended" && !settings.inviteOnly;
    case "joined":
      return method === "passthrough" && phase !== "ended";
    case "rule":
      return method !== "reject" && suspension === undefined && phase !== "ended";
    case "after-end":
      return phase === "ended";
    case "staff-link":
      return suspension !== "hold";
    case "again":
      return true;
  }
}
