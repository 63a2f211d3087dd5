import { setImmediate as afterOthers } from "node:timers/promises";
import { openAddressList } from "@/lib/domain/address-list/address-list";
import { feedProblem } from "@/lib/domain/address-list/check-feed";
import { type BuiltList, createListBuilder } from "@/lib/domain/address-list/list-builder";
import { readFeed } from "@/lib/domain/address-list/read-feed";
import { askOutside, type OutgoingAnswer } from "@/lib/platform/outgoing/ask-outside";

const TIMEOUT_MS = 60_000;
const PATIENCE_MS = 10_000;
/** A million entries with some words behind each. */
const ANSWER_BYTES_MAX = 48 * 1_024 * 1_024;
const HEADER_CHARACTERS_MAX = 500;

/** What is known of a feed before it is asked. */
export type AskedFeed = {
  readonly customerId: string;
  readonly url: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly entries: number;
  readonly takeShorter: boolean;
};

export type FetchedFeed =
  | { readonly type: "unchanged" }
  | {
      readonly type: "loaded";
      readonly list: BuiltList;
      readonly skipped: number;
      readonly etag: string | null;
      readonly lastModified: string | null;
    }
  | { readonly type: "refused"; readonly reason: string };

/**
 * Asks a feed and checks what it answered. Never rejects: whatever is not a list that may replace the one before is
 * refused with its reason, in words for the customer.
 */
export async function fetchFeed(feed: AskedFeed): Promise<FetchedFeed> {
  let answer: OutgoingAnswer;
  try {
    answer = await askOutside({
      customerId: feed.customerId,
      url: feed.url,
      method: "GET",
      headers: headersOf(feed),
      timeoutMs: TIMEOUT_MS,
      patienceMs: PATIENCE_MS,
      answerBytesMax: ANSWER_BYTES_MAX,
    });
  } catch (error) {
    return refuse(`The feed is not responding: ${error instanceof Error ? error.message : error}`);
  }
  if (answer.status === 304) return { type: "unchanged" };
  const problem = answerProblem(answer);
  return problem === null ? readAnswer(feed, answer) : refuse(problem);
}

function headersOf({ etag, lastModified }: AskedFeed): Record<string, string> {
  return {
    "user-agent": "Stanchion-Feeds",
    accept: "text/plain, text/csv, application/json, */*;q=0.1",
    ...(etag === null ? {} : { "if-none-match": etag }),
    ...(lastModified === null ? {} : { "if-modified-since": lastModified }),
  };
}

function answerProblem({ status, body, headers }: OutgoingAnswer): string | null {
  if (status >= 300 && status < 400) {
    return `The feed has moved to ${shortened(headers.location ?? "nowhere")}. Use that URL instead.`;
  }
  if (status !== 200) return `The feed returned status ${status}.`;
  if (body === null) return "The feed is larger than 48 MB.";
  const isPage = /^\s*text\/html\b/i.test(headers["content-type"] ?? "");
  return isPage ? "The feed returned a web page instead of a list." : null;
}

async function readAnswer(
  feed: AskedFeed,
  { body, headers }: OutgoingAnswer,
): Promise<FetchedFeed> {
  const builder = createListBuilder();
  const reading = await readFeed(body ?? "", builder, () => afterOthers());
  if (!reading.ok) return refuse(reading.reason);
  const list = builder.build();
  const opened = list === null ? null : openAddressList(list.bytes);
  if (list === null || opened === null) {
    return refuse("The list is too long. The limit is 1,000,000 entries and 16 MB.");
  }
  const problem = feedProblem(opened, list, feed);
  if (problem !== null) return refuse(problem);
  return {
    type: "loaded",
    list,
    skipped: builder.problemCount(),
    etag: headerOf(headers.etag),
    lastModified: headerOf(headers["last-modified"]),
  };
}

function headerOf(value: string | undefined): string | null {
  return value === undefined || value.length > HEADER_CHARACTERS_MAX ? null : value;
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function refuse(reason: string): FetchedFeed {
  return { type: "refused", reason };
}
