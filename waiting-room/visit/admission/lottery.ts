import { createHmac, randomBytes } from "node:crypto";
import type { AdmissionSetting } from "@/lib/domain/admission/admission-setting";
import {
  type LotteryAnswer,
  nextShare,
  playLottery,
  type ShareInForce,
} from "@/lib/domain/admission/percentage";
import { drawOfHash } from "@/lib/domain/line/random-order";
import { deriveKey } from "@/lib/secrets/seal";
import { type Exchange, header } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import {
  type CookieEvent,
  claimCookie,
  cookieValues,
  readClaim,
} from "@/waiting-room/place/cookies";
import type { EventKeys } from "@/waiting-room/visit/memory/event-keys";

/** What the lottery answered, and the cookie that makes the next request the same visitor's. */
type Played = LotteryAnswer & { readonly cookies: readonly string[] };

/**
 * The lottery of events that admit a share of their visitors. A visitor's ticket is the same for a whole
 * hold in every process; it is compared with the share in force, which each process follows from the
 * state of the line.
 */
export function createLottery(eventKeys: EventKeys) {
  const shares = new WeakMap<EventLine, ShareInForce>();

  function shareOf(line: EventLine, setting: AdmissionSetting): number {
    const occupancy = (line.state?.seatsTaken ?? 0) / (line.settings.activeCap ?? 1);
    const lineTimeMs = line.lineNow();
    const next = nextShare(shares.get(line) ?? null, { setting, occupancy, lineTimeMs });
    if (line.state !== null) shares.set(line, next);
    return next.share;
  }

  function ticketsOf({ settings }: EventLine): (text: string) => number {
    const { customerId, eventId, runId } = settings;
    const purpose = `stanchion/throw/${customerId}/${eventId}/${runId}`;
    const key = deriveKey(eventKeys.of(settings), purpose, Buffer.alloc(0));
    return (text) => drawOfHash(createHmac("sha256", key).update(text).digest());
  }

  return {
    play(line: EventLine, exchange: Exchange, admission: AdmissionSetting): Played {
      const { identity, cookies } = identify(exchange, line.settings, admission);
      const answer = playLottery({
        identity,
        lineTimeMs: line.lineNow(),
        holdSeconds: admission.holdSeconds,
        share: shareOf(line, admission),
        draw: ticketsOf(line),
      });
      return { ...answer, cookies };
    },

    /**
     * Whether a visitor who joins is drawn for the lane beside the line. They have one ticket in a run, so that joining again
     * wins nothing; `joinId` stands for a browser that keeps no cookie.
     */
    isDrawn(
      line: EventLine,
      exchange: Exchange,
      { admission, joinId }: { readonly admission: AdmissionSetting; readonly joinId: string },
    ): boolean {
      const { identity } = admission;
      const known = nameOf(exchange, identity) || readClaim(exchange, line.settings) || joinId;
      const text = `lane ${identity.by} ${known}`;
      return ticketsOf(line)(text) < shareOf(line, admission);
    },
  };
}

export type Lottery = ReturnType<typeof createLottery>;

function identify(
  exchange: Exchange,
  event: CookieEvent,
  { identity }: AdmissionSetting,
): { readonly identity: string; readonly cookies: readonly string[] } {
  const named = nameOf(exchange, identity);
  if (named) return { identity: `${identity.by} ${named}`, cookies: [] };
  const known = readClaim(exchange, event);
  const own = known ?? randomBytes(16).toString("base64url");
  const cookies = known === null ? [claimCookie(exchange, event, own)] : [];
  return { identity: `browser ${own}`, cookies };
}

/** What the request says of its visitor; undefined where the browser's own cookie decides. */
function nameOf(exchange: Exchange, identity: AdmissionSetting["identity"]): string | undefined {
  switch (identity.by) {
    case "browser":
      return undefined;
    case "address":
      return exchange.address;
    case "header":
      return header(exchange.request, identity.name);
    case "cookie":
      return cookieValues(exchange, identity.name, 1)[0];
    case "parameter":
      return exchange.query.get(identity.name) ?? undefined;
  }
}
