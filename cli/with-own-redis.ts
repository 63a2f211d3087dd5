import { requireOwnRedis } from "@/lib/line/commands/installation-mark";
import type { Redis } from "@/lib/line/redis-client";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import type { CommandName } from "@/lib/settings/require-settings";
import { withRedis } from "./with-redis";

/** The same for work that changes something: it is refused in the Redis of another installation. */
export function withOwnRedis<Result>(
  name: CommandName,
  work: (redis: Redis) => Promise<Result>,
): Promise<Result> {
  return withRedis(name, async (redis) => {
    await requireOwnRedis(redis, masterKeysFromEnvironment());
    return work(redis);
  });
}
