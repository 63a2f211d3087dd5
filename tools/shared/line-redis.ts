import type { Redis } from "@/lib/line/redis-client";

/** Where `lib/services/ground/line-redis.ts` keeps its connection. */
const holder: typeof globalThis & { stanchionLineRedis?: Redis | undefined } = globalThis;

/** Closes the connection through which services read from the line. The next reader opens another. */
export function disconnectLineRedis(): void {
  holder.stanchionLineRedis?.disconnect();
  holder.stanchionLineRedis = undefined;
}
