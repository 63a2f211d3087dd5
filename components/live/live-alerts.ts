import type { Alert } from "@/components/alerts/alert-change";
import type { EventProblem } from "@/lib/domain/overview/overview";
import type { Trouble } from "./troubles";

/** What the overview calls them; it hears them too. */
const PROBLEMS: Readonly<Record<string, EventProblem>> = {
  time: "recovering",
  recovering: "recovering",
  governor: "governed",
};
/** What somebody decided is no news, and figures that are old are told apart. */
const NO_NEWS = ["paused", "let-through", "stale"];

/** What goes wrong with an event while it is open, one by one. */
export function liveAlerts(
  { eventId, name, status }: { eventId: string; name: string; status: string },
  troubles: readonly Trouble[],
): readonly Alert[] {
  if (status !== "open") return [];
  return troubles
    .filter(({ key, tone }) => tone !== "info" && !NO_NEWS.includes(key))
    .map(({ key, title }) => ({
      key: key === "nobody" ? "unserved" : `${eventId}:${PROBLEMS[key] ?? key}`,
      text: `${name}: ${title}`,
    }));
}
