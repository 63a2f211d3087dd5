import type { TableData } from "./held-data";
import { maker, user, visitor } from "./held-of-people";

const AS_ADMISSIONS = "90 days (`RETENTION_ADMISSIONS_DAYS`)";
const admission = (what: string) =>
  visitor(what, "no number is admitted twice, even after a loss of Redis", AS_ADMISSIONS);

/** The tables of what happened in the runs of events. */
export const RUNS_IN_POSTGRES = {
  Run: {
    plain: [
      "id",
      "eventId",
      "number",
      "openedAt",
      "lineCreatedAt",
      "lanes",
      "endedAt",
      "codesReturnedAt",
    ],
  },
  // Counts of all visitors together; kept as long as admissions.
  HourFigure: { plain: ["runId", "lane", "hour", "part", "kind", "counts"] },
  // What is published of a draw holds hashes of groups, counts and keys: nothing that leads to a visitor.
  Draw: {
    plain: [
      "runId",
      "commitment",
      "commitmentHash",
      "commitmentSignature",
      "publicKey",
      "freeze",
      "groups",
      "excluded",
      "typedValue",
      "typedAt",
      "beacon",
      "file",
      "createdAt",
      "settledAt",
    ],
    secret: ["sealedSecret"],
  },
  // Counts and digests of all visitors together: nothing that leads to one of them.
  RunReport: { plain: ["runId", "text", "countedAt"] },
  PublishedReport: {
    plain: ["id", "runId", "file", "publishedAt"],
    personal: { publishedBy: maker() },
  },
  ReportMail: {
    plain: ["runId", "userId", "tries", "dueAt"],
    personal: {
      sentAt: user("when a run's report was mailed", "nobody gets it twice", "as long as the run"),
    },
  },
  LaneCheckpoint: { plain: ["runId", "lane", "last", "serving", "holes", "at"] },
  EventCheckpoint: {
    plain: [
      "eventId",
      "lineTimeMs",
      "at",
      "limits",
      "limitsVersion",
      "governor",
      "processIds",
      "storedThroughMs",
      "database",
    ],
  },
  Admission: {
    plain: ["id", "runId", "lane", "renewal", "redirectType", "isOutOfTurn"],
    personal: {
      queueId: admission("queue id, which the site knows"),
      queueNumber: admission("queue number"),
      admittedAt: admission("time of admission"),
    },
  },
} as const satisfies Readonly<Record<string, TableData>>;
