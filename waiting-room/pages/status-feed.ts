import type { StatusChange, StatusPage } from "@/lib/domain/status-page/status-page";
import { escapeHtml } from "./html";

/** What changed, as an Atom feed (RFC 4287). `url` is the address of the status page. Every string of the model is escaped. */
export function renderStatusFeed({ name, since, changes }: StatusPage, url: string): string {
  const updated = changes[0]?.at ?? since;
  const page = xml(url);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>${page}</id><title>${xml(`Status of ${name}`)}</title><updated>${xml(updated)}</updated>`,
    `<author><name>${xml(name)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${page}/feed.atom"/>`,
    `<link rel="alternate" type="text/html" href="${page}"/>`,
    ...changes.map((change) => entry(change, page)),
    "</feed>",
    "",
  ].join("\n");
}

function entry({ id, at, title, message }: StatusChange, page: string): string {
  const content = message === null ? title : `${title}: ${message}`;
  return `<entry><id>urn:sha256:${xml(id)}</id><title>${xml(title)}</title><updated>${xml(at)}</updated><link rel="alternate" type="text/html" href="${page}"/><content type="text">${xml(content)}</content></entry>`;
}

/** Text in XML, without characters that XML cannot have. */
function xml(text: string): string {
  return escapeHtml(text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ""));
}
