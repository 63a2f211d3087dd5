import type { Guarantee } from "../mutation";

const ONCE_TESTS = "test/waiting-room/once.redis.test.ts";

/** What holds while a visitor who was let in has a seat. */
export const ONCE_FOR_THE_SEAT: Guarantee["rows"] = [
  {
    id: "seat-forgotten",
    file: "waiting-room/visit/visit.ts",
    holds: "whoever is in holds no other place until the seat ends",
    broken: "until ten minutes after the admission",
    edits: [
      { find: "return now < seatEndsAtMs", replace: "return false" },
      {
        find: "Math.max(firstAdmittedAtMs + LINE.renewMs, sessionEndMs)",
        replace: "firstAdmittedAtMs + LINE.renewMs",
      },
    ],
    tests: [
      { file: ONCE_TESTS, name: "whoever was let in › takes no second place after … minutes" },
    ],
  },
  {
    id: "seat-by-new-settings",
    file: "waiting-room/place/place-bytes.ts",
    holds: "… as it was when they were let in",
    broken: "the place does not say when it ends",
    edits: [{ find: "admission?.seatEndsAtMs ?? place.seenAtMs", replace: "place.seenAtMs" }],
    tests: [
      {
        file: ONCE_TESTS,
        name: "whoever was let in › keeps the seat that they were given, also when sessions become shorter",
      },
    ],
  },
  {
    id: "reported-seat-unknown",
    file: "waiting-room/visit/visit.ts",
    holds: "… or until the site's reports say",
    broken: "only the place is asked",
    edits: [
      { find: "const endsAtMs = await line.seatEnd(place);", replace: "const endsAtMs = 0;" },
    ],
    tests: [
      {
        file: ONCE_TESTS,
        name: "under an active cap the site's reports count › a visit that it reports as going on leaves no room for a second place",
      },
      {
        file: ONCE_TESTS,
        name: "under an active cap the site's reports count › a visit that it reports as over has ended: no token, and a new place",
      },
    ],
  },
  {
    id: "session-for-nothing",
    file: "lib/line/scripts/enter.lua",
    holds: "a session that is over is not renewed",
    broken: "it is while the seat lasts",
    edits: [{ find: "LINE.renewMs, sessionEndMs)", replace: "LINE.renewMs, seatEndMs)" }],
    tests: [
      {
        file: ONCE_TESTS,
        name: "whoever was let in › is not let in again for nothing after a session of 20 minutes, at …",
      },
    ],
  },
  {
    id: "straight-in-twice",
    file: "waiting-room/visit/visit.ts",
    holds: "who went straight in holds no second place either",
    broken: "only those who waited count",
    edits: [{ find: ' || redirectType === "safetynet"', replace: "" }],
    tests: [{ file: ONCE_TESTS, name: "who went straight in holds no second place either" }],
  },
  {
    id: "any-cookie",
    file: "waiting-room/place/cookies.ts",
    holds: "of several cookies the one whose seat lasts counts",
    broken: "the lowest number does",
    edits: [{ find: "if (seatA !== seatB) return seatA > seatB;", replace: "" }],
    tests: [
      {
        file: ONCE_TESTS,
        name: "whoever was let in › of several cookies the one whose seat lasts counts, then the place that waits",
      },
    ],
  },
  {
    id: "visit-ended-twice",
    file: "lib/line/lua/leaves.lua",
    holds: "a visitor ends a visit once",
    broken: "each time the seat is freed",
    edits: [{ find: "if isFirst then", replace: "if true then" }],
    tests: [
      {
        file: ONCE_TESTS,
        name: "ending the visit › frees the seat once, not one that the site has reported since",
      },
    ],
  },
  {
    id: "token-of-an-ended-visit",
    file: "lib/line/scripts/enter.lua",
    holds: "a visit that has ended gets no token",
    broken: "its claim is not compared with that",
    edits: [{ find: 'if isVisitOver(keys, id, shownId) then return "spent" end', replace: "" }],
    tests: [
      { file: ONCE_TESTS, name: "ending the visit › leaves a claim nothing to come back with" },
    ],
  },
  {
    id: "later-version-forged",
    file: "waiting-room/place/place.ts",
    holds: "a place of a later version is kept",
    broken: "it is replaced",
    edits: [
      {
        find: 'isLater(version) && isWhole(length) ? "unknown-key"',
        replace: 'false ? "unknown-key"',
      },
    ],
    tests: [
      { file: ONCE_TESTS, name: "a place of a later version is kept: no process replaces it" },
    ],
  },
  {
    id: "returns-of-all-tokens",
    file: "waiting-room/routes/enter.ts",
    holds: "returns are counted for each token",
    broken: "all of them together",
    edits: [
      {
        find: "before?.admittedAtMs === admittedAtMs ? before.returns : 0",
        replace: "before?.returns ?? 0",
      },
    ],
    tests: [
      {
        file: ONCE_TESTS,
        name: "a site that refuses its visitors › has two returns with each token, not with all of them",
      },
    ],
  },
  {
    id: "no-way-back",
    file: "waiting-room/routes/join.ts",
    holds: "whom a site has refused gets in by a button once it is repaired",
    broken: "the button leads to the same page again",
    edits: [
      {
        find: "await admittedUrl(context, { line, exchange }, standing, target),",
        replace: "queuePageOf(exchange, visit.event, target),",
      },
    ],
    tests: [
      {
        file: ONCE_TESTS,
        name: "a site that refuses its visitors › gets them back once it is repaired, by the button of the page",
      },
    ],
  },
];
