import { type ConnectorTally, pullState, tallyOf } from "@/lib/domain/connector/pull-state";
import type { Suspension } from "@/lib/domain/event/standing";
import { type ListedEvent, listedEvent } from "@/lib/domain/overview/overview";
import { countAlive, type Glance, glanceAtLines } from "@/lib/line/commands/glance";
import { readPulls } from "@/lib/line/commands/pulls";
import type { ServiceContext } from "@/lib/services/ground/context";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { sharedReads } from "@/lib/services/ground/shared-reads";
import { type EventRows, readEventRows } from "./inner/event-rows";
import { type LiveAnswer, liveAnswer, liveReads } from "./inner/live-reads";

/** All events of a customer, and what concerns them all. */
export type Overview = {
  readonly events: readonly ListedEvent[];
  readonly suspension: Suspension | null;
  /** False while no waiting-room process is alive; null while the line cannot be reached. */
  readonly isServed: boolean | null;
  /** Those that asked for the rules within the last week; null where none did, or Redis is away. */
  readonly connectors: ConnectorTally | null;
};

/** As long as no line knows of newer settings. */
const ROWS_KEPT_MS = 10_000;
const KEPT_MS = 1_500;

const overviews = liveReads<Overview>("overview", KEPT_MS);
const rowReads = sharedReads<EventRows & { readonly customerId: string }>("overview-rows", {
  keptMs: ROWS_KEPT_MS,
  tagsOf: ({ customerId }) => [customerId],
});

export type SharedOverview = {
  readonly overview: Overview;
  readonly answer: LiveAnswer<Overview>;
  readonly ageMs: number;
};

/**
 * All events of a customer, at most two seconds old. However many there are and however many look: a few
 * queries in ten seconds, and one trip to Redis, which looks at the lines and moves none. While Redis is away the events
 * are there without their figures.
 */
export async function getOverview(context: ServiceContext): Promise<SharedOverview> {
  requirePermission(context, "event:read");
  const { id } = context.customer;
  const { value, ageMs } = await overviews.getDated(id, async () => {
    const read = async () => ({ ...(await readEventRows(context)), customerId: id });
    const rows = await rowReads.get(id, read);
    const seen = await lookAt(context, rows);
    if (!isBehind(rows, seen)) return liveAnswer(id, assemble(rows, seen));
    rowReads.forgetOne(id);
    return liveAnswer(id, assemble(await rowReads.get(id, read), seen));
  });
  return { overview: value.value, answer: value, ageMs };
}

type Seen = {
  readonly lines: ReadonlyMap<string, Glance | null>;
  readonly isServed: boolean;
  readonly connectors: ConnectorTally | null;
};

/** One trip to Redis; null while it is away. */
async function lookAt({ customer }: ServiceContext, { rows, publishedVersion }: EventRows) {
  const open = rows.filter(({ status }) => status === "open");
  const refs = open.map(({ ref }) => ref);
  return readFromLine(async (redis): Promise<Seen> => {
    const [glances, { alive, atMs }, pulls] = await Promise.all([
      glanceAtLines(redis, refs),
      countAlive(redis),
      readPulls(redis, customer.wireId),
    ]);
    const states = pulls.map((pull) =>
      pullState(pull, { currentVersion: publishedVersion ?? 0, atMs }),
    );
    return {
      lines: new Map(open.map(({ eventId }, index) => [eventId, glances[index] ?? null])),
      isServed: alive > 0,
      connectors: states.length === 0 ? null : tallyOf(states),
    };
  }).catch(() => null);
}

function isBehind({ rows }: EventRows, seen: Seen | null): boolean {
  return rows.some(({ eventId, settingsVersion }) => {
    const line = seen?.lines.get(eventId) ?? null;
    return line !== null && line.settingsVersion > settingsVersion;
  });
}

function assemble({ rows, suspension }: EventRows, seen: Seen | null): Overview {
  const nowMs = Date.now();
  return {
    events: rows.map((row) => {
      const line = seen?.lines.get(row.eventId) ?? null;
      const view = listedEvent(row, line, nowMs);
      // Without Redis nothing is known of any line, which is not the line's fault.
      return seen === null ? { ...view, problems: [] } : view;
    }),
    suspension,
    isServed: seen?.isServed ?? null,
    connectors: seen?.connectors ?? null,
  };
}
