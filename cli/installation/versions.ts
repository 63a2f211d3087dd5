import { type Finding, type Findings, finder } from "./finding";

export const VERSIONS_FINDINGS: Findings<"node.too-old" | "postgres.too-old" | "redis.too-old"> = {
  "node.too-old": {
    severity: "error",
    means: "This Node version is not supported.",
    todo: "Install Node 20.19 or newer.",
  },
  "postgres.too-old": {
    severity: "error",
    means: "This Postgres version is not supported.",
    todo: "Install Postgres 15 or newer.",
  },
  "redis.too-old": {
    severity: "error",
    means: "This Redis version is not supported.",
    todo: "Install Redis 7 or newer, or Valkey.",
  },
};

const found = finder(VERSIONS_FINDINGS);

/** The oldest of each that is supported. */
export const OLDEST = { node: "20.19", postgres: "15", redis: "7.0" } as const;

const NAMES = { node: "Node", postgres: "Postgres", redis: "Redis" } as const;

/** Whether something is older than what is supported. */
export function checkVersion(
  what: keyof typeof OLDEST,
  version: string,
  oldest: string = OLDEST[what],
): Finding[] {
  if (!isOlder(numbersOf(version), numbersOf(oldest))) return [];
  return [
    found(`${what}.too-old`, `${NAMES[what]} is ${version}; ${oldest} or newer is required.`),
  ];
}

function numbersOf(version: string): [number, number] {
  const [, major = "0", minor = "0"] = /(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  return [Number(major), Number(minor)];
}

function isOlder([major, minor]: [number, number], [least, leastMinor]: [number, number]): boolean {
  return major < least || (major === least && minor < leastMinor);
}
