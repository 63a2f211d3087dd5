import { Redis as OneRedis } from "ioredis";

/**
 * Lets a connection send what it is told in one go, at the end of what runs now: each write costs this process and Redis a
 * system call, which is more than most commands cost. Nothing waits for anything but what runs already.
 */
export function writeTogether(redis: OneRedis): void {
  redis.sendCommand = (command, stream) => {
    holdBack(redis.stream);
    // Of the class, since metrics put theirs in its place.
    return OneRedis.prototype.sendCommand.call(redis, command, stream);
  };
}

/** There is no stream before the first connection. */
function holdBack(stream: OneRedis["stream"] | undefined): void {
  if (stream === undefined || stream.destroyed || stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
