import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { isConfigSignature } from "@/lib/secrets/config-signer";
import type { ServiceContext } from "@/lib/services/ground/context";
import { listConfigKeys } from "@/lib/services/sites/publication/list-config-keys";
import { publish } from "@/lib/services/sites/publication/publish";
import { revealSecret } from "@/lib/services/sites/secret/reveal";
import { createSecret } from "@/test/at-once";
import { addTestMember, auditSentences, createTestCustomer } from "@/test/customer";
import { expectRefused } from "@/test/refusals";
import { deliverPushes } from "./deliver";
import { getPush } from "./get";
import { retryPush } from "./retry";
import { setPushUrl } from "./set-url";

/** A site that takes pushes, until it is told to answer otherwise. */
class Site {
  readonly bodies: string[] = [];
  status = 200;
  private readonly server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      this.bodies.push(Buffer.concat(chunks).toString());
      response.writeHead(this.status);
      response.end();
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/push`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

let context: ServiceContext;
let site: Site;
let url: string;
beforeEach(async () => {
  vi.stubEnv("ALLOWED_PRIVATE_HOSTS", "127.0.0.1");
  context = await createTestCustomer();
  site = new Site();
  url = await site.start();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  site.stop();
  await db().configPush.deleteMany({ where: { customerId: context.customer.id } });
});
afterAll(disconnectDb);

const secretOf = async () => {
  const { id: secretId } = await createSecret(context);
  return (await revealSecret(context, { secretId })).text;
};
const becomeDue = () =>
  db().configPush.updateMany({
    where: { customerId: context.customer.id, nextAttemptAt: { not: null } },
    data: { nextAttemptAt: new Date(0) },
  });

describe("a push", () => {
  test("brings what is published, keyed and signed, to the site", async () => {
    const secret = await secretOf();
    await setPushUrl(context, { url });
    expect(await getPush(context)).toMatchObject({ url, state: "idle" });
    const { text } = await publish(context);
    expect(await getPush(context)).toMatchObject({ state: "waiting", version: 1 });
    await deliverPushes();
    const body = JSON.parse(site.bodies[0] ?? "{}");
    expect(Buffer.from(body.integrationInfo, "hex").toString("utf8")).toBe(text);
    const hash = createHmac("sha256", secret).update(body.integrationInfo).digest("hex");
    expect(body.hash).toBe(hash);
    const [key] = await listConfigKeys(context);
    expect(key && isConfigSignature(key, text, body.signature)).toBe(true);
    expect(await getPush(context)).toMatchObject({
      state: "delivered",
      deliveredVersion: 1,
      problem: null,
    });
    await deliverPushes();
    expect(site.bodies).toHaveLength(1);
  });

  test("that fails is made again, and given up after the sixth attempt", async () => {
    await secretOf();
    site.status = 500;
    await setPushUrl(context, { url });
    await publish(context);
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      expect(await getPush(context)).toMatchObject({ state: "waiting", attempts: attempt - 1 });
      await deliverPushes();
      await becomeDue();
    }
    expect(await getPush(context)).toMatchObject({
      state: "failed",
      attempts: 6,
      problem: "The site returned 500.",
      deliveredVersion: null,
    });
    await deliverPushes();
    expect(site.bodies).toHaveLength(6);
    site.status = 200;
    await retryPush(context);
    await deliverPushes();
    expect(await getPush(context)).toMatchObject({ state: "delivered", problem: null });
  });

  test("of many workers one makes it, and a version published meanwhile comes after it", async () => {
    await secretOf();
    await setPushUrl(context, { url });
    await publish(context);
    await Promise.all([deliverPushes(), deliverPushes(), deliverPushes()]);
    expect(site.bodies).toHaveLength(1);
    await publish(context);
    await publish(context);
    await deliverPushes();
    expect(await getPush(context)).toMatchObject({ state: "delivered", deliveredVersion: 3 });
  });

  test("without a secret says what is missing", async () => {
    await setPushUrl(context, { url });
    await publish(context);
    await deliverPushes();
    expect((await getPush(context))?.problem).toContain("No secret");
    expect(site.bodies).toEqual([]);
  });
});

describe("the address", () => {
  test("gets the newest version as soon as it is set, and nothing once it is taken away", async () => {
    await secretOf();
    await publish(context);
    await setPushUrl(context, { url });
    await deliverPushes();
    expect(site.bodies).toHaveLength(1);
    await setPushUrl(context, { url: "" });
    await publish(context);
    await deliverPushes();
    expect(site.bodies).toHaveLength(1);
    expect(await getPush(context)).toBeNull();
    expect((await auditSentences(context)).filter((text) => text.includes("push"))).toEqual([
      `Ana set ${new URL(url).host} as the site that rules are pushed to`,
      "Ana stopped pushing the rules",
    ]);
  });

  test("is refused in an internal network unless that is allowed", async () => {
    vi.stubEnv("ALLOWED_PRIVATE_HOSTS", "");
    await expect(setPushUrl(context, { url })).rejects.toMatchObject({
      code: "invalid",
      fields: { url: expect.stringContaining("ALLOWED_PRIVATE_HOSTS") },
    });
    await expect(setPushUrl(context, { url: "https://10.0.0.1/" })).rejects.toMatchObject({
      fields: { url: expect.stringContaining("ALLOWED_PRIVATE_HOSTS") },
    });
    expect(await getPush(context)).toBeNull();
  });

  test("a viewer sees it and cannot change it; another customer does not see it", async () => {
    await setPushUrl(context, { url });
    const viewer = await addTestMember(context, "viewer", "Max");
    expect(await getPush(viewer)).toMatchObject({ url });
    await expectRefused([setPushUrl(viewer, { url }), retryPush(viewer)], "forbidden");
    const other = await createTestCustomer();
    expect(await getPush(other)).toBeNull();
    await expect(retryPush(other)).rejects.toMatchObject({ code: "precondition_failed" });
  });
});
