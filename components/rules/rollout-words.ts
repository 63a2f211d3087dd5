import type { ConnectorView } from "@/lib/services/sites/connector/connector-view";

/** How far a version has come among the connectors that were heard of late; null while nobody can tell. */
export function rolloutWords(
  version: number | null,
  connectors: readonly ConnectorView[] | null,
): string | null {
  if (connectors === null) return null;
  const heard = connectors.filter(({ state }) => state.type !== "silent");
  if (version === null) return waitingWords(heard.length);
  if (heard.length === 0) {
    return connectors.length === 0
      ? "No connector has fetched the rules yet."
      : "No connector has fetched the rules in 15 minutes.";
  }
  const current = heard.filter(({ runsVersion }) => runsVersion >= version).length;
  if (current === heard.length) {
    return heard.length === 1
      ? `Your connector runs version ${version}.`
      : `All ${heard.length} connectors run version ${version}.`;
  }
  if (heard.length === 1) {
    const [{ runsVersion } = { runsVersion: 0 }] = heard;
    return `Your connector still runs version ${runsVersion}. It updates within ten minutes.`;
  }
  return `${current} of ${heard.length} connectors run version ${version}. The others update within ten minutes.`;
}

/** Before the first version. */
function waitingWords(count: number): string | null {
  if (count === 0) return null;
  return count === 1
    ? "1 connector is waiting for the first version."
    : `${count} connectors are waiting for the first version.`;
}
