import type { Guarantee } from "../mutation";

const STANDING = "lib/services/customer/standing.db.test.ts";
const SUSPENSION = "test/waiting-room/suspension.redis.test.ts";
const DELETION = "lib/services/customer/delete.db.test.ts";
const PURGE = "lib/services/retention/purge.db.test.ts";
const ERASURE = "lib/services/retention/erase.db.test.ts";

export const CUSTOMERS: Guarantee = {
  document: "docs/security.md",
  title: "Customers of the installation",
  rows: [
    {
      id: "held-not-paused",
      file: "lib/domain/event/standing.ts",
      holds: "nobody gets in at a held customer's events: the line itself is paused",
      broken: "not paused",
      edits: [{ find: "    paused: true,\n", replace: "" }],
      tests: [
        { file: SUSPENSION, name: "while a customer is held nobody gets in › …" },
        {
          file: STANDING,
          name: "a suspended customer › stays held when Redis has lost everything",
        },
      ],
    },
    {
      id: "held-outside-open",
      file: "lib/domain/line/permit.ts",
      holds: "… nor by a staff link, for which a pause is no hindrance",
      broken: "not asked",
      edits: [{ find: 'return suspension !== "hold";', replace: "return true;" }],
      tests: [{ file: SUSPENSION, name: "while a customer is held nobody gets in › …" }],
    },
    {
      id: "suspended-not-published",
      file: "lib/services/customer/change-standing.ts",
      holds: "a suspension gives each event a new version, which the line takes",
      broken: "the version stays",
      edits: [{ find: '"settingsVersion" = "settingsVersion" + 1', replace: '"name" = "name"' }],
      tests: [
        {
          file: STANDING,
          name: "a suspended customer › is held in the line and published so, and has everything again when resumed",
        },
      ],
    },
    {
      id: "suspended-open-changed",
      file: "lib/services/event/find-event.ts",
      holds: "what is open while the customer is suspended is not changed",
      broken: "not asked",
      edits: [{ find: "  await refuseWhileSuspended(tx, context, change);\n", replace: "" }],
      tests: [
        {
          file: STANDING,
          name: "a suspended customer › changes nothing that is open, and may stop it",
        },
      ],
    },
    {
      id: "outflow-limit-not-capped",
      file: "lib/domain/event/standing.ts",
      holds: "an outflow above the customer's limit is in force up to it, also one from before",
      broken: "not capped",
      edits: [
        {
          find: "withinLimit(settings.outflowPerMinute, limits.maxOutflowPerMinute)",
          replace: "settings.outflowPerMinute",
        },
      ],
      tests: [
        {
          file: STANDING,
          name: "limits of a customer › an outflow above them is refused, in schedules too, and one from before is capped",
        },
      ],
    },
    {
      id: "event-limit-not-locked",
      file: "lib/services/event/customer-limits.ts",
      holds: "no event beyond the limit, also when several are created at once",
      broken: "without the lock",
      edits: [{ find: "  await lockCustomer(tx, context);\n", replace: "" }],
      tests: [
        {
          file: STANDING,
          name: "limits of a customer › no event beyond them is created or opened, also of two at once",
        },
      ],
    },
    {
      id: "waiting-not-shared",
      file: "lib/domain/event/standing.ts",
      holds: "those who wait at all events together are held to the customer's limit",
      broken: "each event has all of it",
      edits: [
        {
          find: "const room = Math.max(0, maxWaiting - inAll);",
          replace: "const room = maxWaiting;",
        },
      ],
      tests: [
        {
          file: STANDING,
          name: "limits of a customer › those who wait at all events together are limited, and nobody loses a place",
        },
      ],
    },
    {
      id: "deletion-open-events",
      file: "lib/services/customer/delete.ts",
      holds: "a customer is not deleted while people wait",
      broken: "not asked",
      edits: [
        {
          find: "  if (open.length === 0) return;\n",
          replace: "  if (open.length >= 0) return;\n",
        },
      ],
      tests: [
        {
          file: DELETION,
          name: "a deletion › is refused while an event is open, and until all that happened is exported",
        },
      ],
    },
    {
      id: "deletion-leaves-keys",
      file: "lib/line/commands/remove-customer.ts",
      holds: "a deletion leaves no key of any event",
      broken: "only those of the customer",
      edits: [{ find: ":*`]) {", replace: ":none`]) {" }],
      tests: [
        {
          file: DELETION,
          name: "a deletion › leaves nothing of the customer in either store, and all of others",
        },
      ],
    },
    {
      id: "export-with-secrets",
      file: "lib/services/customer/exported-tables.ts",
      holds: "an export has no secret in it",
      broken: "not left out",
      edits: [{ find: "...(data.secret ?? [])", replace: "...(data.secret ?? []).slice(9)" }],
      tests: [
        {
          file: DELETION,
          name: "an export › has everything once, no secret, and a manifest that proves it whole",
        },
      ],
    },
    {
      id: "purge-in-one",
      file: "lib/services/retention/purge.ts",
      holds: "what is old goes in small statements",
      broken: "in one",
      edits: [
        { find: "await removeSome(cutoffs, rows)", replace: "await removeSome(cutoffs, 1e9)" },
      ],
      tests: [
        {
          file: PURGE,
          name: "the purge › removes old admissions in many small statements, of all runs, and no newer one",
        },
      ],
    },
    {
      id: "erased-comes-back",
      file: "lib/services/retention/erase-visitor.ts",
      holds: "what waits in Redis to be stored is erased with the rest",
      broken: "it is stored later",
      edits: [{ find: "  await drainAdmissions(redis, event);\n", replace: "" }],
      tests: [
        {
          file: ERASURE,
          name: "a visitor who is erased › is in neither store any more, while seats and stock count as before",
        },
      ],
    },
  ],
};
