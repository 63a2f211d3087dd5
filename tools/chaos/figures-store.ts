import { db } from "@/lib/db/client";
import { isFigureKind, isSample } from "@/lib/domain/figures/figures";
import { createAccessCodes } from "@/lib/services/event/access-code/create";
import { stopEvent } from "@/lib/services/event/control/stop";
import type { ServiceContext } from "@/lib/services/ground/context";
import { listFigures } from "@/lib/services/operation/figures/list";

const DAY_MS = 86_400_000;

/** What the console could show of an event, read as it would. */
export type FiguresStore = {
  /** Access codes to a lane. */
  codes(eventId: string, lane: string, count: number): Promise<string[]>;
  stop(eventId: string): Promise<void>;
  /** All counts that are stored, by figure, and by `figure.lane`. */
  rolledUp(eventId: string): Promise<Map<string, number>>;
  /** Minutes whose figures tell other admissions than their rows. */
  minutesApart(eventId: string): Promise<number>;
  /** Bytes of a row of an hour, without its indexes. */
  rowBytes(): Promise<number>;
};

export function openFiguresStore(context: ServiceContext): FiguresStore {
  const read = async (eventId: string, stepMinutes: number) => {
    const now = Date.now();
    const from = new Date(now - (stepMinutes === 1 ? DAY_MS / 2 : DAY_MS)).toISOString();
    const until = new Date(now + DAY_MS / 4).toISOString();
    return listFigures(context, { eventId, from, until, stepMinutes });
  };
  return {
    async codes(eventId, lane, count) {
      const batch = { eventId, name: "Friends", count, lane, use: { kind: "single-use" } } as const;
      const { csv } = await createAccessCodes(context, batch);
      return csv
        .split("\r\n")
        .slice(1, -1)
        .map((row) => row.split(",")[0] ?? "");
    },
    async stop(eventId) {
      await stopEvent(context, { eventId });
    },
    async rolledUp(eventId) {
      const sums = new Map<string, number>();
      const add = (name: string, value: number) => sums.set(name, value + (sums.get(name) ?? 0));
      for (const { lanes } of await read(eventId, 1_440)) {
        for (const { lane, figures } of lanes) {
          for (const [kind, value] of Object.entries(figures)) {
            if (!isFigureKind(kind) || isSample(kind)) continue;
            add(kind, value);
            add(`${kind}.${lane}`, value);
          }
        }
      }
      return sums;
    },
    async minutesApart(eventId) {
      const rows = await db().admission.findMany({
        where: { run: { event: { wireId: eventId, customerId: context.customer.id } } },
        select: { admittedAt: true },
      });
      const apart = new Map<number, number>();
      for (const { admittedAt } of rows) {
        const minute = Math.floor(admittedAt.getTime() / 60_000);
        apart.set(minute, 1 + (apart.get(minute) ?? 0));
      }
      for (const { from, lanes } of await read(eventId, 1)) {
        const minute = Date.parse(from) / 60_000;
        for (const [kind, value] of lanes.flatMap(({ figures }) => Object.entries(figures))) {
          const isAdmission = kind === "renewed" || kind.startsWith("admitted-");
          if (isAdmission) apart.set(minute, (apart.get(minute) ?? 0) - value);
        }
      }
      return [...apart.values()].filter((difference) => difference !== 0).length;
    },
    async rowBytes() {
      const [row] = await db().$queryRaw<{ readonly bytes: number }[]>`
        SELECT round(avg(pg_column_size(held.*)))::int AS "bytes" FROM "HourFigure" AS held`;
      return row?.bytes ?? 0;
    },
  };
}
