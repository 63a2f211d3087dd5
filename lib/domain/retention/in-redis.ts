import type { PersonalData } from "@/lib/domain/personal-data";
import { visitor } from "./held-of-people";

const UNTIL_SEAT_ENDS = "until the visit ends, at most a day";
const UNTIL_NEXT_RUN = "until the next run";

const recent = visitor(
  "queue id, number, hashed claim and times of recent admissions",
  "repeated requests get the same pass; lost arrivals can be renewed",
  "while it can be renewed, at most two visits",
);
const joins = visitor(
  "half of a random join id, number",
  "repeated joins get the same number",
  "up to two hours; with a draw until the groups are signed",
);
const sources = visitor(
  "keyed hashes of addresses, networks, identities and browsers without a cookie, with their joins",
  "join limits",
  "until the next run; always-on events: a day",
);
const sums = visitor(
  "keyed hashes of addresses, with their joins at all events",
  "join limits",
  "twenty minutes",
);
const used = visitor(
  "hashed queue id, pass and reporter",
  "each pass is used once",
  "validity of a pass and ten minutes",
);

/**
 * Every key of Redis, by what stands behind the customer and event in it: what it says about a person, or
 * null. Fields of hashes with declared fields are plain figures: `test/retention.test.ts` has all of them.
 */
export const DATA_IN_REDIS = {
  installation: null,
  line: null,
  epochs: null,
  spent: null,
  confirmed: null,
  "presence-due": visitor(
    "queue numbers that confirmed presence",
    "absent visitors take no slots",
    "seconds",
  ),
  "recent-even": recent,
  "recent-odd": recent,
  "joins-even": joins,
  "joins-odd": joins,
  admissions: visitor(
    "queue id, number, time and staff link of admissions",
    "transfer to Postgres",
    "seconds, or until Postgres is back",
  ),
  figures: null,
  minutes: null,
  asking: visitor("queue numbers that found no slot", "they keep their turn", "seconds"),
  seats: visitor("queue ids of visitors on the site", "active cap", UNTIL_SEAT_ENDS),
  ended: null,
  over: visitor(
    "queue ids whose visits the site reported as over",
    "ended visits are not renewed",
    UNTIL_SEAT_ENDS,
  ),
  "unnamed-seats": null,
  buyers: visitor(
    "queue ids with reserved or bought units",
    "stock is not sold twice",
    "until the reservation ends, or a day after the sale",
  ),
  "buyer-units": visitor(
    "units by queue id",
    "stock is not sold twice",
    "as long as the reservation or sale",
  ),
  "join-counts": sources,
  "join-sketch": sources,
  "join-sums-even": sums,
  "join-sums-odd": sums,
  marks: visitor("reasons that count against a place, by queue number", "scores", UNTIL_NEXT_RUN),
  rights: visitor(
    "key of an enqueue token (possibly an e-mail address), token id, join id, number, queue id",
    "one key holds one place",
    UNTIL_NEXT_RUN,
  ),
  "ended-rights": visitor("the same of the run before", "unused codes are returned", "seconds"),
  moves: visitor(
    "queue ids of transferred places, with transfers",
    "the old device cannot enter",
    UNTIL_NEXT_RUN,
  ),
  "move-codes": visitor(
    "hashed transfer code and the sealed place",
    "transfer to another device",
    "ten minutes or until used; removed by the next run at the latest",
  ),
  codes: null,
  "code-uses": null,
  "draw-groups": null,
  "draw-order": null,
  draw: null,
  published: null,
  "fairness-reports": null,
  "status-page": null,
  "address-lists": visitor(
    "listed network addresses; one may be a person's",
    "access rules and scores",
    "until the customer deletes the list",
  ),
  hosts: null,
  pulls: null,
  "pull-times": null,
  "api-key-uses": null,
  "api-requests": null,
  reports: null,
  "used-even": used,
  "used-odd": used,
  guesses: visitor(
    "hashed address or network, with wrong codes",
    "codes cannot be guessed",
    "ten minutes",
  ),
  notices: visitor(
    "sealed: e-mail address or push subscription, queue id, number, language",
    "notifications",
    "seconds, or until Postgres is back",
  ),
  "notice-limits": visitor(
    "keyed hash of an e-mail address, address or place, with requests",
    "nobody gets many e-mails",
    "ten minutes",
  ),
  "notice-stops": null,
  "audit-anchors": null,
  "audit-alarms": null,
  nodes: null,
  presence: null,
  "lines-in-use": null,
  ticked: null,
  "ticked-whole": null,
  "times-told": null,
} as const satisfies Readonly<Record<string, PersonalData | null>>;
