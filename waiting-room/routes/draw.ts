import type { PublishedDraw } from "@/lib/line/commands/run-draw";
import { type Exchange, HttpError, send } from "@/waiting-room/http/http";
import { contentSecurityPolicy } from "@/waiting-room/pages/content-security-policy";
import { renderVerifyPage } from "@/waiting-room/pages/verify-page";
import { pageBrand } from "@/waiting-room/visit/screens/page-brand";
import { languageHeaders, wordsOf } from "@/waiting-room/visit/screens/page-words";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { findLine } from "@/waiting-room/visit/visit";

/** A published draw never changes. */
const FOR_EVER = "public, max-age=31536000, immutable";
const JSON_TYPE = "application/json; charset=utf-8";
const LARGEST_RUN = 1_000_000_000;

/** `GET /draw/{c}/{e}/{run}`: the published draw, byte for byte, once its secret is out. */
export async function drawFile(
  context: ServerContext,
  exchange: Exchange,
  ids: readonly string[],
): Promise<void> {
  const { draw } = await findDraw(context, ids);
  if (draw.file === undefined) throw new HttpError("not-found");
  send(exchange, 200, publicHeaders(JSON_TYPE), draw.file);
}

/** `GET /draw/{c}/{e}/{run}/commitment`: what was committed to before the first join, signed, and the key. */
export async function drawCommitment(
  context: ServerContext,
  exchange: Exchange,
  ids: readonly string[],
): Promise<void> {
  const { draw } = await findDraw(context, ids);
  const { commitment, hash, signature, publicKey } = draw;
  const body = JSON.stringify({ commitment, hash, signature, publicKey });
  send(exchange, 200, publicHeaders(JSON_TYPE), body);
}

/** `GET /draw/{c}/{e}/{run}/verify`: a page that recomputes a visitor's place in their own browser. */
export async function verifyPage(
  context: ServerContext,
  exchange: Exchange,
  ids: readonly string[],
): Promise<void> {
  const { draw, settings, runId } = await findDraw(context, ids);
  const { customerId, eventId, name } = settings;
  const brand = pageBrand(settings, exchange);
  const words = wordsOf(exchange, settings);
  const body = renderVerifyPage({
    ...words,
    brand,
    eventName: name,
    customerId,
    eventId,
    runId,
    path: exchange.link(`/draw/${customerId}/${eventId}/${runId}`),
    publicKey: draw.publicKey,
    scriptUrl: exchange.link(context.verifyScript.path),
  });
  send(
    exchange,
    200,
    {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      ...languageHeaders(words.language),
      "content-security-policy": contentSecurityPolicy(brand),
      "x-robots-tag": "noindex, nofollow",
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
    },
    body,
  );
}

async function findDraw(context: ServerContext, [customerId, eventId, run]: readonly string[]) {
  const { settings } = await findLine(context, customerId, eventId);
  const runId = Number(run);
  if (runId > LARGEST_RUN) throw new HttpError("not-found");
  const { customerId: owner, eventId: named, incarnation } = settings;
  const drawn = { customerId: owner, eventId: named, incarnation, runId };
  const published = await context.draws.find(drawn).catch((error: unknown) => {
    context.log(error);
    throw new HttpError("recovering", 2_000);
  });
  const promised: PublishedDraw | null = runId === settings.runId ? settings.draw : null;
  const draw = published ?? promised;
  if (draw === null) throw new HttpError("not-found");
  return { draw, settings, runId };
}

function publicHeaders(type: string): Record<string, string> {
  return {
    "content-type": type,
    "cache-control": FOR_EVER,
    "access-control-allow-origin": "*",
    "x-content-type-options": "nosniff",
  };
}
