import type { EventProblem } from "@/lib/domain/overview/overview";

type Words = {
  /** What stands in the table. */
  readonly label: string;
  /** What it means, and what to do. */
  readonly explanation: string;
  readonly tone: "danger" | "warning" | "default";
};

/** What is wrong with an event, in words. */
export const PROBLEM_WORDS: Record<EventProblem, Words> = {
  "line-lost": {
    label: "No line",
    explanation:
      "The line is missing from Redis. The worker restores it. Check that the worker is running.",
    tone: "danger",
  },
  stale: {
    label: "Stalled",
    explanation: "The line has not moved for 30 seconds. Check that the worker is running.",
    tone: "danger",
  },
  recovering: {
    label: "Recovering",
    explanation: "Redis lost data. Nobody is admitted until it is certain who was admitted before.",
    tone: "warning",
  },
  "soft-block": {
    label: "Under attack",
    explanation: "Every visitor solves a challenge before joining until you switch it off.",
    tone: "warning",
  },
  governed: {
    label: "Site is slow",
    explanation: "The governor has lowered the outflow because the site responds slowly.",
    tone: "warning",
  },
  behind: {
    label: "Old settings",
    explanation:
      "The latest settings have not reached the line yet. Check that the worker is running.",
    tone: "warning",
  },
  "sold-out": {
    label: "Sold out",
    explanation: "Everything is sold. Waiting visitors are told.",
    tone: "default",
  },
  unarmed: {
    label: "Won't open",
    explanation:
      "This event is still a draft, so it won't open at its start time. Schedule it on its page.",
    tone: "warning",
  },
  paused: {
    label: "Paused",
    explanation: "Nobody is admitted; every visitor keeps their place.",
    tone: "warning",
  },
};
