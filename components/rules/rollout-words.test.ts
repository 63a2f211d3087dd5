import { expect, test } from "vitest";
import type { ConnectorView } from "@/lib/services/sites/connector/connector-view";
import { rolloutWords } from "./rollout-words";

const connector = (runsVersion: number, isSilent = false): ConnectorView => ({
  key: `c${runsVersion}${isSilent}`,
  name: "stanchion-node/1.0.0",
  runtime: null,
  network: "",
  apiKeyName: "Shop",
  isApiKeyRevoked: false,
  keyIds: null,
  servedVersion: runsVersion,
  configVersion: runsVersion,
  runsVersion,
  seenAt: "2026-11-23T16:00:00.000Z",
  state: isSilent ? { type: "silent" } : { type: "current" },
});

test.each([
  [null, null, null],
  [null, [], null],
  [null, [connector(0)], "1 connector is waiting for the first version."],
  [
    null,
    [connector(0), connector(0), connector(0, true)],
    "2 connectors are waiting for the first version.",
  ],
  [3, null, null],
  [3, [], "No connector has fetched the rules yet."],
  [3, [connector(3, true)], "No connector has fetched the rules in 15 minutes."],
  [3, [connector(3)], "Your connector runs version 3."],
  [3, [connector(3), connector(2, true)], "Your connector runs version 3."],
  [3, [connector(3), connector(4)], "All 2 connectors run version 3."],
  [
    3,
    [connector(2), connector(3)],
    "1 of 2 connectors run version 3. The others update within ten minutes.",
  ],
  [3, [connector(2)], "Your connector still runs version 2. It updates within ten minutes."],
] as const)("of version %s and %j it says: %s", (version, connectors, words) => {
  expect(rolloutWords(version, connectors)).toBe(words);
});
