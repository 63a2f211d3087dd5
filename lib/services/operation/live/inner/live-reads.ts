import { sharedReads } from "@/lib/services/ground/shared-reads";

/** How old the figures of a line may be that somebody is answered. With the page's polls that is at most two seconds. */
export const LIVE_KEPT_MS = 500;

/** One answer for all who look at it: `text` is `value` as JSON. It is about the customer with this database id. */
export type LiveAnswer<Value> = {
  readonly value: Value;
  readonly text: string;
  readonly customerId: string;
};

/** Live figures that all who look at them share, of one kind. */
export function liveReads<Value>(name: string, keptMs = LIVE_KEPT_MS) {
  return sharedReads<LiveAnswer<Value>>(name, {
    keptMs,
    tagsOf: ({ customerId }) => [customerId],
  });
}

/** The text is made for the first who asks for it: pages need the value alone. */
export function liveAnswer<Value>(customerId: string, value: Value): LiveAnswer<Value> {
  let made: string | null = null;
  return {
    customerId,
    value,
    get text() {
      made ??= JSON.stringify(value);
      return made;
    },
  };
}
