import { alternate, median } from "../harness/medians";
import { timeStart } from "../harness/process-figures";
import type { BenchServers } from "../harness/servers";

const STARTS = 9;

/** How long one process takes until it listens, against Node itself, and its memory then. */
export async function measureStart(servers: BenchServers) {
  const { service } = await servers.describeRoom("start", 1);
  const node = { command: process.execPath, args: ["-e", "0"], env: {} };
  const starts = await alternate(STARTS, {
    room: () => timeStart(service),
    node: () => timeStart(node),
  });
  const roomMs = median(starts.room.map(({ milliseconds }) => milliseconds));
  const nodeMs = median(starts.node.map(({ milliseconds }) => milliseconds));
  return {
    startMs: roomMs,
    startOverNode: roomMs / nodeMs,
    startMegabytes: median(starts.room.map(({ megabytes }) => megabytes)),
  };
}
