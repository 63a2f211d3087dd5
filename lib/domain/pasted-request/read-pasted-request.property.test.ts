import fc from "fast-check";
import { expect, test } from "vitest";
import { copyAsCurl, printHttp } from "@/test/copied-requests";
import type { PastedRequest } from "./pasted-request";
import { readPastedRequest } from "./read-pasted-request";

const text = (unit: fc.Arbitrary<string>, maxLength: number) =>
  fc.string({ unit, minLength: 1, maxLength });
const name = text(fc.constantFrom(..."abcXYZ019-_".split("")), 12).filter(
  (one) => !/^(?:cookie|host)$/i.test(one),
);
/** What may stand in a value of a header: printable, and with what shells make something of. */
const shellish = fc.constantFrom(..."'\"\\^%$`!&|<>;{}[]()=~ ,.:/?*#@aZ0é€😀".split(""));
const value = text(shellish, 30).map((one) => one.trim());
/** No backslash: browsers make slashes of them, and do not tell one before a bracket from their own escape. */
const path = text(fc.constantFrom(..."aZ09/.-_~%!$&'()*+,;=:@[]{}^\"?".split("")), 30);
const body = text(
  fc.oneof(shellish, fc.constantFrom("\n", "{", '"', "\\", "\\\\", '\\"', "%PATH%")),
  60,
);

const requests: fc.Arbitrary<PastedRequest> = fc.record({
  method: fc.constantFrom("GET", "POST", "PUT", "DELETE"),
  url: path.map((one) => `https://shop.example.com/${one}`).filter((url) => URL.canParse(url)),
  headers: fc.uniqueArray(fc.tuple(name, value), { selector: ([one]) => one.toLowerCase() }),
  body: fc.option(body),
});

test.each(["bash", "cmd"] as const)(
  "what browsers copy as cURL (%s) is the request again",
  (shell) => {
    fc.assert(
      fc.property(requests, fc.option(value), (request, cookie) => {
        const headers = cookie === null ? [] : [["Cookie", `a=${cookie}`] as const];
        const sent = { ...request, headers: [...request.headers, ...headers] };
        const reading = readPastedRequest(copyAsCurl(sent, shell));
        expect(reading).toEqual({ ok: true, kind: "curl", request: sent, notes: [] });
      }),
      { numRuns: 500 },
    );
  },
);

test("a request as it goes over the wire is the request again", () => {
  fc.assert(
    fc.property(requests, (request) => {
      const reading = readPastedRequest(printHttp(request));
      expect(reading).toMatchObject({ ok: true, request });
    }),
    { numRuns: 500 },
  );
});

test("no text makes it throw, and every refusal names a place within the text", () => {
  const pieces = fc.constantFrom(
    ..."curl 'a\"\\^\n\r $-HXdb:@/=?&|https://x.y/ GET HTTP/1.1 Host: ".split(" "),
  );
  const anything = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(pieces).map((all) => `curl ${all.join(" ")}`),
    fc.array(pieces).map((all) => all.join("")),
  );
  fc.assert(
    fc.property(anything, (pasted) => {
      const reading = readPastedRequest(pasted);
      if (reading.ok) return;
      const { at, line, column, message } = reading.problem;
      expect(message).toMatch(/\.$/);
      expect(at).toBeGreaterThanOrEqual(0);
      expect(at).toBeLessThanOrEqual(pasted.length);
      expect(line).toBeLessThanOrEqual(pasted.split(/\r?\n|\r/).length);
      expect(column).toBeGreaterThanOrEqual(1);
    }),
    { numRuns: 2_000 },
  );
});
