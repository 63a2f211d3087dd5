import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { newId } from "@/lib/platform/ids";
import { createEvent } from "@/lib/services/event/manage/create";
import { auditSentences, createTestCustomer, randomWireId, startTestEvent } from "@/test/customer";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";
import { runStanchion } from "../run-stanchion";

let folder: string;
beforeAll(async () => {
  folder = await temporaryDirectory("stanchion-admin-");
});
beforeEach(() => {
  vi.stubEnv("CONSOLE_URL", "https://console.example");
  vi.stubEnv("OUTBOX_DIRECTORY", join(folder, "outbox"));
  vi.stubEnv("SMTP_URL", "");
});
afterAll(disconnectDb);

/** What a command said, and how it ended. */
async function stanchion(line: string) {
  const printed: string[] = [];
  const noted: string[] = [];
  const ending = await runStanchion(line.split(" "), {
    print: (text) => printed.push(text),
    note: (text) => noted.push(text),
  });
  return { ending, printed: printed.join("\n"), noted: noted.join("\n") };
}

const json = async (line: string) => {
  const { ending, printed } = await stanchion(`${line} --json`);
  return { ending, ...JSON.parse(printed) };
};

describe("stanchion admin customers", () => {
  test("makes a customer whose first owner gets in by the printed link", async () => {
    const id = randomWireId();
    const created = await json(
      `admin customers create ${id} --owner ana@${id}.example --name Acme --events 3 --waiting 500`,
    );
    expect(created).toMatchObject({
      ending: 0,
      customer: {
        customerId: id,
        name: "Acme",
        limits: { maxEvents: 3, maxOutflowPerMinute: null, maxWaiting: 500 },
      },
      invitation: { link: expect.stringContaining("https://console.example/invitation?token=") },
    });
    const { printed } = await stanchion("admin customers list");
    expect(printed).toContain(`${id} “Acme”: active`);
    const again = await json(`admin customers create ${id} --owner b@${id}.example`);
    expect(again).toMatchObject({ ending: 1, error: { code: "conflict" } });
    const invitation = await db().invitation.findFirstOrThrow({
      where: { customer: { wireId: id } },
    });
    expect(invitation).toMatchObject({ email: `ana@${id}.example`, role: "owner" });
  });

  test("suspends, limits and resumes one, each of it audited", async () => {
    const context = await createTestCustomer();
    const id = context.customer.wireId;
    expect(await json(`admin customers suspend ${id}`)).toMatchObject({
      customer: { suspension: "hold" },
    });
    expect(await json(`admin customers suspend ${id} --events let-through`)).toMatchObject({
      customer: { suspension: "let-through" },
    });
    expect(await json(`admin customers resume ${id}`)).toMatchObject({
      customer: { suspension: null },
    });
    await json(`admin customers limits ${id} --outflow 300 --events 2`);
    expect(await json(`admin customers limits ${id} --events none`)).toMatchObject({
      customer: { limits: { maxEvents: null, maxOutflowPerMinute: 300 } },
    });
    expect(await auditSentences(context)).toEqual([
      "The installation suspended Test Tickets: nobody is admitted, visitors keep their places",
      "The installation suspended Test Tickets: everyone is let through",
      "The installation resumed Test Tickets",
      "The installation changed the limits of Test Tickets: events from no limit to 2, outflow per minute from no limit to 300",
      "The installation changed the limits of Test Tickets: events from 2 to no limit",
    ]);
  });

  test("says what is wrong, with a code for programs, and ends with 1; wrong usage with 64", async () => {
    expect(await json("admin customers resume nobody")).toMatchObject({
      ending: 1,
      error: { code: "not_found" },
    });
    const told = await stanchion("admin customers resume nobody");
    expect([told.ending, told.noted]).toEqual([1, "Customer nobody does not exist. (not_found)"]);
    expect((await stanchion("admin customers limits nobody --events many")).ending).toBe(64);
    expect((await stanchion("admin customers create x")).ending).toBe(64);
  });

  test("exports one and deletes it then, when it was asked to", async () => {
    const context = await createTestCustomer();
    const id = context.customer.wireId;
    await createEvent(context, {
      eventId: "sale",
      name: "Sale",
      kind: "always-on",
      targetUrl: "https://shop.example/",
    });
    await startTestEvent(context, { eventId: "sale" });
    const file = join(folder, `${id}.ndjson`);
    const exported = await json(`admin customers export ${id} --to ${file}`);
    const text = await readFile(file, "utf8");
    const manifest = JSON.parse(await readFile(`${file}.manifest.json`, "utf8"));
    expect(manifest.sha256).toBe(createHash("sha256").update(text).digest("hex"));
    expect(exported).toMatchObject({ ending: 0, sha256: manifest.sha256, rows: { Event: 1 } });
    const unasked = await stanchion(`admin customers delete ${id}`);
    expect([unasked.ending, unasked.noted]).toEqual([1, expect.stringContaining("Use --yes")]);
    expect(await json(`admin customers delete ${id} --yes`)).toMatchObject({
      ending: 1,
      error: { code: "precondition_failed" },
    });
    const gone = await json(`admin customers delete ${id} --yes --stop-events --without-export`);
    expect(gone).toMatchObject({ ending: 0, customerId: id });
    expect(await db().customer.count({ where: { wireId: id } })).toBe(0);
  });
});

