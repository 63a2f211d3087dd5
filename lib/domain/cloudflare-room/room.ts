/** A host and a path with everything below it. */
export type CloudflareRoute = { readonly host: string; readonly path: string };

/** A rule of a room: whoever its expression fits passes by. */
export type CloudflareRule = {
  readonly id: string;
  readonly description: string;
  readonly expression: string;
  readonly enabled: boolean;
  readonly version: number;
  /** ISO 8601, UTC. */
  readonly updatedAt: string;
};

/** An event of a room. Where it is not suspended, a schedule with the same id carries it out; null: as the room has it. */
export type CloudflareEvent = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly suspended: boolean;
  /** ISO 8601, UTC, on whole minutes. */
  readonly preQueueAt: string | null;
  /** Places of the pre-queue have no order at the start: only where the event has none either. */
  readonly isShuffled: boolean;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly activeCap: number | null;
  readonly outflowPerMinute: number | null;
  readonly method: "fifo" | "random" | "passthrough" | "reject" | null;
  readonly createdAt: string;
  readonly updatedAt: string;
};

/** What a waiting room of Cloudflare's API has and an event of ours has not. */
export type CloudflareRoom = {
  /** 32 hexadecimal digits, of which the event's id has the first 20: of a copied event it is no room. */
  readonly id: string;
  readonly description: string;
  readonly route: CloudflareRoute;
  readonly moreRoutes: readonly CloudflareRoute[];
  readonly cookieSuffix: string;
  readonly samesite: "auto" | "lax";
  readonly secure: "auto" | "always" | "never";
  /** Nobody is to be admitted: counts again when the room is no longer suspended. */
  readonly queueAll: boolean;
  readonly originCommands: readonly "revoke"[];
  /** Such as `es-ES`. */
  readonly language: string;
  readonly turnstileMode: "off" | "invisible" | "visible_non_interactive" | "visible_managed";
  readonly turnstileAction: "log" | "infinite_queue";
  readonly rules: readonly CloudflareRule[];
  readonly events: readonly CloudflareEvent[];
};

/** Digits of a room's id that are the id of its event. */
const EVENT_ID_DIGITS = 20;

/** The id of the event that a room is. */
export function eventIdOfRoom(roomId: string): string {
  return roomId.slice(0, EVENT_ID_DIGITS);
}
