import { countedSeconds } from "@/lib/domain/line/check-in";
import type { Answer, Step } from "./answer";
import type { Question } from "./ask";
import { hear, joinAgain, sayHere, touch, wake } from "./hear";
import type { Keepsakes } from "./keepsakes";
import type { KeptPlace } from "./kept-place";
import type { PageData } from "./page-data";
import type { ShowKey } from "./show-key";
import type { After } from "./timer";
import { newVisitor, nextStep, type Visitor } from "./visitor";

/** What a session needs of the world; a browser, a test or a simulation gives it. */
export type World = {
  /** A monotonic clock, in milliseconds. */
  readonly nowMs: () => number;
  /** In [0, 1). */
  readonly random: () => number;
  readonly ask: (question: Question) => Promise<Answer>;
  readonly after: After;
  readonly show: (visitor: Visitor) => void;
  readonly go: (url: string) => void;
  readonly keepsakes: Keepsakes;
  readonly keptPlace: KeptPlace;
  /** True where the browser says that a program steers it. */
  readonly isDriven?: boolean;
  /** Left out where the event asks for no key. */
  readonly showKey?: ShowKey | undefined;
};

export type Session = {
  readonly visitor: () => Visitor;
  /** The tab was shown or hidden, or the network went or came back. */
  readonly wake: (hidden: boolean, online?: boolean) => void;
  /** The visitor touched the page. */
  readonly touch: () => void;
  /** The visitor says to be there. */
  readonly sayHere: () => void;
  readonly joinAgain: () => void;
  /** Joins again with the proof of a challenge; "" asks for another one. */
  readonly prove: (proof: string) => void;
};

/** Whatever the server answers, the same question is not asked again sooner. */
const SHORTEST_REPEAT_MS = 500;
/** Timers do not keep longer delays. */
const LONGEST_DELAY_MS = 2_000_000_000;

/**
 * Takes one visitor through the line: asks one question at a time, when it is due, until the visitor
 * is in or can go no further.
 */
export function startSession(page: PageData, world: World): Session {
  let visitor = newVisitor(page, world.nowMs());
  let isAsking = false;
  let last: { readonly step: Step; readonly atMs: number } | null = null;
  let callOff = () => {};
  let queueId: string | undefined;
  let proof = "";

  const change = (next: Visitor): void => {
    visitor = next;
    keep(world, visitor);
    world.show(visitor);
    plan();
  };
  const plan = (): void => {
    callOff();
    const next = nextStep(visitor);
    if (next === null || isAsking) return;
    const soonestMs = last?.step === next.step ? last.atMs + SHORTEST_REPEAT_MS : 0;
    const dueMs = Math.max(next.atMs, soonestMs) - world.nowMs();
    const delayMs = Math.min(LONGEST_DELAY_MS, Math.max(0, dueMs));
    callOff = world.after(delayMs, () => void act(next.step));
  };
  const askWithKey = async (step: Step): Promise<Answer> => {
    const question = questionOf(step, { page, visitor, world, proof });
    if (world.showKey === undefined || step === "line") return world.ask(question);
    const { runId, clockOffsetMs } = visitor;
    const atMs = Math.round(Math.max(0, world.nowMs() + clockOffsetMs));
    return world.ask({ ...question, key: await world.showKey(step, { runId, queueId, atMs }) });
  };
  const act = async (step: Step): Promise<void> => {
    isAsking = true;
    last = { step, atMs: world.nowMs() };
    const answer = await askWithKey(step);
    isAsking = false;
    if ("kept" in answer && answer.kept) world.keptPlace.keep(answer.kept);
    if (answer.kind !== "failed") proof = "";
    const way = answer.kind === "waiting" ? storedWay(world, answer) : null;
    if (answer.kind === "waiting") {
      queueId = answer.queueId;
      world.keepsakes.forgetJoin();
      world.keepsakes.keepProof("receipt", answer.line.run, answer.receipt);
    }
    const { place } = visitor;
    const heard = { step, answer, way, atMs: world.nowMs(), random: world.random() };
    change(hear(visitor, heard));
    if ("redirectUrl" in visitor.place && !("redirectUrl" in place))
      world.go(visitor.place.redirectUrl);
  };

  // The server has just seen the cookie: it knows better than what was kept of a place before.
  if (page.placed && !page.isNew) world.keptPlace.forget();
  world.show(visitor);
  plan();
  return {
    visitor: () => visitor,
    wake: (hidden, online = true) =>
      change(wake(visitor, { hidden, online, atMs: world.nowMs(), random: world.random() })),
    touch: () => {
      const touched = touch(visitor, { atMs: world.nowMs(), random: world.random() });
      if (touched.dueAtMs === visitor.dueAtMs) visitor = touched;
      else change(touched);
    },
    sayHere: () => change(sayHere(visitor, { atMs: world.nowMs(), random: world.random() })),
    joinAgain: () => change(joinAgain(visitor, world.nowMs())),
    prove: (text) => {
      proof = text;
      change(joinAgain(visitor, world.nowMs()));
    },
  };
}

