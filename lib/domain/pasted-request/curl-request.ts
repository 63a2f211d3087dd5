import { type PastedHeader, type PastedRequest, Unreadable } from "./pasted-request";
import type { ShellWord } from "./shell-word";
import { toWholeAddress } from "./whole-address";

/** What the options of a command ask for. */
export type CurlRequest = {
  method: string | null;
  address: ShellWord | null;
  headers: PastedHeader[];
  /** Pieces of the body; curl puts "&" between them. */
  data: string[];
  /** The data goes into the address. */
  isGet: boolean;
  isHead: boolean;
  /** It sends a form of several parts. */
  hasForm: boolean;
  /** Brackets in the address are not for curl to undo. */
  keepsBraces: boolean;
};

const FORM_NOTE = "The parts of its form (-F) are left out: conditions on the body see none.";

/** @param end - where the command ends */
export function toPastedRequest(
  curl: CurlRequest,
  end: number,
): { request: PastedRequest; notes: readonly string[] } {
  const { address, data, isGet, hasForm } = curl;
  if (address === null) {
    throw new Unreadable("There is no address in this command. Paste the whole command.", end);
  }
  const { url, notes } = toWholeAddress(withData(addressOf(curl, address), curl), address.at);
  const hasBody = data.length > 0 && !isGet;
  return {
    request: {
      method: methodOf(curl, hasBody || hasForm),
      url,
      headers: curl.headers,
      body: hasBody ? data.join("&") : null,
    },
    notes: [...notes, ...(hasForm ? [FORM_NOTE] : [])],
  };
}

/** curl asks by HTTP where nothing else is said, and browsers escape brackets, which mean something to it. */
function addressOf({ keepsBraces }: CurlRequest, { text }: ShellWord): string {
  const plain = keepsBraces ? text : text.replace(/\\([[\]{}])/g, "$1");
  return /^[a-z][a-z\d+.-]*:\/\//i.test(plain) ? plain : `http://${plain}`;
}

function withData(url: string, { data, isGet }: CurlRequest): string {
  if (!isGet || data.length === 0) return url;
  const [whole = ""] = url.split("#");
  return `${whole}${whole.includes("?") ? "&" : "?"}${data.join("&")}`;
}

function methodOf({ method, isHead }: CurlRequest, hasBody: boolean): string {
  if (method !== null) return method;
  if (isHead) return "HEAD";
  return hasBody ? "POST" : "GET";
}
