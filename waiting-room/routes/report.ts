import { type Exchange, HttpError, send } from "@/waiting-room/http/http";
import { contentSecurityPolicy } from "@/waiting-room/pages/content-security-policy";
import { withKept } from "@/waiting-room/visit/request/display-parameters";
import { pageBrand } from "@/waiting-room/visit/screens/page-brand";
import { languageHeaders, wordsOf } from "@/waiting-room/visit/screens/page-words";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { findAnyLine } from "@/waiting-room/visit/visit";

/** `GET /report/{c}/{e}/{id}`: a published fairness report as a page for people. */
export async function reportPage(
  context: ServerContext,
  exchange: Exchange,
  ids: readonly string[],
): Promise<void> {
  const { settings, reportId, held } = await findReport(context, ids);
  // It and its thirty languages are loaded by whoever asks for a report.
  const { renderReportPage, REPORT_STYLES_HASH } = await import("@/waiting-room/pages/report-page");
  const { customerId, eventId } = settings;
  const brand = pageBrand(settings, exchange);
  const words = wordsOf(exchange, settings);
  const linked = (path: string) => withKept(exchange, exchange.link(path));
  const body = renderReportPage({
    ...words,
    brand,
    report: held.report,
    filePath: exchange.link(`/report/${customerId}/${eventId}/${reportId}.json`),
    drawPath: linked(`/draw/${customerId}/${eventId}/${held.report.run}/verify`),
    languagePath: linked(`/line/${customerId}/${eventId}/language?report=${reportId}`),
    scriptUrl: exchange.link(context.reportScript.path),
  });
  send(
    exchange,
    200,
    {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      ...languageHeaders(words.language),
      "content-security-policy": contentSecurityPolicy(brand, [], [], false, REPORT_STYLES_HASH),
      "x-robots-tag": "noindex, nofollow",
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
    },
    body,
  );
}

/** `GET /report/{c}/{e}/{id}.json`: the same report as a file, byte for byte. */
export async function reportFile(
  context: ServerContext,
  exchange: Exchange,
  ids: readonly string[],
): Promise<void> {
  const { reportId, held } = await findReport(context, ids);
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "content-disposition": `inline; filename="fairness-${reportId}.json"`,
    // One that is withdrawn is gone from caches within the same minutes.
    "cache-control": "public, max-age=300",
    "access-control-allow-origin": "*",
    "x-content-type-options": "nosniff",
  };
  send(exchange, 200, headers, held.file);
}

async function findReport(
  context: ServerContext,
  [customerId, eventId, reportId = ""]: readonly string[],
) {
  const { settings } = await findAnyLine(context, customerId, eventId);
  const ref = { eventId: settings.eventId, reportId };
  const held = await context.reports.find(settings.customerId, ref).catch((error: unknown) => {
    context.log(error);
    throw new HttpError("recovering", 2_000);
  });
  if (held === null) throw new HttpError("not-found", undefined, settings);
  return { settings, reportId, held };
}
