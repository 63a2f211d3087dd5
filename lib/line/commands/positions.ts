import { EPOCH_NUMBERS, epochOf, runningNumber } from "@/lib/domain/line/epoch";
import { EPOCHS } from "../constants";
import { type EventRef, eventKeys } from "../keys";
import type { Redis } from "../redis-client";

/**
 * Where a number of a lane stands in what the line keeps of each, as `lib/line/lua/epochs.lua` has it: its position times
 * the lanes, plus the lane. Null for a number that nobody has shown since a loss made the line forget it.
 */
export type PlaceOfNumber = (lane: number, number: number) => number | null;

/** Reads where numbers stand. It takes as long as there were epochs in the run: nothing for a visitor to wait for. */
export async function readPlaceOfNumber(redis: Redis, event: EventRef): Promise<PlaceOfNumber> {
  const keys = eventKeys(event);
  const [line, epochs] = await Promise.all([redis.hgetall(keys.line), redis.hgetall(keys.epochs)]);
  const ofLane = (field: string, lane: number) =>
    Number(line[lane === 0 ? field : `${field}.${lane}`] ?? 0);
  const lanes = Math.max(1, Number(line["lanes"] ?? 1));

  function positionOf(lane: number, number: number): number | null {
    const [epoch, running] = [epochOf(number), runningNumber(number)];
    if (epoch >= epochOf(ofLane("last", lane))) return running + ofLane("shift", lane);
    const [last, add] = (epochs[`${lane}:${epoch}`] ?? "-1:0").split(":").map(Number);
    if (running <= (last ?? -1)) return running + (add ?? 0);
    const page = epochs[`${lane}:${epoch}:${Math.floor(running / EPOCHS.page)}`];
    return page === undefined ? null : running + Number(page);
  }

  return (lane, number) => {
    const position = positionOf(lane, number);
    return position === null || position < 0 || position >= EPOCH_NUMBERS
      ? null
      : position * lanes + lane;
  };
}

/** Numbers that follow one another, and the position of the first; the others follow there as well. */
export type HeldNumbers = {
  readonly first: number;
  readonly count: number;
  readonly position: number;
};

/** The numbers of the first lane from 1 up to one, as far as the line has kept anything of them. */
export async function readHeldNumbers(
  redis: Redis,
  event: EventRef,
  upTo: number,
): Promise<HeldNumbers[]> {
  const keys = eventKeys(event);
  const [[last = null, shift = null], epochs] = await Promise.all([
    redis.hmget(keys.line, "last", "shift"),
    redis.hgetall(keys.epochs),
  ]);
  const fields = Object.entries(epochs).map(([field, value]) => ({
    at: field.split(":").map(Number),
    value: value.split(":").map(Number),
  }));
  const ofLane = fields.filter(({ at: [lane] }) => lane === 0);
  const pages = ofLane.flatMap(({ at: [, epoch = 0, page], value: [add = 0] }): HeldNumbers[] => {
    if (page === undefined) return [];
    const first = page * EPOCHS.page;
    return [{ first: epoch * EPOCH_NUMBERS + first, count: EPOCHS.page, position: first + add }];
  });
  const ended = ofLane.flatMap(({ at: [, epoch = 0, page], value: [running = 0, add = 0] }) =>
    page === undefined ? [{ epoch, running, add }] : [],
  );
  const present = Number(last);
  ended.push({
    epoch: epochOf(present),
    running: runningNumber(present),
    add: Number(shift ?? 0),
  });
  let before = 0;
  const regular = ended
    .sort((one, other) => one.epoch - other.epoch)
    .map(({ epoch, running, add }): HeldNumbers => {
      const from = before + 1;
      before = running;
      const first = epoch * EPOCH_NUMBERS + from;
      return { first, count: running - from + 1, position: from + add };
    });
  return [...regular, ...pages].map((held) => ({
    ...held,
    count: Math.min(held.count, upTo - held.first + 1),
  }));
}
