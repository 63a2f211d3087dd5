import { expect, test } from "vitest";
import en from "@/lib/domain/page-texts/languages/en.json";
import { publicLineOf } from "@/test/public-line";
import { type Answer, NO_ANSWER } from "./answer";
import type { Question } from "./ask";
import { keepsakesOf } from "./keepsakes";
import { keptPlaceOf } from "./kept-place";
import { startSession } from "./session";

const PAGE = {
  customerId: "demo",
  eventId: "sale",
  runId: 1,
  linePath: "/line/demo/sale",
  eventName: "Sale",
  target: "https://shop.example/tickets",
  placed: false,
  joinable: true,
  sessionEnded: false,
  laterUrl: "/assets/later.js",
  textsUrl: "/texts.json",
  language: "en",
  texts: en.screen,
};

/** A simulated moment-by-moment world in which a visitor's page runs against `answer`. */
function world(answer: (question: Question, nowMs: number) => Answer) {
  const stored = new Map<string, string>();
  const store = {
    get: (key: string) => stored.get(key) ?? null,
    set: (key: string, value: string) => void stored.set(key, value),
  };
  let nowMs = 0;
  let tokens = 0;
  let due: { readonly atMs: number; readonly run: () => void } | null = null;
  const asked: { readonly atMs: number; readonly question: Question; readonly stored: string }[] =
    [];
  const gone: string[] = [];
  const parts = {
    nowMs: () => nowMs,
    random: () => 0.5,
    ask: async (question: Question) => {
      asked.push({ atMs: nowMs, question, stored: JSON.stringify([...stored]) });
      return answer(question, nowMs);
    },
    after: (ms: number, run: () => void) => {
      const mine = { atMs: nowMs + ms, run };
      due = mine;
      return () => {
        if (due === mine) due = null;
      };
    },
    show: () => {},
    go: (url: string) => void gone.push(url),
    keepsakes: keepsakesOf("demo:sale", store, () => {
      tokens += 1;
      return `token${tokens}`.padEnd(22, "x");
    }),
    keptPlace: keptPlaceOf(
      "demo:sale",
      () => ({
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
      }),
      () => nowMs,
    ),
  };
  const runUntil = async (endMs: number) => {
    for (;;) {
      const next: { readonly atMs: number; readonly run: () => void } | null = due;
      if (next === null || next.atMs > endMs) break;
      due = null;
      nowMs = Math.max(nowMs, next.atMs);
      next.run();
      await Promise.resolve();
      await new Promise((resolve) => setImmediate(resolve));
    }
    nowMs = endMs;
  };
  return { parts, asked, gone, runUntil };
}

const movingLine = (nowMs: number) =>
  publicLineOf({
    now: 1_000_000 + nowMs,
    serving: 1_000 + Math.floor((nowMs / 1_000) * 20),
    slots: 20,
  });

test.each(["join", "status", "enter"] as const)(
  "a visitor who is in already is led to the page that says so by the answer to %s, once",
  async (step) => {
    const { parts, asked, gone, runUntil } = world(({ step: asking }) => {
      if (asking === step) return { kind: "inside", pageUrl: "/?c=demo&e=sale" };
      return { kind: "waiting", turn: true, number: 1, line: publicLineOf({ serving: 1 }) };
    });
    startSession({ ...PAGE, placed: step !== "join" }, parts);
    await runUntil(600_000);
    expect(gone).toEqual(["/?c=demo&e=sale"]);
    expect(asked.at(-1)?.question.step).toBe(step);
  },
);

test("a visitor joins, comes near, enters and is taken on, without pressing anything", async () => {
  const number = 5_000;
  const { parts, asked, gone, runUntil } = world(({ step }, nowMs) => {
    const line = movingLine(nowMs);
    if (step === "line") return { kind: "line", line };
    if (step === "near") return { kind: "noted", line };
    if (step === "enter" && number <= line.serving) {
      return { kind: "admitted", number, redirectUrl: "https://shop.example/in" };
    }
    return { kind: "waiting", turn: false, number, line };
  });
  startSession(PAGE, parts);
  await runUntil(600_000);

  const steps = asked.map(({ question }) => question.step);
  expect(steps.slice(0, 1)).toEqual(["join"]);
  expect(steps.filter((step) => step === "join")).toHaveLength(1);
  expect(steps.filter((step) => step === "near")).toHaveLength(1);
  expect(steps.filter((step) => step === "enter")).toHaveLength(1);
  expect(gone).toEqual(["https://shop.example/in"]);
  const nearAtMs = asked[steps.indexOf("near")]?.atMs ?? 0;
  const enterAtMs = asked[steps.indexOf("enter")]?.atMs ?? 0;
  expect(1_000 + (nearAtMs / 1_000) * 20).toBeGreaterThanOrEqual(number - 600);
  expect(enterAtMs - 200_000).toBeLessThan(2_000);
  expect(asked.length).toBeLessThan(60);
});

