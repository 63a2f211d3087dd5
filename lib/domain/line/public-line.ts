import type { QueueingMethod } from "@/lib/domain/event/settings";
import type { Phase } from "@/lib/domain/phase";
import type { Pace } from "./pace";
import type { SeatsLeft } from "./seats-left";

/**
 * The body of `line.json`: the same for everybody of one lane and language, so that any CDN can serve it for a second. A stale
 * copy can only delay a visitor, never admit one. Times are line time in milliseconds.
 */
export type PublicLine = {
  readonly v: 1;
  readonly run: number;
  readonly settings: number;
  readonly phase: Phase;
  readonly now: number;
  readonly method: QueueingMethod;
  /** The lane that the numbers below belong to. */
  readonly lane: number;
  /** True in the first of several lanes for those who hold a place in it; absent elsewhere. */
  readonly isOwn?: true;
  readonly serving: number;
  readonly last: number;
  /** Numbers that nobody holds, as inclusive ranges. */
  readonly holes: readonly (readonly [number, number])[];
  /** Within this distance of the serving number a browser says once that it is there. */
  readonly near: number;
  /** Slots per second. */
  readonly slots: number;
  /** The fastest that the serving number moves, in numbers per second. */
  readonly speed: number;
  /** The same for the next 40 seconds; absent in the answers of a process of the version before. */
  readonly speedSoon?: number;
  readonly outflow: number;
  /** How fast numbers of this lane are called; absent while nothing is known, and in the answers of a process of the version before. */
  readonly pace?: Pace;
  /** In all lanes. */
  readonly waiting: number;
  /** Admitted in the last 60 seconds. */
  readonly measured: number;
  /** True while the governor lets in clearly fewer than are set. */
  readonly slowed?: boolean;
  /** What the active cap leaves; absent where there is none, and in the answers of a process of the version before. */
  readonly seats?: SeatsLeft;
  readonly paused: boolean;
  /** True while slots are given by hand and none is left; absent elsewhere. */
  readonly noSlots?: true;
  /** What is told to readers of one language: why the line stands, and below it what an operator sent them. */
  readonly message: string | null;
  /** When an operator last said some of it; null where only the state of the line speaks. */
  readonly messageAt: number | null;
  /** True after an end when the page, loaded anew, leads somewhere else. */
  readonly onward: boolean;
  readonly startAt: number | null;
  /**
   * Until the line moves: when its phase changes by the clock, next the pre-queue opens, then the sale starts. Null where
   * nothing is to come; absent in the answers of a process of the version before.
   */
  readonly nextAt?: number | null;
  readonly endAt: number | null;
  /** Rises when Redis lost something: every browser checks in again. */
  readonly losses: number;
  /** True when this process has not heard from the line for five seconds. */
  readonly stale: boolean;
  readonly full: boolean;
  /** True when nothing is left of what the customer counts. */
  readonly soldOut: boolean;
  /** How many seconds may pass between personal check-ins; null where they are only a courtesy. */
  readonly checkIn: number | null;
  /** After so many minutes without a check-in a place is given up; null for never. */
  readonly absence?: number | null;
  /** The draw of the pre-queue; null where arrivals keep their order. */
  readonly draw: PublicDraw | null;
};

export type PublicDraw = {
  /** SHA-256 of the commitment, hexadecimal. */
  readonly commitment: string;
  /** The signed count of the members, from shortly after the start on; empty before. */
  readonly freeze: string;
  /** When those who were drawn are called; 0 before the draw. Until then they ask for their place. */
  readonly opensAt: number;
};
