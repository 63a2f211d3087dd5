import { describe, expect, test } from "vitest";
import type { RoomView } from "./overview";
import { listRooms, ROOMS_PER_PAGE, type RoomListing } from "./overview-list";

const plain: RoomView = {
  eventId: "a",
  name: "A",
  kind: "always-on",
  status: "open",
  isTest: false,
  paused: false,
  letThrough: false,
  phase: "dormant",
  waiting: 0,
  outflowPerMinute: 600,
  setOutflowPerMinute: 600,
  waitSeconds: null,
  nextAt: null,
  createdAt: "2030-01-01T00:00:00.000Z",
  series: [],
  problems: [],
};

const room = (eventId: string, rest: Partial<RoomView> = {}): RoomView => ({
  ...plain,
  eventId,
  name: eventId,
  ...rest,
});

const listing: RoomListing = { filter: "all", sort: "attention", search: "", page: 1 };
const ids = (rooms: readonly RoomView[], asked: Partial<RoomListing> = {}) =>
  listRooms(rooms, { ...listing, ...asked }).rooms.map(({ eventId }) => eventId);

describe("a listing", () => {
  const rooms = [
    room("draft", { status: "draft", phase: null, waiting: null }),
    room("quiet"),
    room("busy", { waiting: 900, waitSeconds: { low: 1, high: 90 } }),
    room("broken", { problems: ["stale"], waiting: 5, waitSeconds: { low: 1, high: 200 } }),
    room("soon", { status: "draft", nextAt: "2030-05-01T10:00:00Z", waiting: null }),
  ];

  test("begins with what is wrong, then with who waits, then with what comes", () => {
    expect(ids(rooms)).toEqual(["broken", "busy", "quiet", "soon", "draft"]);
  });

  test("is ordered by what somebody asks for", () => {
    expect(ids(rooms, { sort: "name" })).toEqual(["broken", "busy", "draft", "quiet", "soon"]);
    expect(ids(rooms, { sort: "waiting" }).slice(0, 2)).toEqual(["busy", "broken"]);
    expect(ids(rooms, { sort: "wait" }).slice(0, 2)).toEqual(["broken", "busy"]);
    expect(ids(rooms, { sort: "next" })[0]).toBe("soon");
  });

  test("has what its filter says, and each filter says how many it has", () => {
    expect(ids(rooms, { filter: "now" })).toEqual(["broken", "busy", "quiet"]);
    expect(ids(rooms, { filter: "coming" })).toEqual(["soon"]);
    expect(ids(rooms, { filter: "attention" })).toEqual(["broken"]);
    const searched = listRooms(rooms, { ...listing, search: "busy" });
    expect(searched.counts).toEqual({ now: 3, coming: 1, attention: 1, all: 5 });
    expect(searched.found).toBe(1);
  });

  test("finds by parts of the name and the id, whatever their order and case", () => {
    const named = [room("evt1", { name: "Spring Sale Vienna" }), room("evt2", { name: "Autumn" })];
    expect(ids(named, { search: " vienna SPRING " })).toEqual(["evt1"]);
    expect(ids(named, { search: "evt2" })).toEqual(["evt2"]);
    expect(ids(named, { search: "winter" })).toEqual([]);
  });
});

test("a thousand events are told page by page, each once, and a page too far is the last", () => {
  const rooms = Array.from({ length: 1_000 }, (_, index) => room(`e${index}`));
  const seen: string[] = [];
  for (let page = 1; page <= 20; page += 1) seen.push(...ids(rooms, { page }));
  expect(new Set(seen).size).toBe(1_000);
  const last = listRooms(rooms, { ...listing, page: 99 });
  expect([last.page, last.pages, last.rooms.length]).toEqual([20, 20, ROOMS_PER_PAGE]);
  expect(listRooms([], { ...listing, page: 4 })).toMatchObject({ page: 1, pages: 1, rooms: [] });
});
