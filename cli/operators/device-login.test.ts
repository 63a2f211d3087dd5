import { expect, test } from "vitest";
import type { Schemas } from "@/client/src/generated/types";
import { StanchionError } from "@/client/src/stanchion-error";
import { deviceLogin } from "./device-login";

type Outcome = Schemas["LoginOutcome"];

const pending: Outcome = { status: "authorization_pending", interval: 5 };
const apiKey = { text: "stn_1" } as Schemas["CreatedApiKey"];
const approved: Outcome = { status: "approved", customerId: "a", customerName: "A", apiKey };
const away = new StanchionError("away", { status: 0 });

/** Signs in while the server says one thing after the other, and tells what was waited and said. */
async function signIn(...said: readonly (Outcome | StanchionError)[]) {
  const left = [...said];
  const waits: number[] = [];
  const notes: string[] = [];
  const asked: unknown[] = [];
  const client = {
    startLogin: async (input: unknown) => {
      asked.push(input);
      return {
        ...{ deviceCode: "d", userCode: "BCDF-GHJK", verificationUri: "https://c.example/device" },
        ...{ expiresIn: 600, interval: 5 },
      };
    },
    pollLogin: async () => {
      const next = left.shift() ?? pending;
      if (next instanceof StanchionError) throw next;
      return next;
    },
  };
  const wait = async (ms: number) => waits.push(ms);
  const wanted = { access: "viewer", days: 30 } as const;
  const outcome = await deviceLogin(client, wanted, (line) => notes.push(line), wait).catch(
    (error: Error) => error.message,
  );
  return { outcome, waits, notes, asked };
}

test("a key is asked for until a person has approved it", async () => {
  const { outcome, waits, notes, asked } = await signIn(pending, away, pending, approved);
  expect(outcome).toBe(approved);
  expect(waits).toEqual([5_000, 5_000, 5_000, 5_000]);
  expect(notes.join("\n")).toContain("https://c.example/device");
  expect(notes.join("\n")).toContain("BCDF-GHJK");
  expect(asked).toMatchObject([{ name: expect.stringMatching(/^stanchion on /), validDays: 30 }]);
});

test("who is told to slow down does", async () => {
  const { waits } = await signIn({ status: "slow_down", interval: 10 }, approved);
  expect(waits).toEqual([5_000, 10_000]);
});

test("what is refused, has ended or is never decided ends in words", async () => {
  expect((await signIn({ status: "access_denied" })).outcome).toMatch(/refused/);
  expect((await signIn({ status: "expired_token" })).outcome).toMatch(/has ended/);
  const { outcome, waits } = await signIn();
  expect(outcome).toMatch(/has ended/);
  expect(waits).toHaveLength(120);
});

test("what the API refuses is told at once", async () => {
  const { outcome, waits } = await signIn(new StanchionError("No.", { status: 404 }));
  expect([outcome, waits.length]).toEqual(["No.", 1]);
});
