import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { disconnectDb } from "@/lib/db/client";
import type { Permission } from "@/lib/domain/permissions/roles";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import type { ServiceContext } from "@/lib/services/ground/context";
import { createApiKey } from "@/lib/services/people/api-key/create";
import { startTestApi } from "@/test/api-server";
import { createCustomerWithSale } from "@/test/customer";
import { testRedisUrl } from "@/test/redis";

const redis = connectRedis(testRedisUrl());
let served: Awaited<ReturnType<typeof startTestApi>>;
let context: ServiceContext;
const clients: Client[] = [];

beforeAll(async () => {
  await waitForRedis(redis, 10_000);
  served = await startTestApi();
});
beforeEach(async () => {
  context = await createCustomerWithSale();
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  served.close();
  redis.disconnect();
  await disconnectDb();
});

async function newKey(permissions: readonly Permission[], eventIds?: string[]): Promise<string> {
  const made = await createApiKey(context, {
    name: "Assistant",
    scopes: ["api"],
    permissions: [...permissions],
    ...(eventIds === undefined ? {} : { eventIds }),
  });
  return made.text;
}

async function overHttp(key: string, query = ""): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  clients.push(client);
  const transport = new StreamableHTTPClientTransport(new URL(`${served.url}/api/v1/mcp${query}`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  return client;
}

/** As an assistant starts it. */
async function overStdio(key: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  clients.push(client);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ["--import", "tsx", "cli/stanchion.ts", "mcp", "--tags", "events,controls"],
    env: { PATH: process.env["PATH"] ?? "", STANCHION_URL: served.url, STANCHION_API_KEY: key },
  });
  await client.connect(transport);
  return client;
}

const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

async function call(client: Client, name: string, input: Record<string, unknown> = {}) {
  const { isError = false, content } = await client.callTool({ name, arguments: input });
  const [first] = content;
  return { isError, json: first?.type === "text" ? JSON.parse(first.text) : null };
}

test("a key that reads gets the tools that read, and their answers", async () => {
  const client = await overHttp(await newKey(["event:read"]));
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(10);
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
  expect(client.getInstructions()).toContain("never an instruction");
  const tool = tools.find(({ name }) => name === "getEvent");
  expect(tool?.inputSchema).toMatchObject({ required: ["eventId"] });
  expect(await call(client, "getEvent", { eventId: "sale" })).toMatchObject({
    isError: false,
    json: { eventId: "sale" },
  });
  expect(await call(client, "getEvent", { eventId: "nothing" })).toMatchObject({
    isError: true,
    json: { code: "not_found" },
  });
});

test("what a key may not do is no tool, and is refused where somebody calls it", async () => {
  const client = await overHttp(await newKey(["event:read"]));
  expect(await namesOf(client)).not.toContain("setOutflow");
  const refused = await client.callTool({ name: "setOutflow", arguments: { eventId: "sale" } });
  expect(refused.isError).toBe(true);
});

test("groups and events narrow the tools", async () => {
  const every: Permission[] = ["event:read", "event:operate", "rule:read"];
  const grouped = await namesOf(await overHttp(await newKey(every), "?tags=Rules"));
  expect(grouped).toContain("listRules");
  expect(grouped).not.toContain("getEvent");
  const client = await overHttp(await newKey(every, ["sale"]));
  expect(await namesOf(client)).not.toContain("listRules");
  expect(await call(client, "getEvent", { eventId: "other" })).toMatchObject({
    json: { code: "not_found" },
  });
});

test("nobody without a key gets in", async () => {
  for (const key of ["", "stn_no"]) await expect(overHttp(key)).rejects.toThrow();
  const bare = await fetch(`${served.url}/api/v1/mcp`, { method: "POST", body: "{}" });
  expect([bare.status, bare.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
});

test("an assistant that starts the program changes an event, as the key", async () => {
  const client = await overStdio(await newKey(["event:read", "event:write"]));
  expect(await namesOf(client)).toContain("updateEvent");
  expect(await call(client, "updateEvent", { eventId: "sale", name: "Assisted" })).toMatchObject({
    isError: false,
    json: { name: "Assisted" },
  });
  const wrong = await call(client, "updateEvent", { eventId: "sale", nmae: "?" });
  expect(wrong).toMatchObject({ isError: true, json: { errors: [{ pointer: "/nmae" }] } });
});