test("a join without an answer is repeated with the same id", async () => {
  let attempts = 0;
  const { parts, asked, runUntil } = world(({ step }, nowMs) => {
    if (step !== "join") return { kind: "line", line: movingLine(nowMs) };
    attempts += 1;
    return attempts < 3
      ? NO_ANSWER
      : { kind: "waiting", turn: false, number: 4_000, line: movingLine(nowMs) };
  });
  startSession(PAGE, parts);
  await runUntil(10_000);
  const forms = asked.filter(({ question }) => question.step === "join");
  expect(forms.map(({ question }) => question.form)).toEqual([
    { joinId: "token1xxxxxxxxxxxxxxxx", t: PAGE.target },
    { joinId: "token1xxxxxxxxxxxxxxxx", t: PAGE.target },
    { joinId: "token1xxxxxxxxxxxxxxxx", t: PAGE.target },
  ]);
});

test("what makes a request repeatable is stored before the request is sent", async () => {
  const { parts, asked, runUntil } = world(({ step }, nowMs) => {
    const line = publicLineOf({ now: 1_000_000 + nowMs, serving: 4_000 });
    if (step === "enter") return NO_ANSWER;
    if (step === "near") return { kind: "noted", line: null };
    return step === "line"
      ? { kind: "line", line }
      : { kind: "waiting", turn: false, number: 4_000, line };
  });
  startSession(PAGE, parts);
  await runUntil(30_000);
  for (const { question, stored } of asked) {
    const token = question.form?.["joinId"] ?? question.form?.["claim"];
    if (token !== undefined) expect(stored).toContain(token);
  }
  const claims = asked.flatMap(({ question }) => question.form?.["claim"] ?? []);
  expect(claims.length).toBeGreaterThan(2);
  expect(new Set(claims).size).toBe(1);
});

test("a visitor who pressed 'join again' comes with a new id", async () => {
  const { parts, asked, runUntil } = world(({ step }, nowMs) => {
    if (step === "enter") return { kind: "spent" };
    return { kind: "waiting", turn: false, number: 900, line: movingLine(nowMs) };
  });
  const session = startSession(PAGE, parts);
  await runUntil(3_000);
  expect(session.visitor().place.kind).toBe("again");
  session.joinAgain();
  await runUntil(4_000);
  const ids = asked.flatMap(({ question }) => question.form?.["joinId"] ?? []);
  expect(new Set(ids).size).toBe(2);
});

test("check-ins and the entry say for how long the visitor still counts", async () => {
  const number = 9_000;
  const { parts, asked, runUntil } = world(({ step }, nowMs) => {
    const line = movingLine(nowMs);
    if (step === "line") return { kind: "line", line };
    if (step === "near") return { kind: "noted", line: null };
    if (step === "enter") return { kind: "admitted", number, redirectUrl: "https://shop.example/" };
    return { kind: "waiting", turn: false, number, line };
  });
  startSession(PAGE, parts);
  await runUntil(600_000);
  const told = asked.filter(({ question: { step } }) => ["join", "status", "enter"].includes(step));
  expect(told.length).toBeGreaterThanOrEqual(4);
  told.slice(1).forEach(({ question, atMs }, index) => {
    const left = question.form?.["left"] ?? /left=(\d+)(?:&|$)/.exec(question.path)?.[1];
    expect(Number(left)).toBe(Math.round((told[index]?.atMs ?? 0) + 360_000 - atMs));
  });
});

