import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LineUnavailable } from "@/waiting-room/line/line-unavailable";
import { newPlace } from "@/waiting-room/place/place";
import { Leavers, UNDO_MS } from "./leavers";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const place = newPlace({ runId: 1, lane: 0, number: 7, queueId: "q", joinedAtMs: 0 });

function lineThat(answers: { moved?: boolean; refuses?: boolean } = {}) {
  const left: number[] = [];
  const gone: number[] = [];
  return {
    left,
    gone,
    leave: async ({ number }: { number: number }) => {
      if (answers.refuses === true) throw new LineUnavailable("closed", 1);
      left.push(number);
      return true as const;
    },
    moves: { hasMoved: async () => answers.moved === true },
    checkIns: { countedMs: 900, noteGone: (lane: number) => gone.push(lane) },
  };
}

/** What is asked of a line is all that matters here. */
function leaversOf(line: ReturnType<typeof lineThat>) {
  const failures: unknown[] = [];
  const leavers = new Leavers((error) => failures.push(error));
  const leave = () =>
    leavers.leaveSoon(line as unknown as Parameters<Leavers["leaveSoon"]>[0], place);
  return { leave, stop: () => leavers.stop(), failures };
}

test("a place is given back once, and not while its visitor may still take it back", async () => {
  const line = lineThat();
  const { leave } = leaversOf(line);
  leave();
  leave();
  await vi.advanceTimersByTimeAsync(UNDO_MS + 1_000);
  expect(line.left).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([line.left, line.gone]).toEqual([[7], [0]]);
});

test("a place that was taken back is not given back", async () => {
  const line = lineThat({ moved: true });
  leaversOf(line).leave();
  await vi.advanceTimersByTimeAsync(2 * UNDO_MS);
  expect([line.left, line.gone]).toEqual([[], []]);
});

test("a line that takes no call keeps the place of somebody absent, and nothing is logged", async () => {
  const line = lineThat({ refuses: true });
  const { leave, failures } = leaversOf(line);
  leave();
  await vi.advanceTimersByTimeAsync(2 * UNDO_MS);
  expect([line.gone, failures]).toEqual([[], []]);
});

test("a process that ends gives nothing back, so that another can undo it", async () => {
  const line = lineThat();
  const { leave, stop } = leaversOf(line);
  leave();
  stop();
  await vi.advanceTimersByTimeAsync(2 * UNDO_MS);
  expect([line.left, line.gone]).toEqual([[], []]);
});
