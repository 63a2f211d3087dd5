import type { Guarantee } from "../mutation";

const COPIES = "test/waiting-room/test-copy.redis.test.ts";
const LIVE = "workers/rehearsals.db.test.ts";
const RUNS = "lib/services/rehearsal/recorded-run.db.test.ts";

export const REHEARSALS: Guarantee = {
  document: "docs/guarantees.md",
  title: "Rehearsals",
  rows: [
    {
      id: "rehearsal-at-the-shop",
      file: "rehearsal/live/play-live.ts",
      holds: "no request of a test visitor leaves for the customer's site, wherever they are sent",
      broken: "they go where they are sent",
      edits: [{ find: "new HttpClient({ dial, hosts })", replace: "new HttpClient({ dial })" }],
      tests: [
        {
          file: "rehearsal/live/play-live.test.ts",
          name: "no test visitor goes on to the customer's shop, whoever sends them there …",
        },
      ],
    },
    {
      id: "rehearsal-token-at-the-shop",
      file: "waiting-room/visit/admission.ts",
      holds: "whoever is let in at a copy comes to the real site marked, and without a token",
      broken: "with a token, as from a sale",
      edits: [{ find: "settings.isTest === true && ", replace: "settings.isTest === null && " }],
      tests: [
        {
          file: COPIES,
          name: "who is let in at a test copy comes to the customer's site marked, and without a token",
        },
        {
          file: COPIES,
          name: "… also where nobody waits, so that the first request goes straight in",
        },
      ],
    },
    {
      id: "rehearsal-once",
      file: "lib/services/rehearsal/start-live.ts",
      holds: "one live rehearsal at a time in an installation",
      broken: "as many as are started",
      edits: [{ find: "if (others === 0) return;", replace: "if (others >= 0) return;" }],
      tests: [
        {
          file: LIVE,
          name: "a live rehearsal › runs once at a time in the whole installation, for those who may",
        },
      ],
    },
    {
      id: "rehearsal-as-it-stands",
      file: "lib/services/rehearsal/copy-event.ts",
      holds: "a copy has nothing of how the event stands at the moment",
      broken: "it lets everybody through where the event does",
      edits: [
        {
          find: "outflowPerMinute: plan.outflowPerMinute,",
          replace: "outflowPerMinute: plan.outflowPerMinute, letThrough: event.letThrough,",
        },
      ],
      tests: [
        {
          file: LIVE,
          name: "a live rehearsal › opens a copy that queues, however the event stands at the moment",
        },
      ],
    },
    {
      id: "rehearsal-left-behind",
      file: "lib/services/rehearsal/remove-copies.ts",
      holds: "nothing of a copy is left in either store",
      broken: "its row and its secret stay",
      edits: [{ find: "    await tx.event.delete({ where: { id } });\n", replace: "" }],
      tests: [
        {
          file: LIVE,
          name: "a live rehearsal › leaves nothing behind: the copy is closed, and soon removed from both stores",
        },
      ],
    },
    {
      id: "rehearsal-in-reports",
      file: "lib/services/report/list.ts",
      holds: "no report tells of a copy",
      broken: "its runs are listed with the others",
      edits: [{ find: "    testOf: null,\n", replace: "" }],
      tests: [
        {
          file: "lib/services/report/report.db.test.ts",
          name: "the report of a run › of somebody else, and of a test copy, is not found",
        },
      ],
    },
    {
      id: "rehearsal-in-limits",
      file: "lib/services/event/customer-limits.ts",
      holds: "… nor any limit of the customer",
      broken: "it counts as an event",
      edits: [{ find: "      testOf: null,\n", replace: "" }],
      tests: [
        {
          file: "lib/services/event/test-copy.db.test.ts",
          name: "the copy that a rehearsal plays with is in no list, no figure and no limit of the customer",
        },
      ],
    },
    {
      id: "rehearsal-of-a-long-run",
      file: "lib/services/rehearsal/real-run.ts",
      holds: "of a long run a what-if reads two days, and says so",
      broken: "as if that were all",
      edits: [
        {
          find: "isCut: inTime.length < rows.length || first.lastHour > firstHour + HOURS_MORE,",
          replace: "isCut: false,",
        },
      ],
      tests: [
        {
          file: RUNS,
          name: "the arrivals of a what-if from a recorded run › of a run that is ten times longer than what can be played are its first two days, and say so",
        },
      ],
    },
  ],
};