function keep(world: World, { line, place, runId, way }: Visitor): void {
  world.keepsakes.keepProof("freeze", runId, line?.draw?.freeze);
  if (place.kind === "waiting" && way !== null) world.keepsakes.keepWay(runId, place.number, way);
}

function storedWay(world: World, answer: Extract<Answer, { kind: "waiting" }>) {
  return world.keepsakes.way(answer.line.run, answer.number);
}

type Asking = {
  readonly page: PageData;
  readonly visitor: Visitor;
  readonly world: World;
  readonly proof: string;
};

function questionOf(step: Step, asking: Asking): Question {
  const { page, visitor, world } = asking;
  if (step === "line") {
    const query = new URLSearchParams(lineQuery(asking));
    return { step, path: `${page.linePath}/${visitor.runId}/line.json?${query}`, form: null };
  }
  const isStatus = step === "status";
  const query = new URLSearchParams({
    ...(isStatus && { t: page.target, left: leftMs(asking) }),
    ...(step === "near" && { again: "1" }),
    ...ownQuery(page),
  });
  return {
    step,
    path: `${page.linePath}/${step}?${query}`,
    form: isStatus ? null : formOf(step, asking),
    place: world.keptPlace.read() ?? "-",
  };
}

function formOf(step: Step, asking: Asking): Readonly<Record<string, string>> {
  if (step === "join") return joinForm(asking);
  return step === "enter" ? enterForm(asking) : {};
}

/** The same for everybody of one lane and language, so that it can be kept on the way. */
function lineQuery({ page, visitor: { line } }: Asking): Readonly<Record<string, string>> {
  const { language } = page;
  return line?.lane || line?.isOwn ? { lane: `${line.lane}`, language } : { language };
}

/** In what language the visitor is answered, and what addresses in the answer say of the page's looks. */
function ownQuery({ language, kept }: PageData): Readonly<Record<string, string>> {
  return { language, ...kept };
}

function joinForm({ page, world, proof }: Asking): Readonly<Record<string, string>> {
  const { enqueueToken, lane, rule, served, target: t } = page;
  return {
    joinId: world.keepsakes.joinId(),
    t,
    ...(enqueueToken && { enqueueToken }),
    ...(lane && { lane }),
    ...(rule && { rule }),
    ...(proof && { proof }),
    ...(served && { served }),
    ...(served && world.isDriven && { driven: "1" }),
  };
}

/** For how long the server still counts this visitor as waiting, in milliseconds. */
function leftMs({ visitor: { line, checkedInAtMs }, world }: Asking): string {
  const untilMs = checkedInAtMs + countedSeconds(line?.checkIn ?? null) * 1_000;
  return `${Math.max(0, Math.round(untilMs - world.nowMs()))}`;
}

function enterForm(asking: Asking): Readonly<Record<string, string>> {
  const { page, visitor, world } = asking;
  const number = visitor.place.kind === "waiting" ? visitor.place.number : 0;
  return {
    claim: world.keepsakes.claim(visitor.runId, number),
    t: page.target,
    left: leftMs(asking),
  };
}
