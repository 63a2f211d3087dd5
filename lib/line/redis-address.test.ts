import { expect, test } from "vitest";
import { redisTarget } from "./redis-address";

test.each(["redis://127.0.0.1:6379", "rediss://me:s3cret@redis.example:6380/3"])(
  "the address %s is the driver's own",
  (url) => {
    expect(redisTarget(url)).toEqual({ url });
  },
);

test("three Sentinels and the name of a master", () => {
  expect(redisTarget("redis+sentinel://one:26379,two:26380,three/queue")).toMatchObject({
    sentinels: [
      { host: "one", port: 26_379 },
      { host: "two", port: 26_380 },
      { host: "three", port: 26_379 },
    ],
    name: "queue",
    db: 0,
  });
});

test("passwords of Redis and of Sentinel, a number of the database, IPv6, and TLS", () => {
  expect(
    redisTarget(
      "rediss+sentinel://me:p%40ss%2Fword@[::1]:5000/the-master/4?sentinelUsername=us&sentinelPassword=p%26q",
    ),
  ).toMatchObject({
    sentinels: [{ host: "::1", port: 5_000 }],
    name: "the-master",
    db: 4,
    username: "me",
    password: "p@ss/word",
    sentinelUsername: "us",
    sentinelPassword: "p&q",
    tls: {},
    sentinelTLS: {},
    enableTLSForSentinelMode: true,
  });
  expect(redisTarget("redis+sentinel://:s3cret@one/m")).toMatchObject({ password: "s3cret" });
  expect(redisTarget("redis+sentinel://one/m")).not.toHaveProperty("password");
});

test("some nodes of a cluster, with and without credentials and TLS", () => {
  expect(redisTarget("redis+cluster://one,two:7000,[::1]:7001")).toEqual({
    nodes: [
      { host: "one", port: 6_379 },
      { host: "two", port: 7_000 },
      { host: "::1", port: 7_001 },
    ],
  });
  expect(redisTarget("rediss+cluster://me:p%40ss@one/")).toEqual({
    nodes: [{ host: "one", port: 6_379 }],
    username: "me",
    password: "p@ss",
    tls: {},
  });
});

test.each([
  "",
  "localhost:6379",
  "http://localhost",
  "redis+sentinel://:s3cret@one:26379",
  "redis+sentinel:///queue",
  "redis+sentinel://one:x/queue",
  "redis+sentinel://one:0/queue",
  "redis+sentinel://one:99999/queue",
  "redis+sentinel://one,,two/queue",
  "redis+cluster://",
  "redis+cluster://one,,two",
  "redis+cluster://:s3cret@one:0",
  // A cluster has no numbered databases.
  "redis+cluster://one/1",
])("%j is refused with the forms that there are, and without what may be a password", (url) => {
  expect(() => redisTarget(url)).toThrow(/^Set REDIS_URL to .*redis\+sentinel:\/\/.*\.$/);
  expect(() => redisTarget(url)).not.toThrow(/s3cret/);
});
