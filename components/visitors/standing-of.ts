import type { VisitorStory } from "@/lib/services/operation/report/find-visitor";

const STATES: Readonly<Record<VisitorStory["place"]["state"], string>> = {
  waiting: "Waiting",
  called: "Called, not yet admitted",
  admitted: "Admitted",
  left: "Left or cancelled",
  never: "Number never issued",
  dropped: "Excluded from the draw by score",
  "earlier-run": "From an earlier run",
  "false-queue": "In the false queue",
  released: "Released from the false queue",
  blocked: "Blocked by an access rule",
};

/** Why they stand where they stand, and what follows. */
const WHY: Readonly<Record<VisitorStory["place"]["state"], string>> = {
  waiting: "Keeps their place for the rest of the run.",
  called: "It is their turn. They enter as soon as their page asks.",
  admitted: "The place has been used. It works once.",
  left: "Gave up their place, or the visit is over. They can rejoin at the end of the line.",
  never: "No visitor has this number.",
  dropped: "Scored too high for the draw. They can rejoin at the end of the line.",
  "earlier-run": "The event was started again since. They can join again.",
  "false-queue": "Matched an access rule: waits but is never called. Their number isn’t real.",
  released: "Joins the end of the line as soon as their page asks.",
  blocked: "Turned away by an access rule.",
};

type Standing = { readonly label: string; readonly why: string; readonly isIn: boolean };

/** What has become of a visitor, in words. */
export function standingOf({ state }: VisitorStory["place"]): Standing {
  return { label: STATES[state], why: WHY[state], isIn: state === "admitted" };
}
