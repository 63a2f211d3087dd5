import { expect, test } from "vitest";
import type { ConnectorView } from "@/lib/services/connector/connector-view";
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
  [null, [connector(0)], "1 connector is waiting for the first publication."],
  [
    null,
    [connector(0), connector(0), connector(0, true)],
    "2 connectors are waiting for the first publication.",
  ],
  [3, null, null],
  [3, [], "No connector has asked for rules yet."],
  [3, [connector(3, true)], "No connector has asked for rules within fifteen minutes."],
  [3, [connector(3)], "The one connector runs version 3."],
  [3, [connector(3), connector(2, true)], "The one connector runs version 3."],
  [3, [connector(3), connector(4)], "All 2 connectors run version 3."],
  [
    3,
    [connector(2), connector(3)],
    "1 of 2 connectors run version 3. The others ask within ten minutes.",
  ],
  [3, [connector(2)], "The one connector still runs version 2. It asks within ten minutes."],
] as const)("of version %s and %j it says: %s", (version, connectors, words) => {
  expect(rolloutWords(version, connectors)).toBe(words);
});
