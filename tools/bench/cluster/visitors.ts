import { newClaim } from "@/tools/shared/ask";
import { newAddress } from "@/tools/shared/new-address";
import { sendStream } from "../harness/streams";
import { type RawRequest, rawRequest } from "../harness/visitor-requests";

/** Events in which people wait, and those in which everybody gets straight in: their ids on the wire. */
export type Visited = { readonly lines: readonly string[]; readonly direct: readonly string[] };

/** So many wait in a line, and have said that they are there. */
export const WAIT_EACH = 20;
/** Of one that waits, as the page does: nearly all of its requests are for `line.json`. */
const ASKS_A_SECOND = 38.9 / 3_600;
const LINE_SHARE = 0.8;
/** So that a line stays in memory, and somebody gets in. */
const ARRIVALS_A_SECOND_EACH = 2 / 60;

export type Place = { readonly eventId: string; readonly cookie: string };
type Room = { readonly port: number; readonly customerId: string; readonly targetUrl: string };

/** Joins to real lines, and what those who wait and those who arrive ask from then on. */
export function visitorsOf({ port, customerId, targetUrl }: Room) {
  const host = `127.0.0.1:${port}`;
  const pathOf = (eventId: string) => `/line/${customerId}/${eventId}`;
  const join = (eventId: string): RawRequest => {
    const form = { joinId: newClaim(), t: targetUrl };
    return rawRequest("POST", `${pathOf(eventId)}/join`, { host, form, address: newAddress() });
  };
  const arrive = (eventId: string): RawRequest => {
    const query = new URLSearchParams({ c: customerId, e: eventId, t: targetUrl });
    return rawRequest("GET", `/?${query}`, { host, address: newAddress() });
  };
  return {
    /** Fills the lines; answers the places. Throws where one is not had. */
    async fill(lines: readonly string[]): Promise<Place[]> {
      const places: Place[] = [];
      const ids = lines.flatMap((id) => Array.from({ length: WAIT_EACH }, () => id));
      const onAnswer = (index: number, answer: string) => {
        const cookie = /set-cookie: (stanchion_[^;\r]+)/i.exec(answer)?.[1];
        const eventId = ids[index];
        if (cookie === undefined || eventId === undefined)
          throw new Error(`A join was answered ${answer}`);
        places.push({ eventId, cookie });
      };
      const request = (index: number) => join(ids[index] ?? "");
      await sendStream({ port, count: ids.length, request, onAnswer });
      return places;
    },
    /** Everybody says that they are there: a line whose front is absent would move on as fast as it may. */
    async confirm(places: readonly Place[]): Promise<void> {
      const request = (index: number) => {
        const { eventId = "", cookie = "" } = places[index] ?? {};
        return rawRequest("POST", `${pathOf(eventId)}/near`, { host, cookie, form: {} });
      };
      const onAnswer = (_index: number, answer: string) => {
        if (!answer.startsWith("HTTP/1.1 200 ")) throw new Error(`It was answered ${answer}`);
      };
      await sendStream({ port, count: places.length, request, onAnswer });
    },
    /** What is asked in so many seconds, evenly mixed; those who arrive come from addresses of their own. */
    asked({ lines, direct }: Visited, places: readonly Place[], seconds: number) {
      const ofWaiting = Math.round(places.length * ASKS_A_SECOND * seconds);
      const arrivals = Math.round(direct.length * ARRIVALS_A_SECOND_EACH * seconds);
      const looks = Math.round(ofWaiting * LINE_SHARE);
      const line = evenly(looks, lines, (id) =>
        rawRequest("GET", `${pathOf(id)}/1/line.json`, { host }),
      );
      const checkIns = evenly(ofWaiting - looks, places, ({ eventId, cookie }) =>
        rawRequest("GET", `${pathOf(eventId)}/status`, { host, cookie }),
      );
      const arrived = evenly(arrivals, direct, arrive);
      const all = [...line, ...checkIns, ...arrived].sort((one, other) => one.at - other.at);
      return {
        requests: all.map(({ request }) => request),
        perSecond: all.length / seconds,
        arrivalsPerSecond: arrivals / seconds,
      };
    },
  };
}

/** So many requests over all of these in turn, each at a share of the time. */
function evenly<Of>(count: number, all: readonly Of[], request: (one: Of) => RawRequest) {
  return Array.from({ length: count }, (_, index) => {
    const one = all[Math.floor((index * all.length) / count + index) % all.length];
    if (one === undefined) throw new Error("There is nothing to ask for.");
    return { at: (index + 0.5) / count, request: request(one) };
  });
}
