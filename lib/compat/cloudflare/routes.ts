import type { Asked } from "./asked";
import {
  createEvent,
  deleteEvent,
  editEvent,
  getEvent,
  getEventDetails,
  listEvents,
  updateEvent,
} from "./events";
import { previewPage } from "./preview";
import { createRoom, deleteRoom, editRoom, getRoom, listRooms, updateRoom } from "./rooms";
import { createRule, deleteRule, editRule, listRules, replaceRules } from "./rules";
import { changeZoneSettings, getZoneSettings } from "./settings";
import { getStatus } from "./status";

type Run = (asked: Asked) => Promise<unknown>;

const ROOMS = "/zones/{zone}/waiting_rooms";
const ROOM = `${ROOMS}/{room}`;
const EVENT = `${ROOM}/events/{event}`;
const RULE = `${ROOM}/rules/{rule}`;

/** What programs of Cloudflare's API may ask for, below `/client/v4`. A fixed part comes before a name. */
const ROUTES: Readonly<Record<string, Readonly<Record<string, Run>>>> = {
  "/accounts/{zone}/waiting_rooms": { GET: listRooms },
  [ROOMS]: { GET: listRooms, POST: createRoom },
  [`${ROOMS}/preview`]: { POST: previewPage },
  [`${ROOMS}/settings`]: {
    ...{ GET: getZoneSettings, PUT: changeZoneSettings },
    PATCH: changeZoneSettings,
  },
  [ROOM]: { GET: getRoom, PUT: updateRoom, PATCH: editRoom, DELETE: deleteRoom },
  [`${ROOM}/status`]: { GET: getStatus },
  [`${ROOM}/events`]: { GET: listEvents, POST: createEvent },
  [EVENT]: { GET: getEvent, PUT: updateEvent, PATCH: editEvent, DELETE: deleteEvent },
  [`${EVENT}/details`]: { GET: getEventDetails },
  [`${ROOM}/rules`]: { GET: listRules, POST: createRule, PUT: replaceRules },
  [RULE]: { PATCH: editRule, DELETE: deleteRule },
};

const PATTERNS = Object.entries(ROUTES).map(([path, methods]) => {
  const pattern = path.replace(/\{(\w+)\}/g, "(?<$1>[\\w-]+)");
  return { path, methods, pattern: new RegExp(`^${pattern}$`) };
});

type Found = {
  readonly path: string;
  readonly run: Run;
  /** The zone or account that is named. */
  readonly owner: string;
  readonly ids: Readonly<Record<string, string>>;
};

/** Null for what their API has not. */
export function findRoute(method: string, path: string): Found | null {
  for (const { pattern, methods, path: route } of PATTERNS) {
    const { groups } = pattern.exec(path) ?? {};
    if (groups === undefined) continue;
    const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (run === undefined) return null;
    const { zone = "", ...ids } = groups;
    return { path: `/client/v4${route}`, run, owner: zone, ids };
  }
  return null;
}
