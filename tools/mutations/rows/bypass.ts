import type { Guarantee } from "../mutation";
import { CHALLENGES } from "./challenges";
import { PROGRAMS } from "./programs";

const SERVER = "test/waiting-room/server.redis.test.ts";
const DOORS = "test/waiting-room/stop-and-pause.redis.test.ts";
const NOBODY_IN = { file: DOORS, name: "… › … › nobody gets in at an event that is …" };
const QUEUE_TOKEN = "connectors/test/queue-token.test.ts";
const FORGED = {
  file: SERVER,
  name: "a forged, altered or foreign place is worth nothing and is replaced by joining",
};
const JUDGED_IN_ORDER = {
  file: QUEUE_TOKEN,
  name: "verifying › the hash is judged before the event, the event before the time, the time before the address",
};
const LINK_MOVED = {
  file: "lib/secrets/staff-link.test.ts",
  name: "staff links › a link cannot be moved to …",
};

export const BYPASS: Guarantee = {
  document: "docs/guarantees.md",
  title: "7. No way around",
  rows: [
    {
      id: "seal-unchecked",
      file: "waiting-room/place/place.ts",
      holds: "the seal of a place is checked",
      broken: "not compared",
      edits: [{ find: "return difference === 0;", replace: "return true;" }],
      tests: [FORGED],
    },
    {
      id: "seal-of-any-event",
      file: "waiting-room/place/place.ts",
      holds: "the seal covers the name of the event",
      broken: "the name is left out",
      edits: [{ find: "bytes.write(name, 0", replace: 'bytes.write("any/", 0' }],
      tests: [FORGED],
    },
    {
      id: "place-of-older-run",
      file: "waiting-room/visit/visit.ts",
      holds: "a place of an older run counts as none",
      broken: "runs are not compared",
      edits: [{ find: " || held.place.runId !== runId", replace: "" }],
      tests: [
        {
          file: "test/waiting-room/guarantees.redis.test.ts",
          name: "a place of an older run is worth nothing, also when its number is called again",
        },
      ],
    },
    {
      id: "stop-not-asked",
      file: "lib/domain/line/permit.ts",
      holds: "a stop is above every way in",
      broken: "not asked",
      edits: [{ find: ' || status === "stopped"', replace: "" }],
      tests: [NOBODY_IN],
    },
    {
      id: "archive-not-asked",
      file: "lib/domain/line/permit.ts",
      holds: "… and so are the archive and a deletion",
      broken: "not asked",
      edits: [{ find: " || isClosed === true", replace: "" }],
      tests: [NOBODY_IN],
    },
    {
      id: "pause-not-asked",
      file: "lib/domain/line/permit.ts",
      holds: "… and a pause, but for staff links",
      broken: "not asked",
      edits: [{ find: '  if (paused && way !== "staff-link") return false;\n', replace: "" }],
      tests: [NOBODY_IN],
    },
    {
      id: "past-a-closed-line",
      file: "lib/line/scripts/outside.lua",
      holds: "a room that has not heard of a stop or a pause lets nobody past the line",
      broken: "the line is not asked",
      edits: [{ find: 'return { "CLOSED" }', replace: "phase = nil" }],
      tests: [
        {
          file: DOORS,
          name: "a room that has not heard of it yet lets nobody past a line that is …",
        },
      ],
    },
    {
      id: "posts-from-anywhere",
      file: "waiting-room/http/http.ts",
      holds: "posts come from the room's own pages",
      broken: "not checked",
      edits: [{ find: 'throw new HttpError("cross-site");', replace: "" }],
      tests: [{ file: SERVER, name: "posts from other sites are refused" }],
    },
    ...PROGRAMS,
    ...CHALLENGES,
    {
      id: "late-call-carried-out",
      file: "lib/line/lua/guard.lua",
      holds: "a call that comes too late does nothing",
      broken: "it is carried out",
      edits: [
        { find: "if call.deadlineMs > 0 and now > call.deadlineMs then", replace: "if false then" },
      ],
      tests: [
        {
          file: "waiting-room/line/guarantees.redis.test.ts",
          name: "a call that arrives after its deadline lets nobody in",
        },
      ],
    },
    {
      id: "token-hash",
      file: "connectors/src/core/secrets.ts",
      holds: "the hash of a token is checked",
      broken: "any will do",
      edits: [
        {
          find: 'return signer ? bindingFaultOf(verifier, credential, [signer]) : "hash";',
          replace: "return signer ? bindingFaultOf(verifier, credential, [signer]) : null;",
        },
      ],
      tests: [
        { file: QUEUE_TOKEN, name: "verifying › a change of field … is found out" },
        JUDGED_IN_ORDER,
      ],
    },
    {
      id: "token-event",
      file: "connectors/src/core/token-fields.ts",
      holds: "a token is for one event",
      broken: "not compared",
      edits: [{ find: 'if (!eventIds.includes(eventId)) return "eventid";', replace: "" }],
      tests: [JUDGED_IN_ORDER],
    },
    {
      id: "token-time",
      file: "connectors/src/core/token-fields.ts",
      holds: "a token expires",
      broken: "its time is not compared",
      edits: [{ find: "Number(expires) >= nowUnixSeconds", replace: "true" }],
      tests: [JUDGED_IN_ORDER],
    },
    {
      id: "staff-link-unsigned",
      file: "lib/secrets/staff-link.ts",
      holds: "a staff link is signed",
      broken: "the signature is not compared",
      edits: [{ find: 'if (!isSigned) return { status: "forged" };', replace: "" }],
      tests: [LINK_MOVED],
    },
    {
      id: "staff-link-for-any-event",
      file: "lib/secrets/staff-link.ts",
      holds: "… for one event of one customer",
      broken: "the signature leaves them out",
      edits: [{ find: ".update(", replace: ".update(payload || " }],
      tests: [LINK_MOVED],
    },
  ],
};
