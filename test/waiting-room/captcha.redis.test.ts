import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  CAPTCHA_PROVIDERS,
  type CaptchaProvider,
  type ChallengeSetting,
  NO_CHALLENGE,
} from "@/lib/domain/challenge/challenge-setting";
import { UNPROTECTED } from "@/lib/domain/protection/protection";
import type { CaptchaChallenge, OfferedChallenge } from "@/lib/domain/visitor-api/visitor-api";
import { readMinutes } from "@/lib/line/commands/minutes";
import { captchaSealContext } from "@/lib/secrets/captcha-seal";
import { seal } from "@/lib/secrets/seal";
import { startCaptchaStandIn } from "@/test/captcha-stand-in";
import { passTime } from "@/test/line";
import { type Reply, startTestRoom } from "@/test/waiting-room";
import { solveWork } from "@/tools/shared/solve-work";

const vendor = await startCaptchaStandIn();
const room = startTestRoom(undefined, {
  trustedProxies: 1,
  captchaOrigins: vendor.origins,
  isExpected: (error) => /as documented|unable to authenticate/.test(String(error)),
});
const HOME = "203.0.113.7";

beforeAll(async () => {
  vendor.state.host = "room.test";
  const sealed = seal(room.master, captchaSealContext(room.customerId), vendor.secret);
  const keys = { siteKey: "the-site-key", sealed };
  await room.publish({
    captchaKeys: CAPTCHA_PROVIDERS.map((provider) => ({ provider, ...keys })),
  });
});
beforeEach(() => {
  vendor.state.mood = "up";
});
afterAll(() => vendor.close());

type Opened = Awaited<ReturnType<typeof room.open>>;

const open = (changes: Partial<ChallengeSetting> = {}, provider: CaptchaProvider = "turnstile") =>
  room.open({
    protection: {
      ...UNPROTECTED,
      challenge: {
        ...NO_CHALLENGE,
        when: "always",
        kind: "captcha",
        difficulty: 8,
        provider,
        ...changes,
      },
    },
  });

function join({ base }: Opened, form: Record<string, string>, address = HOME): Promise<Reply> {
  return room.call("POST", `${base}/join`, { form, headers: { "x-forwarded-for": address } });
}

function challengeIn({ body }: Reply): OfferedChallenge {
  const { status, challenge } = JSON.parse(body);
  expect(status).toBe("challenge");
  return challenge;
}

function captchaIn(reply: Reply): CaptchaChallenge {
  const challenge = challengeIn(reply);
  if (challenge.kind !== "captcha") throw new Error(`It is ${challenge.kind}.`);
  return challenge;
}

const statusOf = ({ body }: Reply): string => JSON.parse(body).status;
const numberOf = ({ body }: Reply): number | undefined => JSON.parse(body).number;
let count = 0;
const newToken = (kind = "good") => {
  count += 1;
  return `${kind}-${count}`;
};
const proofOf = ({ seed }: CaptchaChallenge, token: string) => `captcha.${seed}.${token}`;

async function asked(opened: Opened, address = HOME) {
  const joinId = room.id();
  return { joinId, challenge: captchaIn(await join(opened, { joinId }, address)) };
}

/** Lets the room find out that the vendor is away: its circuit opens. */
async function losesVendor(opened: Opened): Promise<void> {
  vendor.state.mood = "broken";
  for (let tries = 0; tries < 3; tries += 1) {
    const joinId = room.id();
    const offered = challengeIn(await join(opened, { joinId }));
    if (offered.kind !== "captcha") return;
    await join(opened, { joinId, proof: proofOf(offered, newToken()) });
  }
}

describe.each(CAPTCHA_PROVIDERS)("%s", (provider) => {
  test("whoever solves it joins, nobody else does", async () => {
    const opened = await open({}, provider);
    const { joinId, challenge } = await asked(opened);
    expect(challenge).toMatchObject({ provider, siteKey: "the-site-key", joinId });
    const wrong = proofOf(challenge, newToken("unknown"));
    expect(statusOf(await join(opened, { joinId, proof: wrong }))).toBe("challenge");
    const proof = proofOf(challenge, newToken());
    expect(numberOf(await join(opened, { joinId, proof }))).toBe(1);
    // Sent again, it is the same join.
    expect(numberOf(await join(opened, { joinId, proof }))).toBe(1);
  });
});

