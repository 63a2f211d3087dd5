import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import {
  DRAW_KEPT_DAYS,
  isDrawPublished,
  readGroups,
  restoreGroups,
  writePublishedDraw,
} from "@/lib/line/commands/run-draw";
import type { Redis } from "@/lib/line/redis-client";
import { EVENT_REF, eventRef } from "@/lib/services/event/settings/event-ref";
import { drawnRun, findDraw, freezeOf, groupRows, groupsOf, listOpenDraws } from "./draw-row";
import { toDrawPromise } from "./promise-draw";

/**
 * Copies the groups of open draws to Postgres, so that a total loss of Redis leaves out nobody who
 * joined more than a few seconds before, and writes back groups that the line lost.
 */
export async function checkpointDraws(redis: Redis): Promise<void> {
  for (const outline of await listOpenDraws()) {
    if (freezeOf(outline) !== null) continue;
    const draw = await findDraw(outline.runId);
    if (draw === null) continue;
    const run = drawnRun(draw);
    const [held, stored] = [await readGroups(redis, run), groupsOf(draw)];
    const heldFirst = new Set(held.map(({ firstIndex }) => firstIndex));
    const lost = stored.filter(({ firstIndex }) => !heldFirst.has(firstIndex));
    await restoreGroups(redis, run, lost);
    const all = [...held, ...lost].sort((a, b) => a.firstIndex - b.firstIndex);
    if (all.length === stored.length) continue;
    await db().draw.updateMany({
      where: { runId: draw.runId, freeze: { equals: Prisma.DbNull } },
      data: { groups: groupRows(all) },
    });
  }
}

/** Publishes files again that Redis has lost. */
export async function republishDraws(redis: Redis): Promise<void> {
  const since = new Date(Date.now() - DRAW_KEPT_DAYS * 24 * 3_600_000);
  const rows = await db().draw.findMany({
    where: { file: { not: null }, createdAt: { gte: since } },
    select: {
      runId: true,
      run: {
        select: {
          number: true,
          event: { select: { ...EVENT_REF, customer: { select: { wireId: true } } } },
        },
      },
    },
  });
  for (const { runId, run } of rows) {
    const drawn = { ...eventRef(run.event, run.event.customer), runId: run.number };
    if (await isDrawPublished(redis, drawn, "file")) continue;
    const draw = await findDraw(runId);
    const promised = toDrawPromise(draw);
    if (promised === null || !draw?.file) continue;
    await writePublishedDraw(redis, drawn, { ...promised, file: draw.file });
  }
}
