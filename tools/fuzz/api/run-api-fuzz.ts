import fc from "fast-check";
import { answerValidator, type Document } from "../../api/answer-validator";
import type { Answer } from "../../api/caller";
import { inGroups } from "../../shared/in-groups";
import {
  addressFor,
  type FuzzedCustomer,
  forgetCounts,
  newFuzzedCustomer,
  noteIds,
  renewKey,
} from "./customers";
import { type FuzzRequest, requestsOf } from "./requests";
import { AT_ONCE, closeConnections, send } from "./send";

export type ApiFuzzLimits = {
  readonly seed: number;
  readonly requests: number;
  /** Ends it earlier. */
  readonly seconds?: number;
  /** At least two, or nobody could see what is another's. */
  readonly customers?: number;
};

const BATCH = 240;
/** By then most of what a customer had is stopped, deleted or changed beyond recognition. */
const RENEWED_AFTER = BATCH * 30;
const MAX_EXAMPLES = 10;
const EXAMPLE_CHARACTERS = 1_500;
/** So often somebody else's ids are named. */
const STRANGE_EVERY = 16;

type Fault = "serverErrors" | "undocumented" | "leaks" | "broken";

/**
 * Sends requests that the API's own document leads to: valid, nearly valid and wrong. `serverErrors` are answers of 500 and
 * more, `undocumented` those that the document does not name, `leaks` those that name another customer, `broken` requests
 * without an answer; `examples` are the first of them. `accepted` is how many were carried out.
 */
export async function runApiFuzz(
  baseUrl: string,
  limits: ApiFuzzLimits,
  onProgress: (line: string) => void = () => undefined,
) {
  const { seed, requests, seconds = Number.POSITIVE_INFINITY, customers: many = 3 } = limits;
  const document: Document = Object(await (await fetch(`${baseUrl}/api/v1/openapi.json`)).json());
  const customers: FuzzedCustomer[] = [];
  const found = { serverErrors: 0, undocumented: 0, leaks: 0, broken: 0 };
  const examples: string[] = [];
  const run: Run = {
    ...{ baseUrl, customers, validate: answerValidator(document) },
    note: (fault, asked, what) => {
      found[fault] += 1;
      if (examples.length < MAX_EXAMPLES) examples.push(tell(fault, asked, what));
    },
  };
  const arbitrary = requestsOf(document);
  let endAtMs = Number.POSITIVE_INFINITY;
  let [sent, accepted] = [0, 0];
  let made = newCustomers(baseUrl, many);
  while (sent < requests && Date.now() < endAtMs) {
    if (sent % RENEWED_AFTER === 0) {
      customers.splice(0, many, ...(await made));
      // The next come about while these are used: a good part of a run is a wait for lines to open otherwise.
      if (sent + RENEWED_AFTER < requests) made = newCustomers(baseUrl, many);
      endAtMs = Math.min(endAtMs, Date.now() + seconds * 1_000);
    }
    const numRuns = Math.min(BATCH, requests - sent);
    const batch = fc.sample(arbitrary, { seed: seed + sent, numRuns });
    await forgetCounts(customers);
    const first = sent;
    const statuses = await inGroups(AT_ONCE, batch, (asked, at) => tryOne(run, asked, first + at));
    sent += numRuns;
    accepted += statuses.filter((status) => status >= 200 && status < 300).length;
    if (sent % (BATCH * 20) === 0) onProgress(`${sent} requests, ${accepted} carried out`);
  }
  await Promise.allSettled([made]);
  closeConnections();
  return { requests: sent, accepted, ...found, seed, examples };
}

/** What goes wrong is thrown where they are awaited. */
function newCustomers(baseUrl: string, many: number): Promise<FuzzedCustomer[]> {
  const made = Promise.all(Array.from({ length: many }, () => newFuzzedCustomer(baseUrl)));
  made.catch(() => undefined);
  return made;
}

type Run = {
  readonly baseUrl: string;
  readonly customers: readonly FuzzedCustomer[];
  readonly validate: ReturnType<typeof answerValidator>;
  readonly note: (fault: Fault, asked: FuzzRequest, what: string) => void;
};

function tell(fault: Fault, { method, address, headers, body }: FuzzRequest, what: string): string {
  const text = body === null ? "" : ` ${JSON.stringify(body.subarray(0, 400).toString())}`;
  const asked = `${method} ${address.slice(0, 300)} ${JSON.stringify(headers)}${text}`;
  return `${fault}: ${what}\n  ${asked}`.slice(0, EXAMPLE_CHARACTERS);
}

async function tryOne(run: Run, asked: FuzzRequest, index: number): Promise<number> {
  const { customers, baseUrl } = run;
  const own = customers[index % customers.length];
  const other = customers[(index + 1) % customers.length];
  if (own === undefined || other === undefined) throw new Error("There are no customers.");
  const named = index % STRANGE_EVERY === 0 ? other : own;
  const address = addressFor(named, asked);
  const headers = { authorization: `Bearer ${own.key}`, ...asked.headers };
  try {
    const url = `${baseUrl}/api/v1${address}`;
    const answer = await send(url, { method: asked.method, headers, body: asked.body });
    judge(run, { ...asked, address }, answer, own);
    if (answer.status === 401 && !("authorization" in asked.headers)) await renewKey(own);
    if (answer.status < 300) noteIds(own, asked.path, answer.json);
    return answer.status;
  } catch (error) {
    run.note("broken", { ...asked, address }, String(error));
    return 0;
  }
}

function judge(run: Run, asked: FuzzRequest, answer: Answer, own: FuzzedCustomer): void {
  const { status, text } = answer;
  const says = `${status} ${text.slice(0, 300)}`;
  if (status >= 500) run.note("serverErrors", asked, says);
  const wrong = run.validate(asked, answer);
  if (wrong !== null) run.note("undocumented", asked, `${wrong}: ${says}`);
  for (const { fixture } of run.customers) {
    if (fixture === own.fixture) continue;
    const { id, wireId } = fixture.context.customer;
    if (text.includes(id) || text.includes(wireId)) run.note("leaks", asked, says);
  }
}
