import type { Guarantee } from "../mutation";

const LIVES = {
  file: "tools/lives/lives.db.test.ts",
  name: "what broke a promise once keeps it: …",
};

export const LIVES_OF_EVENTS: Guarantee = {
  document: "docs/guarantees.md",
  title: "Lives with operators",
  rows: [
    {
      id: "sold-out-for-good-in-lives",
      file: "waiting-room/client/hear.ts",
      holds: "who was called and read that all is sold hears when more is there",
      broken: "their page asks no more",
      edits: [{ find: "CLOSED_ASK_MS * (1 + 0.5 * random)", replace: "86_400_000" }],
      tests: [LIVES],
    },
    {
      id: "edited-schedule-in-lives",
      file: "lib/services/event/plan-change.ts",
      holds: "a run goes on as the schedule that is shown says",
      broken: "it keeps the end that it was opened with",
      edits: [
        {
          find: "...toEventColumns(settings), ...times };",
          replace: "...toEventColumns(settings), ...times, endAt: event.endAt };",
        },
      ],
      tests: [LIVES],
    },
    {
      id: "silent-edit-in-lives",
      file: "lib/domain/schedule/edit.ts",
      holds: "what an edit of schedules changes at once is said before",
      broken: "it is not",
      edits: [
        {
          find: "effectsOf(event, { ...after, occurrence: null, ...kept }, nowMs)",
          replace: "[]",
        },
      ],
      tests: [LIVES],
    },
    {
      id: "called-beyond-units-in-lives",
      file: "lib/line/lua/window.lua",
      holds: "*your turn* is said to no more than there are units for",
      broken: "to as many as there are slots for",
      edits: [{ find: ",\n    admissionsLeft(line, stock))", replace: ")" }],
      tests: [LIVES],
    },
  ],
};
