import type { Guarantee } from "../mutation";

const REUSED = "test/waiting-room/reused-id.db.test.ts";
const FORMER = "lib/services/former-id.db.test.ts";
const PLACES = {
  file: REUSED,
  name: "an event that was deleted and made again … times › takes no place, claim or admission of those before for its own",
};
const ASLEEP = {
  file: REUSED,
  name: "an event that was made again › is known to a process that was asleep meanwhile, which lets nobody in by what it knew",
};
const CREDENTIALS = {
  file: REUSED,
  name: "an event that was made again › knows no access code, move code, staff link or enqueue token of the one before",
};

export const REUSED_IDS: Guarantee = {
  document: "docs/guarantees.md",
  title: "An id that is used again",
  rows: [
    {
      id: "incarnation-not-sealed",
      file: "waiting-room/place/place.ts",
      holds: "a place is worth nothing at another event that got the same id",
      broken: "the seal does not name the incarnation",
      edits: [{ find: "incarnation === null ? `", replace: "incarnation !== undefined ? `" }],
      tests: [
        {
          file: "waiting-room/place/place.test.ts",
          name: "an altered place opens nowhere, nor does one of another event",
        },
        PLACES,
      ],
    },
    {
      id: "incarnation-not-in-keys",
      file: "lib/line/keys.ts",
      holds: "… nor is anything that Redis has of it",
      broken: "keys do not name the incarnation",
      edits: [
        { find: "return incarnation === null ?", replace: "return incarnation !== undefined ?" },
      ],
      tests: [
        {
          file: "lib/line/keys.test.ts",
          name: "each key of an event is another one for another incarnation",
        },
        {
          file: REUSED,
          name: "an event that was made again › has none of the limits, settings or numbers that rooms still know of the one before",
        },
      ],
    },
    {
      id: "incarnation-none",
      file: "lib/services/event/new-incarnation.ts",
      holds: "each new event has an incarnation of its own",
      broken: "it has none",
      edits: [{ find: "return isUpgrade ? null", replace: "return isUpgrade || true ? null" }],
      tests: [
        {
          file: FORMER,
          name: "beside waiting rooms of the version before an id is new, or refused",
        },
      ],
    },
    {
      id: "incarnation-line-kept",
      file: "waiting-room/line/line-refresher.ts",
      holds: "a room gives up the line of a deleted event",
      broken: "it takes the settings of the new one for it",
      edits: [
        {
          find: "line.isGone = settings.incarnation !== incarnation;",
          replace: "line.isGone = false;",
        },
      ],
      tests: [ASLEEP],
    },
    {
      id: "incarnation-line-found",
      file: "waiting-room/line/event-lines.ts",
      holds: "… and looks for the one that has its id now",
      broken: "it goes on with what it has",
      edits: [{ find: "line === undefined || line.isGone", replace: "line === undefined" }],
      tests: [ASLEEP],
    },
    {
      id: "former-staff-link",
      file: "waiting-room/routes/staff.ts",
      holds: "a staff link that a master key signed counts at no event with an incarnation",
      broken: "at every one",
      edits: [
        {
          find: "event.incarnation === null ? [own, ...context.masters] : [own]",
          replace: "[own, ...context.masters]",
        },
      ],
      tests: [CREDENTIALS],
    },
    {
      id: "former-enqueue-token",
      file: "lib/domain/enqueue-token/read-enqueue-token.ts",
      holds: "an enqueue token of a deleted event counts at no other",
      broken: "by its id alone",
      edits: [{ find: "issuedAtMs > formerDeletedAtMs", replace: "issuedAtMs > 0" }],
      tests: [CREDENTIALS],
    },
    {
      id: "former-id-free",
      file: "lib/services/event/add-event.ts",
      holds:
        "an id is free when what visitors hold of it is over, and the refusal says when that is",
      broken: "at once",
      edits: [
        { find: "former.freeAt.getTime() > Date.now()", replace: "former.freeAt.getTime() < 0" },
      ],
      tests: [
        {
          file: FORMER,
          name: "the id of an event is free once the longest session of it is over, and the refusal says when",
        },
      ],
    },
    {
      id: "former-id-shortened",
      file: "lib/services/event/find-event.ts",
      holds: "… also where sessions were longer before",
      broken: "the last settings count",
      edits: [{ find: "...keptPasses(event, data), ", replace: "" }],
      tests: [
        {
          file: FORMER,
          name: "a session that was made shorter just before counts as long as it was",
        },
      ],
    },
    {
      id: "former-id-beside-former-rooms",
      file: "lib/services/event/add-event.ts",
      holds: "beside rooms of the version before no id is used again",
      broken: "it is, without an incarnation",
      edits: [
        {
          find: "former !== null && incarnation === null",
          replace: 'former === null && incarnation === null && eventId === ""',
        },
      ],
      tests: [
        {
          file: FORMER,
          name: "beside waiting rooms of the version before an id is new, or refused",
        },
      ],
    },
    {
      id: "former-customer-id",
      file: "lib/services/former-id.ts",
      holds: "the id of a customer is not free before that either",
      broken: "it is",
      edits: [
        {
          find: "former === null || former.freeAt.getTime() <= Date.now()",
          replace: "former !== undefined",
        },
      ],
      tests: [
        {
          file: FORMER,
          name: "the id of a customer is free as late as those of its events, and an hour after it at the least",
        },
      ],
    },
  ],
};
