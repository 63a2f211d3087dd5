import { expect, test } from "vitest";
import type { Samples } from "@/lib/platform/observability/metrics/scrape";
import { Scrape } from "@/lib/platform/observability/metrics/scrape";
import { startTestRoom } from "@/test/waiting-room";
import type { EventLine } from "@/waiting-room/line/event-line";
import { lineSource } from "./line-source";

const room = startTestRoom();

/** A scrape of these lines; `of` answers what a metric says of an event. */
async function scrapeOf(source: ReturnType<typeof lineSource>) {
  const scrape = new Scrape();
  await source(scrape);
  return (name: keyof Samples, labels: string) =>
    scrape.samples[name]?.find(([, text]) => text.includes(labels))?.[2];
}

test("visitors of a line are counted, also when the process forgets it and finds it again", async () => {
  const opened = await room.open({ queueAll: true });
  const { cookie } = await room.joinAndWait(opened);
  const line = await room.context.lines.find(opened.settings);
  let lines: EventLine[] = line === null ? [] : [line];
  const source = lineSource(() => lines, 1);
  const event = `event="${opened.settings.customerId}/${opened.settings.eventId}"`;
  await room.joinAndWait(opened);
  expect((await scrapeOf(source))("stanchion_joins_total", event)).toBe(2);

  await room.turnComes(opened, cookie);
  const form = { claim: room.id() };
  const entered = await room.call("POST", `${opened.base}/enter`, { headers: { cookie }, form });
  expect(JSON.parse(entered.body).status).toBe("admitted");
  // Asks again, and is told the same.
  await room.call("POST", `${opened.base}/enter`, { headers: { cookie }, form });
  await line?.refresh();
  let told = await scrapeOf(source);
  expect(told("stanchion_entries_total", `${event},way="slot"`)).toBe(1);
  expect(told("stanchion_check_ins_total", event)).toBeGreaterThanOrEqual(2);
  expect(told("stanchion_line_outflow_per_second", event)).toBe(10);
  expect(told("stanchion_line_open", event)).toBe(1);
  expect(told("stanchion_line_serving_number", `${event},lane="0"`)).toBeGreaterThanOrEqual(1);

  await room.joinAndWait(opened);
  lines = [];
  told = await scrapeOf(source);
  expect(told("stanchion_joins_total", event)).toBe(3);
  expect(told("stanchion_line_waiting", event)).toBeUndefined();
  await scrapeOf(source);

  const other = await room.open({ queueAll: true, lineLimit: 1 });
  await room.joinAndWait(other);
  await room.joinAndWait(other);
  const otherLine = await room.context.lines.find(other.settings);
  lines = otherLine === null ? [] : [otherLine];
  told = await scrapeOf(source);
  expect(told("stanchion_joins_total", event)).toBeUndefined();
  lines = [...lines, ...(line === null ? [] : [line])];
  told = await scrapeOf(source);
  // The one that nobody had asked about made room.
  expect(told("stanchion_joins_total", other.settings.eventId)).toBe(1);
  expect(told("stanchion_refusals_total", 'reason="full"')).toBe(1);
  expect(told("stanchion_joins_total", 'event="other"')).toBe(3);
  expect(told("stanchion_line_waiting", "other")).toBeUndefined();
});
