import { type CurlEffect, effectOf, takesValue } from "./curl-options";
import { type CurlRequest, toPastedRequest } from "./curl-request";
import { Unreadable } from "./pasted-request";
import type { ShellWord } from "./shell-word";
import { splitBash } from "./split-bash";
import { splitCmd } from "./split-cmd";

/**
 * Whether a command is for the prompt of Windows. Its first quote tells, because what stands within quotes may look like
 * anything: carets come before the quotes of Chrome; older Firefox wrote plain quotes with `"%"` or doubled ones in them.
 */
function isForWindows(text: string): boolean {
  if (/^[^'"]*\^["\r\n]/.test(text)) return true;
  return /^[^'"]*"/.test(text) && /"[%"]|\^[^\S\n]*$/m.test(text);
}

/** Reads a cURL command as browsers copy it and people write it. Throws {@link Unreadable}. */
export function readCurl(text: string) {
  const words = isForWindows(text) ? splitCmd(text) : splitBash(text);
  const request: CurlRequest = {
    method: null,
    address: null,
    headers: [],
    data: [],
    isGet: false,
    isHead: false,
    hasForm: false,
    keepsBraces: false,
  };
  for (let index = 1; index < words.length; ) {
    index = readOption(words, index, request);
  }
  return toPastedRequest(request, text.trimEnd().length);
}

/** Reads the word at `index`, with its value, and answers the index of the next one. */
function readOption(words: readonly ShellWord[], index: number, request: CurlRequest): number {
  const word = words[index];
  if (word === undefined) return index + 1;
  const { text } = word;
  if (text.startsWith("--") && text.length > 2) return readLong(words, index, word, request);
  if (text.startsWith("-") && text.length > 1) return readShort(words, index, word, request);
  setAddress(request, word);
  return index + 1;
}

function readLong(
  words: readonly ShellWord[],
  index: number,
  word: ShellWord,
  request: CurlRequest,
): number {
  const effect = requireEffect(word.text, word.at);
  if (!takesValue(effect)) {
    applyFlag(request, effect);
    return index + 1;
  }
  applyValue(request, effect, requireValue(words[index + 1], word));
  return index + 2;
}

/** Letters may stand together (`-sSL`), and the last one before its value (`-XPOST`). */
function readShort(
  words: readonly ShellWord[],
  index: number,
  word: ShellWord,
  request: CurlRequest,
): number {
  for (let place = 1; place < word.text.length; place += 1) {
    const effect = requireEffect(`-${word.text.charAt(place)}`, word.at);
    if (!takesValue(effect)) {
      applyFlag(request, effect);
      continue;
    }
    const rest = word.text.slice(place + 1);
    if (rest === "") {
      applyValue(request, effect, requireValue(words[index + 1], word));
      return index + 2;
    }
    applyValue(request, effect, { text: rest, at: word.at });
    return index + 1;
  }
  return index + 1;
}

function requireEffect(option: string, at: number): CurlEffect {
  const effect = effectOf(option);
  if (effect !== undefined) return effect;
  throw new Unreadable(`The option ${option} is not known here. Leave it out.`, at);
}

function requireValue(value: ShellWord | undefined, option: ShellWord): ShellWord {
  if (value !== undefined) return value;
  throw new Unreadable(
    `The value of ${option.text} is missing. Paste the whole command.`,
    option.at,
  );
}

function applyFlag(request: CurlRequest, effect: CurlEffect): void {
  if (effect === "get") request.isGet = true;
  if (effect === "head") request.isHead = true;
  if (effect === "globoff") request.keepsBraces = true;
}

function applyValue(request: CurlRequest, effect: CurlEffect, { text, at }: ShellWord): void {
  const header = (name: string, value: string) => request.headers.push([name, value]);
  if (effect === "header") addHeader(request, text, at);
  if (effect === "method") request.method = text;
  if (effect === "agent") header("User-Agent", text);
  if (effect === "referer") header("Referer", text.replace(/;auto$/, ""));
  if (effect === "user") header("Authorization", `Basic ${inBase64(text)}`);
  if (effect === "bearer") header("Authorization", `Bearer ${text}`);
  if (effect === "address") setAddress(request, { text, at });
  if (effect === "form") request.hasForm = true;
  if (effect === "cookie") {
    if (!text.includes("=")) throw fromFile("cookies", at);
    header("Cookie", text);
  }
  if (effect === "raw") request.data.push(text);
  if (effect === "data") request.data.push(withoutFile(text, at));
  if (effect === "encoded") request.data.push(encodeData(text, at));
  if (effect === "json") {
    request.data.push(withoutFile(text, at));
    header("Content-Type", "application/json");
    header("Accept", "application/json");
  }
}

/** `Name: value`; `Name;` sends it empty, and `Name:` leaves out one that curl would add. */
function addHeader(request: CurlRequest, text: string, at: number): void {
  if (text.startsWith("@")) throw fromFile("headers", at);
  const [, name = "", sign = "", value = ""] = /^([^\s:;]+)([:;])([\s\S]*)$/.exec(text) ?? [];
  if (name === "") throw new Unreadable("A header is written as Name: value.", at);
  const isEmpty = value.trim() === "";
  if (sign === ":" && isEmpty) return;
  request.headers.push([name, value.trim()]);
}

function setAddress(request: CurlRequest, word: ShellWord): void {
  if (request.address !== null) {
    throw new Unreadable("This is a second address. Try one request at a time.", word.at);
  }
  request.address = word;
}

function withoutFile(text: string, at: number): string {
  if (text.startsWith("@")) throw fromFile("body", at);
  return text;
}

function encodeData(text: string, at: number): string {
  const [, name = "", sign = "", value = ""] = /^([^=@]*)([=@]?)([\s\S]*)$/.exec(text) ?? [];
  if (sign === "@") throw fromFile("body", at);
  if (sign === "") return encodeURIComponent(name);
  return `${name === "" ? "" : `${name}=`}${encodeURIComponent(value)}`;
}

function fromFile(what: string, at: number): Unreadable {
  const reason = `Its ${what} come from a file on your machine, which the console does not see.`;
  return new Unreadable(`${reason} Write the text itself here.`, at);
}

function inBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
