import { get, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRoomServer, listen } from "@/waiting-room/http/listen";
import { mendingPage } from "./mending-page";

const server = createRoomServer((_request, response) => response.end(), { mend: mendingPage });
beforeAll(() => listen(server, 0));
afterAll(() => {
  server.close();
});

type Answer = { readonly headers: IncomingHttpHeaders; readonly body: string };

/** What comes back for a request with these headers, which has to be refused as too large. */
function refusalOf(headers: Readonly<Record<string, string>>): Promise<Answer> {
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    get({ port, host: "127.0.0.1", agent: false, headers }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        body += chunk;
      });
      response.once("end", () => {
        expect(response.statusCode).toBe(431);
        resolve({ headers: response.headers, body });
      });
    }).once("error", reject);
  });
}

const TOO_LONG = "a".repeat(33_000);

test("a browser with too many cookies gets rid of ours, of those of a place last, and of no others", async () => {
  const names = Array.from({ length: 400 }, (_, index) => `acme_old${index}`);
  const own = names.map((name) => `__Host-stanchion_${name}=p; stanchion-claim_${name}=c`);
  const cookie = ["cart=1", ...own, `shop=${TOO_LONG}`].join("; ");
  const { headers, body } = await refusalOf({ cookie });
  expect(headers).toMatchObject({ "content-type": "text/html; charset=utf-8", refresh: "2" });
  const expired = (headers["set-cookie"] ?? []).map((text) =>
    /^([^=]+)=; Path=\/; Max-Age=0/.exec(text)?.at(1),
  );
  expect(expired.length).toBeGreaterThan(50);
  expect(expired.every((name) => name?.startsWith("stanchion-claim_"))).toBe(true);
  expect(headers).not.toHaveProperty("clear-site-data");
  expect(body).toContain("We removed cookies");
});

test("a browser none of whose cookies are ours reads what to do, and nothing loads again", async () => {
  const { headers, body } = await refusalOf({ accept: "text/html", cookie: TOO_LONG });
  expect(body).toContain("Delete this site’s cookies");
  expect(headers).not.toHaveProperty("refresh");
  expect(headers).not.toHaveProperty("set-cookie");
});

test.each([
  ["de-AT,de;q=0.9,en;q=0.5", "de", "Ihr Browser hat zu viele Cookies gespeichert"],
  ["ar", "ar", "يحتفظ متصفحك بعدد كبير جدًا من ملفات تعريف الارتباط"],
  ["tlh", "en", "Too many cookies"],
])("who reads %s gets the page in %s", async (sent, language, headline) => {
  const { headers, body } = await refusalOf({
    ...{ "accept-language": sent, accept: "text/html", cookie: TOO_LONG },
  });
  expect(headers["content-language"]).toBe(language);
  expect(body).toContain(`<html lang="${language}"`);
  expect(body).toContain(`<h1>${headline}</h1>`);
});

test("a program gets a problem", async () => {
  const { headers, body } = await refusalOf({ cookie: TOO_LONG });
  expect(headers["content-type"]).toContain("application/problem+json");
  expect(JSON.parse(body)).toMatchObject({ code: "request-header-fields-too-large" });
});
