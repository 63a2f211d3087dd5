import type { RoomProblem } from "@/lib/domain/overview/overview";

type Words = {
  /** What stands in the table. */
  readonly label: string;
  /** What it means, and what to do. */
  readonly explanation: string;
  readonly tone: "danger" | "warning" | "default";
};

/** What is wrong at a waiting room, in words. */
export const PROBLEM_WORDS: Record<RoomProblem, Words> = {
  "line-lost": {
    label: "No line",
    explanation: "Redis does not have its line. The worker makes it again; is the worker running?",
    tone: "danger",
  },
  stale: {
    label: "Stands still",
    explanation: "Nothing has moved its line for a quarter of a minute. Is the worker running?",
    tone: "danger",
  },
  recovering: {
    label: "Recovering",
    explanation: "Redis lost something. Nobody enters until it is certain who was let in.",
    tone: "warning",
  },
  "soft-block": {
    label: "Under attack",
    explanation: "Everybody gets a challenge before joining, until it is switched off.",
    tone: "warning",
  },
  governed: {
    label: "Site is slow",
    explanation: "The governor lets fewer in than is set, because the site answers slowly.",
    tone: "warning",
  },
  behind: {
    label: "Old settings",
    explanation: "The newest settings have not reached its line yet. Is the worker running?",
    tone: "warning",
  },
  "sold-out": {
    label: "Sold out",
    explanation: "Everything is sold. Those who wait are told so.",
    tone: "default",
  },
  paused: {
    label: "Paused",
    explanation: "Nobody enters; everybody keeps their place.",
    tone: "warning",
  },
};
