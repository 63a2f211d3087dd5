import { randomBytes } from "node:crypto";
import { addressGroup } from "@/connectors/src/host/address-group";
import type { EventSettings } from "@/lib/domain/event/settings";
import type { AskedNotice } from "@/lib/domain/notice/asked";
import { addNoticeWish, mayAskForNotice } from "@/lib/line/commands/notices";
import type { EventRef } from "@/lib/line/keys";
import {
  makeNoticeLink,
  type NoticeClaims,
  noticeEntryContext,
  noticeHash,
} from "@/lib/secrets/notice-link";
import { seal } from "@/lib/secrets/seal";
import { addressOf, type Exchange } from "@/waiting-room/http/http";
import type { Place } from "@/waiting-room/place/place";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import type { Visit } from "@/waiting-room/visit/visit";

/** How often each may ask in ten minutes. Many people may share a network address; nobody shares a place. */
const LIMITS = { network: 60, place: 5, address: 3 } as const;
const NAME_CHARACTERS = 16;
/** As long as a place lives in a browser. */
const STOP_SECONDS = 30 * 86_400;

export type NoticeAsk = Pick<AskedNotice, "kind" | "language" | "address">;

/** `asked`: the text of the link that takes it back. */
export type AskOutcome =
  | { readonly type: "asked"; readonly stop: string }
  | { readonly type: "too-often" | "busy" };

/**
 * Passes on that a visitor who waits wants to be told of their turn; the worker does the rest. Counted first: for the
 * place, the network address and the address itself. Rejects when Redis does not answer.
 */
export async function askForNotice(
  context: ServerContext,
  exchange: Exchange,
  { visit, place, ask }: { readonly visit: Visit; readonly place: Place; readonly ask: NoticeAsk },
): Promise<AskOutcome> {
  const { settings, drawn } = visit.line;
  const { redis, masters } = context;
  const key = context.eventKeys.of(settings);
  const named = (kind: keyof typeof LIMITS, text: string) => ({
    who: `${kind}:${noticeHash(key, `${kind} ${text}`).slice(0, NAME_CHARACTERS)}`,
    limit: LIMITS[kind],
  });
  const counted = [
    named("place", place.queueId),
    named("network", addressGroup(exchange.address)),
    named("address", ask.address),
  ];
  const isFalse = place.falseCode !== undefined;
  for (const who of isFalse ? [] : counted)
    if (!(await mayAskForNotice(redis, visit.event, who))) return { type: "too-often" };
  const noticeId = randomBytes(16).toString("base64url");
  const asked: AskedNotice = {
    ...ask,
    ...{ runId: place.runId, lane: place.lane, number: place.number, queueId: place.queueId },
    drawn: settings.draw === null || drawn !== null,
    roomUrl: addressOf(exchange, ""),
    addressHash: noticeHash(key, ask.address),
  };
  const entryContext = noticeEntryContext(visit.event, noticeId);
  const sealed = seal(masters[0], entryContext, JSON.stringify(asked));
  const isTaken =
    isFalse || (await addNoticeWish(redis, visit.event, { wish: "ask", noticeId, sealed }));
  if (!isTaken) return { type: "busy" };
  return { type: "asked", stop: stopLink(context, settings, { ...asked, id: noticeId }) };
}

function stopLink(
  context: ServerContext,
  settings: EventSettings & EventRef,
  { id, runId, lane, number, drawn, kind }: Omit<NoticeClaims, "expiresUnixSeconds">,
): string {
  const expiresUnixSeconds = Math.floor(Date.now() / 1_000) + STOP_SECONDS;
  const claims = { id, runId, lane, number, drawn, kind, expiresUnixSeconds };
  return makeNoticeLink(context.eventKeys.of(settings), settings, "stop", claims);
}
