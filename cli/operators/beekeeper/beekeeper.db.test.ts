import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { disconnectDb } from "@/lib/db/client";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { getEvent } from "@/lib/services/event/manage/get";
import type { ServiceContext } from "@/lib/services/ground/context";
import { newApiKey, startTestApi } from "@/test/api-server";
import { createTestCustomer } from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { disconnectLineRedis } from "@/tools/shared/line-redis";
import { runStanchion } from "../../run-stanchion";

let api: Awaited<ReturnType<typeof startTestApi>>;
let context: ServiceContext;
let file = "";
const redis = connectRedis(testRedisUrl());
beforeAll(async () => {
  await waitForRedis(redis, 10_000);
  api = await startTestApi();
});
beforeEach(async () => {
  context = await createTestCustomer();
  vi.stubEnv("STANCHION_URL", api.url);
  vi.stubEnv("STANCHION_API_KEY", await newApiKey(context));
  file = join(await mkdtemp(join(tmpdir(), "sale-")), "stanchion.yaml");
});
afterAll(async () => {
  api.close();
  redis.disconnect();
  disconnectLineRedis();
  await disconnectDb();
});

async function stanchion(...args: readonly string[]) {
  const [printed, noted]: [string[], string[]] = [[], []];
  const ending = await runStanchion([...args, "--file", file], {
    print: (line) => printed.push(line),
    note: (line) => noted.push(line),
  });
  return { ending, printed: printed.join("\n"), noted: noted.join("\n") };
}

const ANSWERS = [
  ...["--name", "Spring sale", "--final-url", "https://shop.example/drop"],
  ...["--rate", "120", "--dynamic", "yes"],
];
const saleNow = () => getEvent(context, { eventId: "springsale" });

test("a sale is asked for, deployed, switched off and on again, and destroyed", async () => {
  expect(await stanchion("init", ...ANSWERS)).toMatchObject({ ending: 0 });
  expect(await readFile(file, "utf8")).toContain("outflowPerMinute: 120");
  const deployed = await stanchion("deploy", "--yes");
  expect(deployed, deployed.noted).toMatchObject({ ending: 0 });
  const link = `/${context.customer.wireId}/springsale`;
  expect(deployed.printed).toMatch(new RegExp(`^Link: +https?://\\S+${link}$`, "m"));
  expect(deployed.printed).toContain(`${link}/client`);
  expect(deployed.printed).toContain("Your server still sends it to everybody");
  expect(await saleNow()).toMatchObject({ status: "open", outflowPerMinute: 120 });
  const again = await stanchion("deploy", "--yes", "--json");
  expect([again.ending, JSON.parse(again.printed).events.length]).toEqual([0, 1]);

  expect(await stanchion("off", "--yes")).toMatchObject({ ending: 0 });
  expect(await saleNow()).toMatchObject({ letThrough: true });
  expect(await stanchion("on")).toMatchObject({ ending: 0 });
  expect(await saleNow()).toMatchObject({ letThrough: false });
  expect(await stanchion("destroy", "--yes")).toMatchObject({ ending: 0 });
  await expect(saleNow()).rejects.toMatchObject({ code: "not_found" });
});

test("what cannot be right is refused before anything is written or changed", async () => {
  const wrong = await stanchion("init", ...ANSWERS, "--rate", "5");
  expect([wrong.ending, wrong.noted]).toEqual([64, expect.stringContaining("from 10 to 3000")]);
  expect((await stanchion("init", "--rate", "50")).noted).toContain("--name");
  await expect(readFile(file)).rejects.toThrow();
  expect(await stanchion("deploy", "--yes")).toMatchObject({ ending: 1 });
  await stanchion("init", ...ANSWERS);
  expect(await stanchion("init", ...ANSWERS)).toMatchObject({ ending: 1 });
  for (const act of ["deploy", "off", "destroy"]) {
    expect((await stanchion(act)).noted, act).toContain("Use --yes");
  }
  await expect(saleNow()).rejects.toMatchObject({ code: "not_found" });
});
