import { type LastPull, pullState, SILENT_AFTER_MS } from "./pull-state";

/** The last pull of one process of a connector. */
export type ProcessPull = LastPull & {
  readonly apiKeyId: string;
  /** Name and version: `@stanchion/connector-node/1.0.0`. */
  readonly connector: string;
};

/** What was told last of each connector, by its id; `inactive`: nothing, because nobody has seen it active. */
export type WatchedConnectors = Readonly<
  Record<string, "fine" | "outdated" | "silent" | "inactive">
>;

/** What is new of a connector. */
export type ConnectorChange = {
  readonly connectorId: string;
  readonly apiKeyId: string;
  readonly name: string;
} & (
  | { readonly type: "connector.silent"; readonly seenAtMs: number }
  | { readonly type: "connector.back" }
  | { readonly type: "connector.removed" }
  | { readonly type: "connector.outdated"; readonly versions: number; readonly refuses: boolean }
);

/** The newest rules: 0 before the first. */
type Published = { readonly version: number; readonly atMs: number };

/**
 * What is to be told of a customer's connectors, and what to remember. All processes with one API key and connector count as
 * one, whatever their version: sites start and end processes all the time, and update them. A connector that nobody has seen
 * active is not told of. One that is silent and no longer known (dismissed, too old, lost with Redis) is told to be removed:
 * somebody may be waiting for its end.
 */
export function connectorChanges(
  before: WatchedConnectors,
  pulls: readonly ProcessPull[],
  { published, nowMs }: Now,
): { readonly watched: WatchedConnectors; readonly changes: readonly ConnectorChange[] } {
  const looks = [...groupsOf(pulls)].map(([connectorId, processes]) => {
    const now = { published, nowMs };
    return { connectorId, ...lookAt(connectorId, before[connectorId], processes, now) };
  });
  const watched = Object.fromEntries(looks.map(({ connectorId, state }) => [connectorId, state]));
  const removed = Object.keys(before)
    .filter((id) => before[id] === "silent" && !Object.hasOwn(watched, id))
    .map((id): ConnectorChange => ({ type: "connector.removed", ...partsOf(id) }));
  return { watched, changes: [...looks.flatMap(({ changes }) => changes), ...removed] };
}

type Now = { readonly published: Published; readonly nowMs: number };

/** How one connector stands; `was` is undefined for one that is new. */
function lookAt(
  connectorId: string,
  was: WatchedConnectors[string] | undefined,
  [latest, ...others]: Processes,
  { published, nowMs }: Now,
): { readonly state: WatchedConnectors[string]; readonly changes: readonly ConnectorChange[] } {
  const { apiKeyId, connector, seenAtMs } = latest;
  const names = { connectorId, apiKeyId, name: nameOf(connector) };
  if (nowMs - seenAtMs > SILENT_AFTER_MS) {
    if (was === undefined || was === "inactive") return { state: "inactive", changes: [] };
    const silent = { ...names, type: "connector.silent", seenAtMs } as const;
    return { state: "silent", changes: was === "silent" ? [] : [silent] };
  }
  const behind = furthestBehind([latest, ...others], published, nowMs);
  const back = { ...names, type: "connector.back" } as const;
  const changes: ConnectorChange[] = was === "silent" ? [back] : [];
  if (behind !== null && was !== "outdated") {
    changes.push({ ...names, type: "connector.outdated", ...behind });
  }
  return { state: behind === null ? "fine" : "outdated", changes };
}

type Processes = readonly [ProcessPull, ...ProcessPull[]];

/** Of each connector its processes, the one that asked last first. */
function groupsOf(pulls: readonly ProcessPull[]): ReadonlyMap<string, Processes> {
  const groups = new Map<string, Processes>();
  for (const pull of [...pulls].sort((a, b) => b.seenAtMs - a.seenAtMs)) {
    const id = idOf(pull);
    const held = groups.get(id);
    groups.set(id, held === undefined ? [pull] : [...held, pull]);
  }
  return groups;
}

function idOf({ apiKeyId, connector }: ProcessPull): string {
  return `${apiKeyId} ${nameOf(connector)}`;
}

/** Ids of keys have no space. */
function partsOf(connectorId: string) {
  const [apiKeyId = ""] = connectorId.split(" ", 1);
  return { connectorId, apiKeyId, name: connectorId.slice(apiKeyId.length + 1) };
}

/** Without the version, which stands behind the last slash; of a public connector the user agent as it is. */
function nameOf(connector: string): string {
  return connector.replace(/\/v?\d[^/]*$/, "");
}

/** Connectors ask every five to ten minutes, so for a while after a publication all of them are behind. */
function furthestBehind(
  processes: readonly ProcessPull[],
  { version, atMs }: Published,
  nowMs: number,
): { readonly versions: number; readonly refuses: boolean } | null {
  if (nowMs - atMs <= SILENT_AFTER_MS) return null;
  const states = processes.map((pull) => pullState(pull, { currentVersion: version, atMs: nowMs }));
  const behind = states.filter((state) => state.type === "behind");
  const [furthest] = behind.sort((a, b) => b.versions - a.versions);
  return furthest === undefined ? null : { versions: furthest.versions, refuses: furthest.refuses };
}