test("a line that is full is joined by the same join once it has room", async () => {
  const { parts, asked, runUntil } = world(({ step }, nowMs) => {
    const line = movingLine(nowMs);
    if (step === "line") return { kind: "line", line };
    return asked.length < 3
      ? { kind: "full", retryAfterMs: 1_000 }
      : { kind: "waiting", turn: false, number: 5_000, line };
  });
  startSession(PAGE, parts);
  await runUntil(60_000);
  const joins = asked.filter(({ question }) => question.step === "join");
  expect(joins.length).toBeGreaterThan(1);
  expect(new Set(joins.map(({ question }) => question.form?.["joinId"])).size).toBe(1);
});

test.each([true, false])(
  "what the page has kept counts beside a place that is new (%s), and not beside another",
  (isNew) => {
    const { parts } = world(() => NO_ANSWER);
    parts.keptPlace.keep("sealed");
    startSession({ ...PAGE, placed: true, isNew }, parts);
    expect(parts.keptPlace.read()).toBe(isNew ? "sealed" : null);
  },
);

test("an answer that asks for an instant repeat does not become a flood", async () => {
  const { parts, asked, runUntil } = world((_, nowMs) => {
    const line = publicLineOf({ now: 1_000_000 + nowMs, serving: 4_000 });
    return { kind: "wait", retryAfterMs: 0, line };
  });
  startSession({ ...PAGE, placed: true }, parts);
  await runUntil(10_000);
  expect(asked.length).toBeLessThan(40);
});

test("questions go to the addresses of this event and run, one at a time, and name the language", async () => {
  const { parts, asked, runUntil } = world(({ step }, nowMs) => {
    const line = movingLine(nowMs);
    if (step === "near") return { kind: "noted", line: null };
    return step === "line"
      ? { kind: "line", line }
      : { kind: "waiting", turn: false, number: 1_300, line };
  });
  startSession({ ...PAGE, kept: { cid: "en-US" } }, parts);
  await runUntil(12_000);
  const paths = asked.map(({ question }) => question.path.replace(/&left=\d+/, ""));
  expect(new Set(paths)).toEqual(
    new Set([
      "/line/demo/sale/join?language=en&cid=en-US",
      "/line/demo/sale/near?again=1&language=en&cid=en-US",
      "/line/demo/sale/1/line.json?language=en",
      "/line/demo/sale/status?t=https%3A%2F%2Fshop.example%2Ftickets&language=en&cid=en-US",
    ]),
  );
});

test.each([
  [{}, "language=en"],
  [{ isOwn: true as const }, "lane=0&language=en"],
  [{ lane: 2 }, "lane=2&language=en"],
])("of a line that says %j the page reads its own lane again", async (said, query) => {
  const { parts, asked, runUntil } = world(({ step }, nowMs) => {
    const line = { ...movingLine(nowMs), ...said };
    if (step === "near") return { kind: "noted", line: null };
    return step === "line"
      ? { kind: "line", line }
      : { kind: "waiting", turn: false, number: 1_300, line };
  });
  startSession(PAGE, parts);
  await runUntil(12_000);
  const paths = asked.filter(({ question }) => question.step === "line");
  expect(new Set(paths.map(({ question }) => question.path.split("?")[1]))).toEqual(
    new Set([query]),
  );
});

test("what the server hands over is kept, and shown with each personal question and no other", async () => {
  let answers = 0;
  const line = movingLine(0);
  const { parts, asked, runUntil } = world(({ step }) => {
    answers += 1;
    if (step === "line") return { kind: "line", line };
    return { kind: "waiting", number: 3_000, turn: false, line, kept: `sealed${answers}` };
  });
  startSession(PAGE, parts);
  await runUntil(300_000);
  const shown = asked.map(({ question: { step, place } }) => [step, place]);
  expect(shown[0]).toEqual(["join", "-"]);
  const checkIn = shown.find(([step]) => step === "status");
  expect(checkIn?.[1]).toMatch(/^sealed\d$/);
  const lines = shown.filter(([step]) => step === "line");
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.every(([, place]) => place === undefined)).toBe(true);
});

test("the server's own cookie counts more than what was kept before", async () => {
  const line = movingLine(0);
  const { parts, asked, runUntil } = world(() => ({
    kind: "waiting",
    number: 3_000,
    turn: false,
    line,
  }));
  parts.keptPlace.keep("older");
  startSession({ ...PAGE, placed: true }, parts);
  await runUntil(1_000);
  expect(asked[0]?.question).toMatchObject({ step: "status", place: "-" });
});
