import { z } from "zod";
import { db } from "@/lib/db/client";
import type { Draw, Event, Run } from "@/lib/db/generated/client";
import type { Beacon } from "@/lib/domain/draw/beacon";
import { type Commitment, commitmentSchema } from "@/lib/domain/draw/commitment";
import type { IndexRange } from "@/lib/domain/draw/exclusions";
import type { Freeze } from "@/lib/domain/draw/freeze";
import type { DrawnRun } from "@/lib/line/commands/run-draw";
import type { KeptGroup } from "@/lib/line/scripts/draw";
import { eventRef } from "@/lib/services/event/settings/event-ref";

/** A draw with the run and event that it belongs to. */
export type DrawOfRun = Draw & {
  readonly run: Run & {
    readonly event: Event & { readonly customer: { readonly wireId: string } };
  };
};

const WITH_RUN = {
  run: { include: { event: { include: { customer: { select: { wireId: true } } } } } },
} as const;

/** A draw without the columns that grow with its members. */
export type DrawOutline = Omit<DrawOfRun, "groups" | "excluded" | "file">;

/** The draws of open runs, settled or not. */
export function listOpenDraws(): Promise<DrawOutline[]> {
  return db().draw.findMany({
    where: { run: { endedAt: null, event: { status: "open" } } },
    include: WITH_RUN,
    omit: { groups: true, excluded: true, file: true },
    orderBy: { runId: "asc" },
  });
}

/** One draw as it is now; null when it is gone. */
export function findDraw(runId: string): Promise<DrawOfRun | null> {
  return db().draw.findUnique({ where: { runId }, include: WITH_RUN });
}

/** How the line names the run of a draw. */
export function drawnRun({ run }: Pick<DrawOfRun, "run">): DrawnRun {
  const { event, number } = run;
  return { ...eventRef(event, event.customer), runId: number };
}

const textSchema = z
  .object({ v: z.literal([1, 2]), rule: z.string() })
  .loose()
  .transform(({ v: _v, rule: _rule, ...rest }) => commitmentSchema.parse(rest));

/** The commitment of a stored text. */
export function commitmentOf({ commitment }: Pick<Draw, "commitment">): Commitment {
  return textSchema.parse(JSON.parse(commitment));
}

/** The freeze, and the highest number handed out before the start. */
export type StoredFreeze = Freeze & { readonly lastIndex: number };

/** Null before the members are frozen. Only `advanceDraws` writes these columns. */
export function freezeOf({ freeze }: Pick<Draw, "freeze">): StoredFreeze | null {
  return freeze as StoredFreeze | null;
}

/** The groups of a draw: of the freeze, or as far as they are known before it. */
export function groupsOf({ groups }: Pick<Draw, "groups">): KeptGroup[] {
  const rows = (groups ?? []) as [number, number, string, number?][];
  return rows.map(([firstIndex, count, root, lane]) => ({
    ...{ firstIndex, count, root },
    ...(lane ? { lane } : {}),
  }));
}

/** Without the lane where it is the first, as the version before writes them. */
export function groupRows(groups: readonly KeptGroup[]): (number | string)[][] {
  return groups.map(({ firstIndex, count, root, lane }) =>
    lane ? [firstIndex, count, root, lane] : [firstIndex, count, root],
  );
}

/** The excluded members of a frozen draw. */
export function excludedOf({ excluded }: Pick<Draw, "excluded">): IndexRange[] {
  const rows = (excluded ?? []) as [number, number][];
  return rows.map(([firstIndex, count]) => ({ firstIndex, count }));
}

/** Null before the draw is decided. */
export function beaconOf({ beacon }: Pick<Draw, "beacon">): Beacon | null {
  return beacon as Beacon | null;
}
