import { expect, test } from "vitest";
import { connectorChanges, type ProcessPull, type WatchedConnectors } from "./connector-changes";
import { SILENT_AFTER_MS } from "./pull-state";

const MINUTE = 60_000;
const NOW = 1_000 * MINUTE;
const published = { version: 3, atMs: 0 };

function pull(minutesAgo: number, change: Partial<ProcessPull> = {}): ProcessPull {
  return {
    ...{ apiKeyId: "key_a", connector: "@stanchion/connector-node/1.0.0", keyIds: [] },
    ...{ seenAtMs: NOW - minutesAgo * MINUTE, servedVersion: 3, servedBefore: 3, configVersion: 3 },
    ...change,
  };
}

/** What is told along a row of looks at these pulls. */
function told(looks: readonly (readonly ProcessPull[])[], since = published) {
  let watched: WatchedConnectors = {};
  return looks.map((pulls) => {
    const after = connectorChanges(watched, pulls, { published: since, nowMs: NOW });
    watched = after.watched;
    return after.changes.map(({ type }) => type);
  });
}

test("a connector that stops asking is silent once, and back once", () => {
  const looks = [[pull(1)], [pull(14)], [pull(16)], [pull(17)], [pull(0)], [pull(1)]];
  expect(told(looks)).toEqual([[], [], ["connector.silent"], [], ["connector.back"], []]);
});

test("a silent connector that is no longer known has an end, and is new when it asks again", () => {
  const looks = [[pull(1)], [pull(16)], [], [], [pull(0)], [pull(20)]];
  const ends = [["connector.silent"], ["connector.removed"], [], [], ["connector.silent"]];
  expect(told(looks)).toEqual([[], ...ends]);
});

test("processes come and go, and versions change, while the connector is not silent", () => {
  const newer = { connector: "@stanchion/connector-node/1.1.0" };
  expect(
    told([
      [pull(1), pull(2)],
      [pull(40), pull(2)],
      [pull(40), pull(1, newer)],
    ]),
  ).toEqual([...[[], [], []]]);
});

test("of two sites each is told of by its own key", () => {
  const looks = [
    [pull(1), pull(1, { apiKeyId: "key_b" })],
    [pull(20), pull(1, { apiKeyId: "key_b" })],
  ];
  let watched: WatchedConnectors = {};
  for (const pulls of looks) {
    const after = connectorChanges(watched, pulls, { published, nowMs: NOW });
    watched = after.watched;
    expect(after.changes.map(({ apiKeyId }) => apiKeyId)).toEqual(
      pulls === looks[1] ? ["key_a"] : [],
    );
  }
});

test("what was never seen active, and what is forgotten, is not told of", () => {
  expect(told([[pull(60)], [pull(61)], [], [pull(60)]])).toEqual([[], [], [], []]);
});

test("old rules count once connectors had the time to ask for newer ones", () => {
  const old = [pull(1, { servedVersion: 2, servedBefore: 2, configVersion: 2 })];
  const fresh = { version: 3, atMs: NOW - SILENT_AFTER_MS };
  expect(told([old], fresh)).toEqual([[]]);
  expect(told([[pull(1)], old, old, [pull(1)], old])).toEqual([
    ...[[], ["connector.outdated"], [], [], ["connector.outdated"]],
  ]);
  const refusing = [pull(1, { configVersion: 1 })];
  const { changes } = connectorChanges({}, refusing, { published, nowMs: NOW });
  expect(changes).toMatchObject([{ type: "connector.outdated", versions: 2, refuses: true }]);
});
