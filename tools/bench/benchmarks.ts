import type { Benchmark } from "./harness/benchmark";

/** Every benchmark by its name on the command line; each is loaded when it is asked for. */
export const BENCHMARKS: Readonly<Record<string, () => Promise<Benchmark>>> = {
  edgeworker: async () => (await import("./edgeworker/benchmark")).edgeworker,
  connector: async () => (await import("./connector/benchmark")).connector,
  "waiting-room": async () => (await import("./waiting-room/benchmark")).waitingRoom,
  scale: async () => (await import("./scale/benchmark")).scale,
  page: async () => (await import("./page/benchmark")).page,
  cdn: async () => (await import("./cdn/benchmark")).cdn,
  cluster: async () => (await import("./cluster/benchmark")).cluster,
  standing: async () => (await import("./standing/benchmark")).standing,
  "idle-events": async () => (await import("./idle-events/benchmark")).idleEvents,
  console: async () => (await import("./console/benchmark")).consoleBench,
  api: async () => (await import("./api/benchmark")).apiBench,
  challenge: async () => (await import("./challenge/benchmark")).challenge,
};
