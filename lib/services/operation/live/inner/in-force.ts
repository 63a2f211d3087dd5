import type { LineSnapshot } from "@/lib/line/commands/snapshot";

/** Whether the newest settings are in force in the line and in every waiting-room process. */
export type InForce = {
  /** The version that was asked for, as stored in the database. */
  readonly settingsVersion: number;
  readonly onAllNodes: boolean;
  /** How many waiting-room processes are alive. */
  readonly nodes: number;
};

/** With no process alive nothing is in force, because no visitor would see it. */
export function inForceOf(
  settingsVersion: number,
  snapshot: Pick<LineSnapshot, "settingsVersion" | "nodes" | "nodesAlive"> | null,
): InForce {
  const nodes = snapshot?.nodes ?? [];
  const versions = [snapshot?.settingsVersion ?? 0, ...nodes.map((node) => node.settingsVersion)];
  const alive = Math.max(snapshot?.nodesAlive ?? 0, nodes.length);
  return {
    settingsVersion,
    onAllNodes: alive > 0 && versions.every((version) => version >= settingsVersion),
    nodes: alive,
  };
}