test("stanchion admin invite brings somebody into a customer, or lets them found one", async () => {
  const { customer } = await createTestCustomer();
  const email = `bo@${customer.wireId}.example`;
  const invited = await stanchion(
    `admin invite ${email} --customer ${customer.wireId} --role viewer`,
  );
  expect(invited.printed).toMatch(/^https:\/\/console\.example\/invitation\?token=/);
  expect(await db().invitation.findFirstOrThrow({ where: { email } })).toMatchObject({
    role: "viewer",
    customerId: customer.id,
  });
  expect((await stanchion(`admin invite ${email}`)).printed).toContain("/sign-up?invitation=");
  expect(await json(`admin invite ${email} --customer nobody`)).toMatchObject({
    ending: 1,
    error: { code: "not_found" },
  });
});

test("stanchion admin erase wants one person, and says how much it has erased", async () => {
  expect((await stanchion("admin erase --yes")).noted).toContain("--queue-id, --email");
  const unasked = await stanchion("admin erase --queue-id q-1");
  expect([unasked.ending, unasked.noted]).toEqual([1, expect.stringContaining("Use --yes")]);
  expect(await json("admin erase --queue-id q-1 --yes")).toMatchObject({
    ending: 0,
    admissions: 0,
    customers: [],
  });
  const { customer } = await createTestCustomer();
  const email = `bo@${customer.wireId}.example`;
  await stanchion(`admin invite ${email} --customer ${customer.wireId}`);
  expect(await json(`admin erase --email ${email} --yes`)).toMatchObject({
    invitations: 1,
    customers: [customer.wireId],
  });
});

describe("stanchion admin reset-second-factor", () => {
  test("takes every second factor away, ends all sessions, is audited and told by mail", async () => {
    const context = await createTestCustomer("admin");
    const { id: userId } = context.actor;
    const { email } = await db().user.findUniqueOrThrow({ where: { id: userId } });
    const command = `admin reset-second-factor --email ${email.toUpperCase()} --yes`;
    expect(await json(command)).toMatchObject({
      ending: 1,
      error: { code: "precondition_failed" },
    });
    await giveFactors(userId);
    expect(await json(command)).toMatchObject({
      ...{ ending: 0, app: 1, passkeys: 1, recoveryCodes: 1, sessions: 2 },
      customers: [context.customer.wireId],
    });
    const of = { where: { userId } };
    const left = [
      ...(await Promise.all([db().totpFactor.count(of), db().passkey.count(of)])),
      ...(await Promise.all([db().recoveryCode.count(of), db().session.count(of)])),
      await db().signInChallenge.count(of),
    ];
    expect(left).toEqual([0, 0, 0, 0, 0]);
    expect(await auditSentences(context)).toEqual([
      "The installation removed every second factor of Ana",
    ]);
    const outbox = join(folder, "outbox");
    const files = (await readdir(outbox)).filter((name) => name.endsWith(".txt"));
    const mails = await Promise.all(files.map((name) => readFile(join(outbox, name), "utf8")));
    const told = mails.filter((text) => text.startsWith(`To: ${email}\n`));
    expect(told.join()).toMatch(/removed your passkeys.*signed you out everywhere/);
  });

  test("says what is missing, and does nothing to anybody whom it does not know", async () => {
    const line = `admin reset-second-factor --email ${crypto.randomUUID()}@example.com --yes`;
    expect(await json(line)).toMatchObject({ ending: 1, error: { code: "not_found" } });
    vi.stubEnv("MASTER_KEY", "");
    const { ending, noted } = await stanchion(line);
    expect(ending).not.toBe(0);
    expect(noted).toContain("MASTER_KEY");
    expect(noted).not.toMatch(/^\s+at /m);
  });
});

/** A second factor of each kind, two sessions, and a sign-in that is half done. */
async function giveFactors(userId: string): Promise<void> {
  await db().totpFactor.create({ data: { userId, sealed: "", confirmedAt: new Date() } });
  const id = newId("passkey");
  const key = { credentialId: id, publicKey: new Uint8Array([1]), counter: 0 };
  await db().passkey.create({ data: { id, userId, name: "Key", ...key } });
  await db().recoveryCode.create({ data: { id: newId("recoveryCode"), userId, hash: "x" } });
  for (let count = 0; count < 2; count += 1) {
    const session = { id: newId("session"), userId, browser: "Firefox", address: "192.0.2.1" };
    await db().session.create({ data: session });
  }
  await db().signInChallenge.create({
    data: {
      ...{ tokenHash: newId("session"), purpose: "second-step", userId, data: {} },
      expiresAt: new Date(Date.now() + 60_000),
    },
  });
}