describe("one token is one join", () => {
  test("a token counts for no other join, address or event", async () => {
    const [opened, other] = [await open(), await open()];
    const { joinId, challenge } = await asked(opened);
    const token = newToken();
    const proof = proofOf(challenge, token);
    const others = [
      join(opened, { joinId: room.id(), proof }),
      join(opened, { joinId, proof }, "203.0.113.8"),
      join(other, { joinId, proof }),
    ];
    for (const reply of await Promise.all(others)) expect(statusOf(reply)).toBe("challenge");
    expect(numberOf(await join(opened, { joinId, proof }))).toBe(1);
    const mine = await asked(opened);
    const stolen = { joinId: mine.joinId, proof: proofOf(mine.challenge, token) };
    expect(statusOf(await join(opened, stolen))).toBe("challenge");
  });

  test("a hundred joins that bring it at once get one number", async () => {
    const opened = await open();
    const token = newToken();
    const joins = await Promise.all(Array.from({ length: 100 }, () => asked(opened)));
    const replies = await Promise.all(
      joins.map(({ joinId, challenge }) =>
        join(opened, { joinId, proof: proofOf(challenge, token) }),
      ),
    );
    expect(replies.filter((reply) => numberOf(reply) !== undefined)).toHaveLength(1);
  });

  test("a seed that is too old is worth nothing", async () => {
    const opened = await open();
    const { joinId, challenge } = await asked(opened);
    await passTime(room.redis, opened.settings, 310_000);
    await (await room.context.lines.find(opened.settings))?.refresh();
    const proof = proofOf(challenge, newToken());
    expect(statusOf(await join(opened, { joinId, proof }))).toBe("challenge");
  });
});

describe("who cannot solve pictures", () => {
  test("gets proof of work, and joins by it", async () => {
    const opened = await open();
    const { joinId } = await asked(opened);
    const work = challengeIn(await join(opened, { joinId, proof: "captcha.other" }));
    if (work.kind !== "work") throw new Error("It is no proof of work.");
    expect(numberOf(await join(opened, { joinId, proof: solveWork(work) }))).toBe(1);
  });
});

describe("while the vendor is away", () => {
  test("`hold` lets nobody in, whatever they say, until it is back", async () => {
    const opened = await open({ whenDown: "hold" });
    const { joinId, challenge } = await asked(opened);
    await losesVendor(opened);
    const claims = ["", "captcha.other", "captcha.unloaded", proofOf(challenge, newToken())];
    for (const proof of claims) {
      const held = captchaIn(await join(opened, { joinId, proof }));
      expect(held.retryAfterMs).toBeGreaterThan(0);
    }
  });

  test("`work` asks for proof of work at once, also of whom it failed", async () => {
    const opened = await open({ whenDown: "work" }, "hcaptcha");
    const { joinId, challenge } = await asked(opened);
    vendor.state.mood = "garbage";
    const failed = await join(opened, { joinId, proof: proofOf(challenge, newToken()) });
    expect(challengeIn(failed).kind).toBe("work");
    await losesVendor(opened);
    const before = vendor.asked.length;
    expect(challengeIn(await join(opened, { joinId: room.id() })).kind).toBe("work");
    expect(vendor.asked).toHaveLength(before);
  });

  test("`join` lets people join within the limits, and who is over them works", async () => {
    const { limits } = UNPROTECTED;
    const opened = await open({ whenDown: "join" }, "recaptcha");
    const { protection = null } = opened.settings;
    const limited = await room.open({
      protection: {
        ...UNPROTECTED,
        ...protection,
        limits: { ...limits, isOn: true, address: { perMinute: 3, perRun: 3 } },
      },
    });
    await losesVendor(limited);
    const replies: Reply[] = [];
    for (let joins = 0; joins < 8; joins += 1) {
      replies.push(await join(limited, { joinId: room.id() }, "198.51.100.20"));
    }
    const joined = replies.filter((reply) => numberOf(reply) !== undefined);
    expect(joined).toHaveLength(3);
    expect(challengeIn(replies.at(-1) ?? joined[0] ?? failed()).kind).toBe("work");
  });

  test("who says that the script does not load gets what nobody can check, a few times", async () => {
    const opened = await open({ whenDown: "join" }, "friendly-captcha");
    const address = "198.51.100.30";
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        join(opened, { joinId: room.id(), proof: "captcha.unloaded" }, address),
      ),
    );
    expect(replies.filter((reply) => numberOf(reply) !== undefined)).toHaveLength(6);
  });

  test("who says so where only busy addresses are asked stays within the limit", async () => {
    const opened = await open({ when: "busy", whenDown: "join" }, "friendly-captcha");
    const { protection } = opened.settings;
    const limits = { ...UNPROTECTED.limits, isOn: true, address: { perMinute: 3, perRun: 3 } };
    const limited = await room.open({ protection: { ...UNPROTECTED, ...protection, limits } });
    const told: string[] = [];
    for (let joins = 0; joins < 5; joins += 1) {
      const form = { joinId: room.id(), proof: "captcha.unloaded" };
      told.push(statusOf(await join(limited, form, "198.51.100.31")));
    }
    expect(told).toEqual(["waiting", "waiting", "waiting", "challenge", "challenge"]);
  });
});

