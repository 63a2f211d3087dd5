import { db } from "@/lib/db/client";
import type { Event } from "@/lib/db/generated/client";
import { sameValue } from "@/lib/domain/same-value";
import { GatheredReads } from "@/lib/platform/gathered-reads";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { openingOfRow } from "@/lib/services/event/settings/event-schedules";
import { type EventView, toEventView } from "@/lib/services/event/settings/event-view";
import type { ServiceContext } from "@/lib/services/ground/context";

/** Which event, by the database id of its customer and its own on the wire. */
type Name = { readonly customerId: string; readonly wireId: string };
type OpeningRow = Parameters<typeof openingOfRow>[0];
type Kept = { readonly version: string; readonly row: OpeningRow; readonly view: EventView };

/** Some ten kilobytes each. The one that was made first goes first. */
const KEPT_MAX = 1_000;
const kept = new Map<string, Kept>();
const versions = new GatheredReads(readVersions);

/**
 * An event as it is now. Postgres is asked each time whether it has changed, for all who ask at once; its row is read and
 * understood again only where it has. As long as nothing changes, the very same object is answered. Throws `not_found` for
 * an event of nobody, of another customer, and for one that is being deleted.
 */
export async function currentView(context: ServiceContext, wireId: string): Promise<EventView> {
  const name = { customerId: context.customer.id, wireId };
  const key = JSON.stringify([name.customerId, wireId]);
  const version = await versions.ask(name);
  const known = kept.get(key);
  if (known !== undefined && known.version === version) return atPresent(key, known);
  kept.delete(key);
  const event = await getEventOfCustomer(db(), context, wireId);
  const view = toEventView(event);
  // What was read may be newer than its version, and is then read once more.
  if (version !== null) keep(key, { version, row: openingRowOf(event), view });
  return view;
}

/** What becomes of its opening depends on the time, too; one that is always on has none. */
function atPresent(key: string, known: Kept): EventView {
  if (known.row.kind === "always_on") return known.view;
  const opening = openingOfRow(known.row, Date.now());
  if (sameValue(opening, known.view.opening)) return known.view;
  const view = { ...known.view, opening };
  keep(key, { ...known, view });
  return view;
}

function keep(key: string, one: Kept): void {
  kept.set(key, one);
  if (kept.size <= KEPT_MAX) return;
  const [oldest] = kept.keys();
  if (oldest !== undefined) kept.delete(oldest);
}

/** Not the whole row, which holds a picture. */
function openingRowOf({ kind, status, schedules, startAt, endAt, occurrence }: Event): OpeningRow {
  return { kind, status, schedules, startAt, endAt, occurrence };
}

/** What is another after each change, whoever made it and however; null for an event that there is not. */
async function readVersions(names: readonly Name[]): Promise<readonly (string | null)[]> {
  const customerIds = names.map(({ customerId }) => customerId);
  const wireIds = names.map(({ wireId }) => wireId);
  const rows = await db().$queryRaw<{ version: string | null }[]>`
    SELECT "Event".xmin || ' ' || "Event".ctid || ' ' || "Event"."updatedAt" AS "version"
    FROM unnest(${customerIds}::text[], ${wireIds}::text[])
      WITH ORDINALITY AS asked("customerId", "wireId", "place")
    LEFT JOIN "Event" USING ("customerId", "wireId")
    ORDER BY asked."place"`;
  return rows.map(({ version }) => version);
}
