import type {
  EnterAnswer,
  JoinAnswer,
  OfferedChallenge,
  VisitorProblem,
  VisitorStatus,
} from "./visitor-api";

/** What outlives the app: `save` keeps all three at once. */
export type Stored = { place: string; joinId: string; claim: string };

export const nobody = (): Stored => ({ place: "-", joinId: newId(), claim: newId() });
const newId = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)))).replace(
    /[+/=]/g,
    (sign) => ({ "+": "-", "/": "_" })[sign] ?? "",
  );
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type App = {
  stored: Stored;
  save: (stored: Stored) => Promise<void>;
  show: (status: VisitorStatus) => void;
  /** Resolves with the proof of a challenge. */
  solve: (challenge: OfferedChallenge) => Promise<string>;
};

/**
 * Resolves with the address to open: the site with the pass, or a page on which the visitor goes on. Rejects with the
 * code of a problem that waiting does not solve, with the state in which it is over, or with `unreachable` where nobody
 * has ever answered for a minute.
 */
export async function waitAndEnter(
  queueUrl: string,
  { stored, save, show, solve }: App,
): Promise<string> {
  let proof = "";
  let silences = 0;
  let address: string | null = null;
  for (let url = queueUrl; address === null; ) {
    const status = await ask<VisitorStatus>(url);
    await save(stored);
    show(status);
    url = status.links.again;
    if (status.next === "stop") throw new Error(status.state);
    if (status.next === "open") address = status.url;
    if (status.next === "wait") await sleep(status.askAgainSeconds * 1_000);
    if (status.next === "join") await join(status.links.join);
    if (status.next === "enter") address = await enter(status.links.enter);
  }
  return address;

  async function join(url: string): Promise<void> {
    const joined = await ask<JoinAnswer>(url, { joinId: stored.joinId, ...(proof && { proof }) });
    proof = joined.status === "challenge" ? await solve(joined.challenge) : "";
    if (joined.status === "waiting") stored.joinId = newId();
    await save(stored);
    if (joined.status === "full") await sleep(joined.retryAfterMs);
    if (joined.status === "closed") await sleep(5_000);
  }

  async function enter(url: string): Promise<string | null> {
    const entered = await ask<EnterAnswer>(url, { claim: stored.claim });
    await save(stored);
    if (entered.status === "admitted") return entered.redirectUrl;
    if (entered.status === "used") throw new Error(entered.status);
    await sleep(entered.status === "wait" ? entered.retryAfterMs : 1_000);
    return null;
  }

  async function ask<Answer>(url: string, form?: Record<string, string>): Promise<Answer> {
    for (;;) {
      const { answer, isSilent, refused, waitMs } = await send(url, stored.place, form);
      if (answer) return heard<Answer>(answer);
      if (refused) throw new Error(refused);
      // Also what a browser does with the script of a site that the event does not name.
      if (isSilent && ++silences === 12) throw new Error("unreachable");
      await sleep(waitMs);
    }
  }

  function heard<Answer>(answer: object): Answer {
    silences = Number.NEGATIVE_INFINITY;
    if ("kept" in answer) stored.place = String(answer.kept);
    return answer as Answer;
  }
}

/** One request: an answer of the waiting room, or what is wrong and when to ask again. */
async function send(url: string, place: string, form?: Record<string, string>) {
  const headers = { accept: "application/json", "x-stanchion-place": place };
  const body = form ? new URLSearchParams(form) : null;
  const signal = AbortSignal.timeout(30_000);
  const method = form ? "POST" : "GET";
  const response = await fetch(url, { method, headers, body, signal }).catch(() => null);
  const said: unknown = await response?.json().catch(() => null);
  const json = typeof said === "object" ? said : null;
  // A proxy or a network that asks for a password may answer as well, in its own words.
  const isOurs = response?.ok && json && ("next" in json || "status" in json);
  return { answer: isOurs ? json : null, ...failureOf(response, json) };
}

function failureOf(response: Response | null, problem: Partial<VisitorProblem> | null) {
  const status = response?.status ?? 0;
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  const retryAfter = Number(response?.headers.get("retry-after"));
  const waitMs = retryAfter > 0 ? retryAfter * 1_000 : 5_000;
  return {
    isSilent: response === null,
    refused: isFinal ? (problem?.code ?? `HTTP ${status}`) : null,
    waitMs: problem?.retryAfterMs ?? waitMs,
  };
}
