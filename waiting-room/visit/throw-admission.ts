import { createHmac, randomBytes } from "node:crypto";
import type { AdmissionSetting } from "@/lib/domain/admission/admission-setting";
import { shareNearCeiling, type Throw, throwPercentage } from "@/lib/domain/admission/percentage";
import { drawOfHash } from "@/lib/domain/line/random-order";
import { deriveKey, type MasterKey } from "@/lib/secrets/seal";
import type { EventLine } from "@/waiting-room/line/event-line";
import { type Exchange, header } from "../http/http";
import { claimCookie, readClaim } from "../place/cookies";

type Share = { readonly interval: number; readonly share: number };

/** What a throw gave, and the cookie that makes the next request the same visitor's. */
export type Thrown = Throw & { readonly cookies: readonly string[] };

/**
 * Throws for visitors of events that admit a share of them. The same visitor gets the same answer
 * until the hold ends, from every process. A share that moves is fixed for as long as a hold lasts.
 */
export function createThrows([master]: readonly [MasterKey, ...MasterKey[]]) {
  const shares = new WeakMap<EventLine, Share>();

  function shareOf(line: EventLine, { share, holdSeconds }: AdmissionSetting): number {
    if (share.type === "percentage") return share.percent / 100;
    const interval = Math.floor(line.lineNow() / (holdSeconds * 1_000));
    const held = shares.get(line);
    if (held?.interval === interval) return held.share;
    const occupancy = (line.state?.seatsTaken ?? 0) / (line.settings.activeCap ?? 1);
    const { steepness, midpointPercent } = share;
    const next = shareNearCeiling({ occupancy, steepness, midpoint: midpointPercent / 100 });
    shares.set(line, { interval, share: next });
    return next;
  }

  return {
    throwFor(line: EventLine, exchange: Exchange, admission: AdmissionSetting): Thrown {
      const { customerId, eventId, runId } = line.settings;
      const { identity, cookies } = identify(exchange, { customerId, eventId }, admission);
      const purpose = `stanchion/throw/${customerId}/${eventId}/${runId}`;
      const key = deriveKey(master, purpose, Buffer.alloc(0));
      const outcome = throwPercentage({
        identity,
        lineTimeMs: line.lineNow(),
        holdSeconds: admission.holdSeconds,
        share: shareOf(line, admission),
        draw: (text) => drawOfHash(createHmac("sha256", key).update(text).digest()),
      });
      return { ...outcome, cookies };
    },
  };
}

export type Throws = ReturnType<typeof createThrows>;

function identify(
  exchange: Exchange,
  event: { readonly customerId: string; readonly eventId: string },
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
    case "parameter":
      return exchange.query.get(identity.name) ?? undefined;
  }
}
