import { defineScript } from "../define-script";
import { promising } from "../effects";

/**
 * What the site reported about its visitors: the visit is `over`, or the visitor is `active`. An
 * active one takes the seat again even above the cap, since they are on the site; without a cap only
 * seats that have a name are renewed. Whose visit is over may join anew. Answers how many seats are taken now, 0 without a cap.
 */
export const runSeatReports = promising(
  defineScript({
    name: "seat-reports",
    keys: ["line", "seats", "unnamedSeats", "over", "buyers", "buyerUnits"],
    args: {},
    members: { kind: "string", queueId: "string" },
    reply: { taken: "integer" },
    refusals: [],
  }),
  ["visits-over"],
  (_, __, reports) => {
    const queueIds = reports.flatMap(({ kind, queueId }) => (kind === "over" ? [queueId] : []));
    return queueIds.length === 0 ? [] : [{ kind: "visits-over", runId: null, queueIds }];
  },
);
