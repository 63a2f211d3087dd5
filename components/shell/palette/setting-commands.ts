import { findSettings, hrefOfSetting } from "@/components/events/sections/find-settings";
import type { ListedEvent } from "@/lib/domain/overview/overview";
import type { Permission } from "@/lib/domain/permissions/roles";
import type { Command } from "./commands";

/** Of one event, so many. */
const EACH_MAX = 6;
/** A search that names no event finds the settings of so many: more would be a list of events. */
const EVENTS_UNNAMED = 3;

type Named = Pick<ListedEvent, "eventId" | "name">;

/**
 * The settings and sections that a search names, at the events that it names as well. Where it names no event, at the first few.
 */
export function settingCommands(
  permissions: readonly Permission[],
  events: readonly Named[],
  search: string,
): readonly Command[] {
  if (!permissions.includes("event:read")) return [];
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const rests = events.map((event) => ({
    event,
    rest: words.filter((word) => !names(event, word)),
  }));
  const named = rests.filter(({ rest }) => rest.length < words.length);
  const asked = named.length > 0 ? named : rests.slice(0, EVENTS_UNNAMED);
  return asked.flatMap(({ event, rest }) =>
    findSettings(rest.join(" "))
      .slice(0, EACH_MAX)
      .map((found): Command => {
        const { section, entry } = found;
        const href = hrefOfSetting(event.eventId, found);
        return {
          id: href,
          group: "Go to",
          label: `${entry?.label ?? section.title} · ${event.name}`,
          note: entry === null ? "settings" : section.title,
          words: `${entry?.words ?? section.words} ${event.eventId} setting`,
          act: { type: "go", href },
          isFoundOnly: true,
        };
      }),
  );
}

function names({ eventId, name }: Named, word: string): boolean {
  return `${name} ${eventId}`
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some((part) => part.startsWith(word));
}
