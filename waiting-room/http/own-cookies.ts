import { type Exchange, header } from "./http";

/** The cookies that a browser holds of one event. */
export type EventCookies = {
  readonly customerId: string;
  readonly eventId: string;
  readonly names: readonly string[];
  /** The sealed place; null where there is none. */
  readonly place: string | null;
  /** What they are in a request, in bytes. */
  readonly bytes: number;
};

/** Our names, and no others: `stanchion_{c}_{e}` is the place, `stanchion-claim_{c}_{e}` and others go with it. */
const NAME = /^(?:__Host-)?stanchion(-[a-z]+)?_([a-z0-9]{3,20})_([a-z0-9]{3,20})$/;

/** What a request says of our cookies, by event. */
export function ownCookies({ request }: Pick<Exchange, "request">): readonly EventCookies[] {
  const events = new Map<string, EventCookies>();
  for (const pair of (header(request, "cookie") ?? "").split(";")) {
    const [name = "", value = ""] = pair.trim().split("=");
    const [, kind, customerId, eventId] = NAME.exec(name) ?? [];
    if (customerId === undefined || eventId === undefined) continue;
    const key = `${customerId}_${eventId}`;
    const before = events.get(key) ?? { customerId, eventId, names: [], place: null, bytes: 0 };
    events.set(key, {
      ...before,
      names: before.names.includes(name) ? before.names : [...before.names, name],
      place: kind === undefined ? (before.place ?? value) : before.place,
      bytes: before.bytes + pair.length + 1,
    });
  }
  return [...events.values()];
}

/** All names of ours in a piece of a request, whole or not. */
export function ownNamesIn(text: string): readonly string[] {
  const found = text.matchAll(
    /(?:__Host-)?stanchion(?:-[a-z]+)?_[a-z0-9]{3,20}_[a-z0-9]{3,20}(?==)/g,
  );
  return [...new Set([...found].map(([name]) => name))];
}

/** What takes a cookie away, also one that was kept while sites were allowed to frame the page. */
export function expiredCookie(name: string): readonly string[] {
  const gone = `${name}=; Path=/; Max-Age=0; HttpOnly`;
  if (!name.startsWith("__Host-")) return [`${gone}; SameSite=Lax`];
  return [`${gone}; SameSite=Lax; Secure`, `${gone}; SameSite=None; Secure; Partitioned`];
}
