import { DefaultEnqueueTokenProvider } from "@queue-it/connector-javascript";
import { Payload, Token } from "@queue-it/queue-token";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { mintEnqueueToken } from "@/connectors/src/adapters/enqueue-token";
import { importExample } from "@/connectors/test/bundle";
import { readEnqueueToken } from "@/lib/domain/enqueue-token/read-enqueue-token";
import type { Lanes } from "@/lib/domain/lane/lane";
import { enqueueTokenCrypto } from "@/lib/secrets/enqueue-token-crypto";
import { passTime } from "../line";
import { queueRule, ROOM, SHOP, startPublicSite } from "./public-site";

const site = startPublicSite();
const { call, customerId, id, openFor, protect, secret, visitor, goThroughLine } = site;

const TICKETS = `${SHOP}/tickets`;
const VALIDITY_MS = 240_000;
const LANES: Lanes = {
  mode: "ordered",
  defaultLane: "main",
  lanes: [
    { key: "gold", name: "Gold", weight: 1, fromRelativeQuality: 0.8 },
    { key: "main", name: "Main", weight: 1, fromRelativeQuality: null },
  ],
};

type Right = { readonly key?: string; readonly quality?: number; readonly address?: string };

const MAKERS: Readonly<Record<string, (eventId: string, right: Right) => string>> = {
  "the public library": (eventId, { key, quality, address }) => {
    let payload = Payload.Enqueue();
    if (key !== undefined) payload = payload.WithKey(key);
    if (quality !== undefined) payload = payload.WithRelativeQuality(quality);
    const token = Token.Enqueue(customerId).WithEventId(eventId).WithValidity(VALIDITY_MS);
    const bound = address === undefined ? token : token.WithIpAddress(address, "");
    return bound.WithPayload(payload.Generate()).Generate(secret).Token;
  },
  ours: (eventId, { key, quality, address }) =>
    mintEnqueueToken(
      {
        customerId,
        eventId,
        expiresAtMs: Date.now() + VALIDITY_MS,
        key,
        relativeQuality: quality,
        ip: address,
      },
      secret,
    ),
};

describe.each(Object.entries(MAKERS))("an enqueue token made by %s", (_name, make) => {
  const openInvited = () => openFor({ inviteOnly: true, lanes: LANES });

  test("takes its visitor from the site through a line that is by invitation, and back", async () => {
    const opened = await openInvited();
    const { eventId } = opened.settings;
    const enqueueTokens = { getEnqueueToken: () => make(eventId, { key: "user-1" }) };
    await protect([opened], [queueRule(opened, "/tickets")], { enqueueTokens });
    const person = visitor();
    const page = await person.open(TICKETS);
    expect(page.url.search).toMatch(/&enqueuetoken=[\w-]+\.[\w-]+\.[\w-]{43}&t=/);
    const back = await goThroughLine(person, opened, page);
    expect([back.status, back.url.href]).toEqual([200, TICKETS]);
  });

  test("leads to the lane of its quality, and one key to one place on every device", async () => {
    const opened = await openInvited();
    const { eventId } = opened.settings;
    const join = async (right: Right) => {
      const form = { joinId: id(), enqueueToken: make(eventId, right) };
      return JSON.parse((await call("POST", `${opened.base}/join`, { form })).body);
    };
    const first = await join({ key: "user-1", quality: 0.9 });
    expect(first).toMatchObject({ number: 1, line: { lane: 0 } });
    expect(await join({ key: "user-2", quality: 0.2 })).toMatchObject({ line: { lane: 1 } });
    expect(await join({ key: "user-1", quality: 0.9 })).toMatchObject({ number: 1 });
  });

  test("is worth nothing to a visitor at another address, with another secret, or later", async () => {
    const opened = await openInvited();
    const { eventId } = opened.settings;
    const join = async (enqueueToken: string) => {
      const form = { joinId: id(), enqueueToken };
      return JSON.parse((await call("POST", `${opened.base}/join`, { form })).body).code;
    };
    expect(await join(make(eventId, { key: "a", address: "127.0.0.1" }))).toBeUndefined();
    expect(await join(make(eventId, { key: "b", address: "203.0.113.9" }))).toBe(
      "invitation-invalid",
    );
    expect(await join(`${make(eventId, {}).slice(0, -4)}AAAA`)).toBe("invitation-invalid");
    expect(await join(make("another", {}))).toBe("invitation-invalid");
    const early = make(eventId, { key: "c" });
    await passTime(site.redis, opened.settings, VALIDITY_MS + 1_000);
    await site.refresh(opened);
    expect(await join(early)).toBe("invitation-invalid");
  });
});

test("the token maker of the public connector itself leads through the line", async () => {
  const opened = await openFor({ inviteOnly: true });
  const enqueueTokens = new DefaultEnqueueTokenProvider(
    customerId,
    secret,
    VALIDITY_MS,
    "127.0.0.1",
    true,
    Token,
    Payload,
  );
  await protect([opened], [queueRule(opened, "/tickets")], { enqueueTokens });
  const person = visitor();
  const back = await goThroughLine(person, opened, await person.open(TICKETS));
  expect([back.status, back.url.href]).toEqual([200, TICKETS]);
});

test("without a token a line that is by invitation takes nobody", async () => {
  const opened = await openFor({ inviteOnly: true });
  await protect([opened], [queueRule(opened, "/tickets")]);
  const person = visitor();
  const page = await person.open(TICKETS);
  expect(page.url.href.startsWith(`${ROOM}/?`)).toBe(true);
  expect(page.body).toContain("<code>invitation-needed</code>");
  expect((await person.submit(page)).status).toBe(403);
});

test("the example of the documents makes links that the waiting room takes", async () => {
  vi.stubEnv("STANCHION_SECRET", secret);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const { invitationFor } = await importExample("enqueue-tokens", { platform: "node" });
  if (typeof invitationFor !== "function") throw new Error("The example exports no function");
  const { origin, searchParams } = new URL(invitationFor({ id: "member-7", isGold: true }));
  const names = { customerId: "acme", eventId: "springsale" };
  expect([origin, searchParams.get("c"), searchParams.get("e")]).toEqual([
    "https://room.example.com",
    names.customerId,
    names.eventId,
  ]);
  const expected = { ...names, secrets: [secret], nowMs: Date.now(), crypto: enqueueTokenCrypto };
  const reading = readEnqueueToken(searchParams.get("enqueuetoken") ?? "", expected);
  expect(reading).toMatchObject({ ok: true, key: "member-7", relativeQuality: 0.9 });
});
