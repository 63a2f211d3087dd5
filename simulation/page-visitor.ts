import en from "@/lib/domain/page-texts/languages/en.json";
import type { Answer, Step } from "@/waiting-room/client/answer";
import { keepsakesOf } from "@/waiting-room/client/keepsakes";
import { startSession } from "@/waiting-room/client/session";
import type { Agenda } from "./agenda";
import type { PageServer } from "./page-server";
import type { Random } from "./random";

/** There and back again over the network. */
const NETWORK_MS = { least: 30, most: 150 } as const;

/** What one page asked and when, in simulated milliseconds; null is not yet. */
export type PageVisit = {
  readonly number: number;
  readonly joinedAtMs: number;
  readonly asked: { readonly step: Step; readonly atMs: number }[];
  /** When the page knew that its number is served. */
  knewAtMs: number | null;
  admittedAtMs: number | null;
};

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
} as const;

/** What pages share. */
export type PageWorld = {
  readonly agenda: Agenda;
  readonly server: Pick<PageServer, "answer">;
  readonly random: Random;
};

/** True when an answer has come whose page has not acted upon it yet. */
let hasNews = false;

type Visiting = {
  readonly number: number;
  readonly hidden?: boolean;
  /** How often somebody touches the page; never without one. */
  readonly touchEveryMs?: number | undefined;
};

/** Runs the waiting page's own client for one visitor until it is let in. */
export function visitPage(
  { agenda, server, random }: PageWorld,
  { number, hidden = false, touchEveryMs }: Visiting,
): PageVisit {
  const visit: PageVisit = {
    number,
    joinedAtMs: agenda.nowMs,
    asked: [],
    knewAtMs: null,
    admittedAtMs: null,
  };
  const kept = new Map<string, string>();
  const store = {
    get: (key: string) => kept.get(key) ?? null,
    set: (key: string, value: string) => void kept.set(key, value),
  };
  const oneWayMs = () => NETWORK_MS.least / 2 + (random() * NETWORK_MS.most) / 2;
  const session = startSession(PAGE, {
    nowMs: () => agenda.nowMs,
    random,
    ask: (question) => {
      visit.asked.push({ step: question.step, atMs: agenda.nowMs });
      return new Promise((resolve) => {
        const reply = (answer: Answer) =>
          agenda.after(oneWayMs(), () => {
            resolve(answer);
            hasNews = true;
          });
        agenda.after(oneWayMs(), () => server.answer(number, question, reply));
      });
    },
    after: (ms, run) => {
      let isOff = false;
      agenda.after(ms, () => {
        if (!isOff) run();
      });
      return () => {
        isOff = true;
      };
    },
    show: ({ line }) => {
      if (line !== null && line.serving >= number) visit.knewAtMs ??= agenda.nowMs;
    },
    go: () => {
      visit.admittedAtMs = agenda.nowMs;
    },
    keepsakes: keepsakesOf("demo:sale", store, () => "x".repeat(22)),
    keptPlace: { read: () => null, keep: () => {}, forget: () => {} },
  });
  if (hidden) session.wake(true);
  if (touchEveryMs !== undefined) {
    agenda.every(touchEveryMs, () => {
      if (visit.admittedAtMs === null) session.touch();
      return visit.admittedAtMs === null;
    });
  }
  return visit;
}

/** Lets time pass for pages: each acts upon an answer before time goes on. */
export async function runPages(agenda: Agenda, untilMs: number): Promise<void> {
  while (agenda.step(untilMs)) {
    if (!hasNews) continue;
    hasNews = false;
    await new Promise(setImmediate);
  }
}
