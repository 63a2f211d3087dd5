import { describe, expect, test } from "vitest";
import { EVENT_PROBLEMS, type ListedEvent } from "./overview";
import { EVENTS_PER_PAGE, type EventListing, listEvents } from "./overview-list";
import { totalsOf } from "./totals";

const plain: ListedEvent = {
  eventId: "a",
  name: "A",
  kind: "always-on",
  status: "open",
  isTest: false,
  paused: false,
  letThrough: false,
  phase: "dormant",
  waiting: 0,
  admitted: 0,
  admittedPerMinute: 0,
  outflowPerMinute: 600,
  setOutflowPerMinute: 600,
  waitSeconds: null,
  nextAt: null,
  createdAt: "2030-01-01T00:00:00.000Z",
  series: [],
  problems: [],
};

const event = (eventId: string, rest: Partial<ListedEvent> = {}): ListedEvent => ({
  ...plain,
  eventId,
  name: eventId,
  ...rest,
});

const listing: EventListing = { filter: "all", sort: "attention", search: "", page: 1 };
const ids = (events: readonly ListedEvent[], asked: Partial<EventListing> = {}) =>
  listEvents(events, { ...listing, ...asked }).events.map(({ eventId }) => eventId);

describe("a listing", () => {
  const events = [
    event("draft", { status: "draft", phase: null, waiting: null }),
    event("quiet"),
    event("busy", { waiting: 900, waitSeconds: { low: 1, high: 90 } }),
    event("broken", { problems: ["stale"], waiting: 5, waitSeconds: { low: 1, high: 200 } }),
    event("soon", { status: "draft", nextAt: "2030-05-01T10:00:00Z", waiting: null }),
  ];

  test("begins with what is wrong, then with who waits, then with what comes", () => {
    expect(ids(events)).toEqual(["broken", "busy", "quiet", "soon", "draft"]);
  });

  test("is ordered by what somebody asks for", () => {
    expect(ids(events, { sort: "name" })).toEqual(["broken", "busy", "draft", "quiet", "soon"]);
    expect(ids(events, { sort: "waiting" }).slice(0, 2)).toEqual(["busy", "broken"]);
    expect(ids(events, { sort: "wait" }).slice(0, 2)).toEqual(["broken", "busy"]);
    expect(ids(events, { sort: "next" })[0]).toBe("soon");
  });

  test("has what its filter says, and each filter says how many it has", () => {
    expect(ids(events, { filter: "now" })).toEqual(["broken", "busy", "quiet"]);
    expect(ids(events, { filter: "coming" })).toEqual(["soon"]);
    expect(ids(events, { filter: "attention" })).toEqual(["broken"]);
    expect(ids(events, { filter: "active" })).toEqual(["broken", "busy", "quiet", "soon"]);
    const searched = listEvents(events, { ...listing, search: "busy" });
    expect(searched.counts).toEqual({
      now: 3,
      coming: 1,
      attention: 1,
      all: 5,
      active: 4,
      tests: 0,
    });
    expect(searched.found).toBe(1);
  });

  test("counts what needs attention as the totals do, whatever is wrong", () => {
    const paused = event("paused", { paused: true, problems: ["paused"] });
    const each = EVENT_PROBLEMS.map((problem) => event(problem, { problems: [problem] }));
    const both = event("both", { paused: true, problems: ["stale", "paused"] });
    const all = [...each, paused, both];
    const { troubled, troubles } = totalsOf(all);
    const { counts, found } = listEvents(all, { ...listing, filter: "attention" });
    expect([counts.attention, found]).toEqual([troubled, troubled]);
    expect(ids(all, { filter: "attention" }).toSorted()).toEqual(
      troubles.map(({ eventId }) => eventId).toSorted(),
    );
    expect(troubled).toBe(EVENT_PROBLEMS.length);
  });

  test("keeps copies for rehearsals apart from sales, whatever is wrong with them", () => {
    const copy = event("copy", {
      isTest: true,
      waiting: 9_000,
      problems: ["stale"],
      nextAt: "2030-05-01T10:00:00Z",
    });
    const all = [...events, copy];
    for (const filter of ["now", "coming", "attention", "all", "active"] as const) {
      expect(ids(all, { filter })).toEqual(ids(events, { filter }));
    }
    expect(ids(all, { filter: "tests" })).toEqual(["copy"]);
    expect(listEvents(all, listing).counts).toMatchObject({ now: 3, all: 5, tests: 1 });
  });

  test("finds by parts of the name and the id, whatever their order and case", () => {
    const named = [
      event("evt1", { name: "Spring Sale Vienna" }),
      event("evt2", { name: "Autumn" }),
    ];
    expect(ids(named, { search: " vienna SPRING " })).toEqual(["evt1"]);
    expect(ids(named, { search: "evt2" })).toEqual(["evt2"]);
    expect(ids(named, { search: "winter" })).toEqual([]);
  });
});

test("a thousand events are told page by page, each once, and a page too far is the last", () => {
  const events = Array.from({ length: 1_000 }, (_, index) => event(`e${index}`));
  const seen: string[] = [];
  for (let page = 1; page <= 20; page += 1) seen.push(...ids(events, { page }));
  expect(new Set(seen).size).toBe(1_000);
  const last = listEvents(events, { ...listing, page: 99 });
  expect([last.page, last.pages, last.events.length]).toEqual([20, 20, EVENTS_PER_PAGE]);
  expect(listEvents([], { ...listing, page: 4 })).toMatchObject({ page: 1, pages: 1, events: [] });
});
