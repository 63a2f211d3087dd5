import { isWireId } from "@/lib/domain/wire-id";
import { readLogo } from "@/lib/line/commands/published";
import { compress, type Encoding, encodingOf } from "@/waiting-room/http/compress";
import { type Exchange, HttpError, header, send } from "@/waiting-room/http/http";
import type { ServedScript, ServerContext } from "@/waiting-room/visit/server-context";
import { findLine } from "@/waiting-room/visit/visit";

const FOR_EVER = "public, max-age=31536000, immutable";

/**
 * A page's script, under a name that changes with its content. While one version replaces another, a page may come from
 * the other one: it gets the script of the same kind that is here, which nobody keeps under that name.
 */
export async function pageScript(context: ServerContext, exchange: Exchange): Promise<void> {
  const { path } = exchange;
  const { clientScript, customScript, keyScript, laterScript, extrasScript } = context;
  const { challengeScript, captchaScript, widgetScript } = context;
  const { moveScript, noticesScript, verifyScript, reportScript } = context;
  const scripts = [
    clientScript,
    customScript,
    keyScript,
    laterScript,
    extrasScript,
    challengeScript,
    captchaScript,
    widgetScript,
    moveScript,
    noticesScript,
    verifyScript,
    reportScript,
  ];
  const known = scripts.find((script) => script.path === path);
  const script = known ?? scripts.find((other) => kindOf(other.path) === kindOf(path));
  if (script === undefined) throw new HttpError("not-found");
  sendScript(exchange, script, { "cache-control": known === undefined ? "no-store" : FOR_EVER });
}

/** Its path without what follows from its content. */
function kindOf(path: string): string {
  return path.replace(/-[\w-]+\.js$/, "");
}

/**
 * `GET /assets/connector.js`: the browser connector, for pages of other sites. Its name never changes, so
 * caches keep it for a short time only and revalidate it by its ETag.
 */
export async function connectorScript(context: ServerContext, exchange: Exchange): Promise<void> {
  const script = context.connectorScript;
  const headers = {
    "access-control-allow-origin": "*",
    "cache-control": "public, max-age=600, stale-while-revalidate=86400",
    "cross-origin-resource-policy": "cross-origin",
    etag: `"${script.path}"`,
  };
  if (header(exchange.request, "if-none-match") === headers.etag) send(exchange, 304, headers);
  else sendScript(exchange, script, headers);
}

/**
 * `GET /line/{c}/{e}/notices-worker.js`: the service worker of one event's notices. It lies where its scope, the page on
 * which they are asked for, is below it; browsers look for a newer one under the same name.
 */
export async function noticeWorker(context: ServerContext, exchange: Exchange): Promise<void> {
  sendScript(exchange, context.noticeWorker, { "cache-control": "no-cache" });
}

function sendScript(
  exchange: Exchange,
  script: ServedScript,
  headers: Readonly<Record<string, string>>,
): void {
  const encoding = encodingOf(header(exchange.request, "accept-encoding"));
  send(
    exchange,
    200,
    {
      "content-type": "text/javascript; charset=utf-8",
      "x-content-type-options": "nosniff",
      vary: "accept-encoding",
      ...headers,
      ...(encoding === null ? {} : { "content-encoding": encoding }),
    },
    encoding === null ? script.body : compressed(script, encoding),
  );
}

const kept = new Map<string, Buffer>();

/** Compressed on first use and kept: there are few scripts and two encodings. */
function compressed({ path, body }: ServedScript, encoding: Encoding): Buffer {
  const name = `${path} ${encoding}`;
  const bytes = kept.get(name) ?? compress(body, encoding, true);
  kept.set(name, bytes);
  return bytes;
}

/** `GET /assets/logo/{c}/{e}/{hash}`: the customer's logo, served so that it cannot run scripts. */
export async function logo(
  context: ServerContext,
  exchange: Exchange,
  [customerId, eventId, hash]: readonly string[],
): Promise<void> {
  const line = await findLine(context, customerId, eventId);
  const held = line.settings.brand.logo;
  if (held === null || held.hash !== hash) throw new HttpError("not-found");
  const bytes = await readLogo(context.redis, line.settings.customerId, held.hash).catch(
    (error: unknown) => {
      context.log(error);
      throw new HttpError("recovering", 2_000);
    },
  );
  if (bytes === null) throw new HttpError("not-found");
  send(exchange, 200, uploadedHeaders(held.contentType), bytes);
}

/** `GET /assets/theme/{c}/{hash}`: a file that the customer has uploaded for themes. A template is none. */
export async function themeAsset(
  context: ServerContext,
  exchange: Exchange,
  [customerId = "", hash = ""]: readonly string[],
): Promise<void> {
  if (!isWireId(customerId)) throw new HttpError("not-found");
  const asset = await context.themes.findAsset(customerId, hash).catch((error: unknown) => {
    context.log(error);
    throw new HttpError("recovering", 2_000);
  });
  if (!asset?.contentType) throw new HttpError("not-found");
  const own = { "cross-origin-resource-policy": "same-origin" };
  send(exchange, 200, { ...uploadedHeaders(asset.contentType), ...own }, asset.bytes);
}

/** Of a file that a customer has uploaded: it can run nothing, and is what it is served as. */
function uploadedHeaders(contentType: string): Record<string, string> {
  return {
    "content-type": contentType,
    "cache-control": FOR_EVER,
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "x-content-type-options": "nosniff",
  };
}
