import { type Exchange, HttpError, sendJson } from "@/waiting-room/http/http";
import { englishOf, messageOf, readMessageCode } from "@/waiting-room/http/messages";
import type { ServerContext } from "@/waiting-room/visit/server-context";

/** `GET /errors/{code}`: what a problem means, where its `type` leads. */
export async function problemPage(
  _context: ServerContext,
  exchange: Exchange,
  [text = ""]: readonly string[],
): Promise<void> {
  const code = readMessageCode(text);
  if (code === null) throw new HttpError("not-found");
  const { headline: title, lead: detail } = englishOf(code);
  const { status, operator } = messageOf(code);
  sendJson(exchange, 200, { code, status, title, detail, ...(operator && { operator }) });
}
