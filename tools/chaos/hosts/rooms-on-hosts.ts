import { join } from "node:path";
import { until } from "../../shared/time";
import { findFreePorts } from "../../stack/ports";
import { Supervisor } from "../../stack/processes";
import { describeService } from "../../stack/services";
import type { Cluster } from "../cluster";
import { startDelayedLink } from "./delayed-link";
import { type Backend, isWell } from "./front";
import { type NetworkHost, startNetworkHosts } from "./network-hosts";

export type RoomOnHost = { readonly host: NetworkHost; readonly at: Backend };

const READY_MS = 30_000;

/**
 * One more waiting room of a running system on each of so many hosts of its own, which reach Redis over a link that takes so
 * many milliseconds each way.
 */
export async function startRoomsOnHosts({ stack }: Cluster, count: number, delayMs: number) {
  const hosts = startNetworkHosts(count);
  const redisUrl = new URL(stack.env["REDIS_URL"] ?? "");
  const redis = { host: redisUrl.hostname, port: Number(redisUrl.port) };
  const [first] = hosts;
  if (first === undefined) throw new Error("There is a host at least.");
  // All backs lead to one address of this machine.
  const link = await startDelayedLink(first.gateway, redis, delayMs);
  redisUrl.hostname = first.gateway;
  redisUrl.port = `${link.port}`;
  const supervisor = new Supervisor(join(stack.dataDirectory, "logs"));
  const { waitingRoom: port, waitingRoomTls } = await findFreePorts();
  const own = { WAITING_ROOM_PORT: `${port}`, WAITING_ROOM_TLS_PORT: `${waitingRoomTls}` };
  const env = { ...stack.env, ...own, REDIS_URL: redisUrl.href };
  const rooms = hosts.map((host, index): RoomOnHost => {
    const service = { ...describeService("waiting-room", env), name: `host-${index + 1}` };
    supervisor.run(host.service(service));
    return { host, at: { host: host.address, port } };
  });
  await Promise.all(rooms.map(untilItLetsIn));
  return {
    rooms,
    async close(): Promise<void> {
      await supervisor.close();
      link.close();
    },
  };
}

/** Waits until visitors can join at this room. */
export function untilItLetsIn({ at }: RoomOnHost): Promise<void> {
  return until(`${at.host} reaches the line`, () => isWell(at, "/health/line"), READY_MS);
}
