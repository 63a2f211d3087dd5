import type { Asked } from "./asked";
import { getOne, listAll, putOne, search, setSpeed } from "./events";
import { getDetails, getSummary } from "./statistics";

type Run = (asked: Asked) => Promise<unknown>;

/** What programs may ask for, below `/2_0`. A fixed part comes before a name. */
const ROUTES: Readonly<Record<string, Readonly<Record<string, Run>>>> = {
  "/event": { GET: listAll },
  "/event/search": { POST: search },
  "/event/{eventId}": { GET: getOne, PUT: putOne },
  "/event/{eventId}/queue/speed": { PUT: setSpeed },
  "/event/{eventId}/queue/statistics/summary": { GET: getSummary },
  "/event/{eventId}/queue/statistics/details/{statistic}": { GET: getDetails },
};

const PATTERNS = Object.entries(ROUTES).map(([path, methods]) => {
  const pattern = path.replace(/\{(\w+)\}/g, "(?<$1>[\\w-]+)");
  return { path, methods, pattern: new RegExp(`^${pattern}/?$`) };
});

type Found = Pick<Asked, "eventId" | "statistic"> & { readonly path: string; readonly run: Run };

/** Null for what their API has not, as far as it is known. */
export function findRoute(method: string, path: string): Found | null {
  for (const { pattern, methods, path: route } of PATTERNS) {
    const match = pattern.exec(path);
    if (match === null) continue;
    const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (run === undefined) return null;
    const { eventId = "", statistic = "" } = match.groups ?? {};
    const names = { eventId: eventId.toLowerCase(), statistic: statistic.toLowerCase() };
    return { path: `/2_0${route}`, run, ...names };
  }
  return null;
}