test("without keys of its vendor an event asks for proof of work", async () => {
  const lone = startKeyless(await open());
  expect(challengeIn(await join(await lone, { joinId: room.id() })).kind).toBe("work");
});

/** The same event at a customer whose keys cannot be opened here. */
async function startKeyless(opened: Opened): Promise<Opened> {
  const sealed = seal(room.master, captchaSealContext("globex"), vendor.secret);
  await room.publish({ captchaKeys: [{ provider: "turnstile", siteKey: "other", sealed }] });
  return opened;
}

function failed(): never {
  throw new Error("Nobody answered.");
}

test("what became of challenges is counted by minute", async () => {
  const sealed = seal(room.master, captchaSealContext(room.customerId), vendor.secret);
  await room.publish({ captchaKeys: [{ provider: "turnstile", siteKey: "counted", sealed }] });
  const opened = await open();
  const first = await asked(opened);
  await asked(opened);
  const wrong = proofOf(first.challenge, newToken("unknown"));
  const { joinId } = first;
  const again = captchaIn(await join(opened, { joinId, proof: wrong }));
  await passTime(room.redis, opened.settings, 20_000);
  const line = await room.context.lines.find(opened.settings);
  await line?.refresh();
  await join(opened, { joinId, proof: proofOf(again, newToken()) });
  await line?.refresh();
  const sums = new Map<string, number>();
  for (const { kind, value } of (await readMinutes(room.redis, opened.settings)).figures)
    sums.set(kind, (sums.get(kind) ?? 0) + value);
  expect(Object.fromEntries(sums)).toMatchObject({
    challenged: 2,
    "challenge-failed": 1,
    solved: 1,
    "solved-in-thirty": 1,
  });
});

test("the vendor's script runs in a frame of its own, whose policy alone knows the vendor", async () => {
  const opened = await open({}, "turnstile");
  const page = await room.call("GET", opened.page, { headers: { accept: "text/html" } });
  expect(page.headers["content-security-policy"]).toContain("frame-src 'self'");
  expect(page.headers["content-security-policy"]).not.toContain(vendor.origin);
  const frame = await room.call("GET", `${opened.base}/captcha`, {});
  const policy = String(frame.headers["content-security-policy"]);
  expect(policy).toContain(`script-src 'self' ${vendor.origin}`);
  expect(policy).toContain("frame-ancestors 'self'");
  expect(frame.body).toContain("Try without pictures");
  expect(frame.body).not.toContain(vendor.secret);
  const plain = await room.open({ queueAll: true });
  expect((await room.call("GET", `${plain.base}/captcha`, {})).status).toBe(404);
  const other = await room.call("GET", plain.page, { headers: { accept: "text/html" } });
  expect(other.headers["content-security-policy"]).not.toContain("frame-src");
});
