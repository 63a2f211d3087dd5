import { createHmac, randomBytes } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { makeEnqueueToken } from "@/connectors/src/core/enqueue-token";
import type { PublishedSecret } from "@/lib/line/commands/published";
import { enqueueTokenCrypto } from "@/lib/secrets/enqueue-token-crypto";
import { seal } from "@/lib/secrets/seal";
import { startTestRoom } from "@/test/waiting-room";

const { call, customerId, id, master, open, publish, secret } = startTestRoom();

/** A further secret: its text, and how it is published. */
function another(fields: Partial<PublishedSecret> = {}) {
  const text = randomBytes(36).toString("hex");
  const sealed = seal(master, `secret:${customerId}`, text);
  const published = { id: `sec_${text.slice(0, 6)}`, sealed, eventId: null, isActive: false };
  return { text, published: { ...published, ...fields } };
}

const first = (isActive = true): PublishedSecret => ({
  id: "sec_1",
  sealed: seal(master, `secret:${customerId}`, secret),
  eventId: null,
  isActive,
});

beforeEach(() => publish({ secrets: [first()] }));

type Opened = Awaited<ReturnType<typeof open>>;

/** An event that lets everybody in at once. */
const openWide = () => open({ method: "passthrough" });

/** Goes in and tells which of the secrets signed the token. */
async function signerOf(opened: Opened, secrets: Readonly<Record<string, string>>) {
  const reply = await call("GET", opened.page, { headers: { "sec-fetch-mode": "navigate" } });
  const token = new URL(reply.headers.location ?? "").searchParams.get("queueittoken") ?? "";
  const [text = "", hash = ""] = token.split("~h_");
  return Object.entries(secrets).find(
    ([, value]) => createHmac("sha256", value).update(text).digest("hex") === hash,
  )?.[0];
}

function joinWithToken(
  opened: Opened,
  signedWith: string,
  eventId: string | undefined = opened.settings.eventId,
) {
  const enqueueToken = makeEnqueueToken(
    {
      customerId,
      ...(eventId === "" ? {} : { eventId }),
      tokenIdentifier: crypto.randomUUID(),
      issuedAtMs: Date.now(),
      expiresAtMs: Date.now() + 60_000,
    },
    signedWith,
    enqueueTokenCrypto,
  );
  return call("POST", `${opened.base}/join`, { form: { joinId: id(), enqueueToken } });
}

test("a staged secret signs nothing, an activated one signs at once, wherever it stands", async () => {
  const next = another();
  await publish({ secrets: [next.published, first()] });
  const secrets = { first: secret, next: next.text };
  expect(await signerOf(await openWide(), secrets)).toBe("first");
  await publish({ secrets: [first(false), { ...next.published, isActive: true }] });
  expect(await signerOf(await openWide(), secrets)).toBe("next");
});

test("tokens of an event are signed with its own secret once that is active, others are not", async () => {
  const [sale, other] = [await openWide(), await openWide()];
  const own = another({ eventId: sale.settings.eventId });
  const secrets = { ofCustomer: secret, ofEvent: own.text };
  await publish({ secrets: [first(), own.published] });
  expect(await signerOf(sale, secrets)).toBe("ofCustomer");
  await publish({ secrets: [first(), { ...own.published, isActive: true }] });
  expect(await signerOf(sale, secrets)).toBe("ofEvent");
  expect(await signerOf(other, secrets)).toBe("ofCustomer");
});

test("without an active secret nobody is let in", async () => {
  await publish({ secrets: [first(false)] });
  const opened = await openWide();
  const reply = await call("GET", opened.page, {
    headers: { accept: "text/html;q=1, application/json" },
  });
  expect([reply.status, JSON.parse(reply.body).code]).toEqual([503, "no-secret"]);
});

test("enqueue tokens of the old secret count while it is accepted, and not after", async () => {
  const next = another({ isActive: true });
  await publish({ secrets: [next.published, first(false)] });
  expect((await joinWithToken(await open({ inviteOnly: true }), secret)).status).toBe(200);
  await publish({ secrets: [next.published] });
  const refused = await joinWithToken(await open({ inviteOnly: true }), secret);
  expect(JSON.parse(refused.body).code).toBe("invitation-invalid");
});

test("a secret of one event signs enqueue tokens for it alone, and only those that name it", async () => {
  const [sale, other] = [await open({ inviteOnly: true }), await open({ inviteOnly: true })];
  const own = another({ eventId: sale.settings.eventId, isActive: true });
  await publish({ secrets: [first(), own.published] });
  expect((await joinWithToken(sale, own.text)).status).toBe(200);
  expect((await joinWithToken(sale, secret)).status).toBe(200);
  expect((await joinWithToken(other, own.text)).status).toBe(403);
  expect((await joinWithToken(sale, own.text, "")).status).toBe(403);
  expect((await joinWithToken(sale, secret, "")).status).toBe(200);
});
