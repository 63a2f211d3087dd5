import { describe, expect, test } from "vitest";
import { readPastedRequest } from "./read-pasted-request";

function read(text: string) {
  const reading = readPastedRequest(text);
  if (!reading.ok) throw new Error(`${reading.problem.message} (${reading.problem.line})`);
  return reading;
}

function refusal(text: string) {
  const reading = readPastedRequest(text);
  if (reading.ok) throw new Error(`It was read as ${JSON.stringify(reading.request)}`);
  return reading.problem;
}

const headerOf = (text: string, name: string) =>
  read(text).request.headers.find(([one]) => one.toLowerCase() === name)?.[1];

const CHROME_BASH = String.raw`curl 'https://shop.example.com/tickets?show=hamlet&day=2' \
  -H 'accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' \
  -H 'accept-language: en-GB,en;q=0.9,de;q=0.8' \
  -b 'lang=en; QueueITAccepted-SDFrts345E-V3_sale=EventId%3Dsale%26QueueId%3D1' \
  -H 'priority: u=0, i' \
  -H 'sec-ch-ua: "Chromium";v="142", "Google Chrome";v="142", "Not_A Brand";v="99"' \
  -H 'sec-ch-ua-platform: "macOS"' \
  -H 'user-agent: Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'`;

const CHROME_CMD = String.raw`curl ^"https://shop.example.com/tickets?show=hamlet^&day=2^" ^
  -H ^"accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.8^" ^
  -b ^"lang=en; note=100^%^25^" ^
  -H ^"sec-ch-ua: ^\^"Chromium^\^";v=^\^"142^\^", ^\^"Not_A Brand^\^";v=^\^"99^\^"^" ^
  -H ^"content-type: application/json^" ^
  --data-raw ^"^{^\^"name^\^":^\^"Ana ^& Bob^\^",^\^"path^\^":^\^"C:^\^\temp^\^"^}^" ^
  --compressed`;

const FIREFOX_BASH = String.raw`curl --path-as-is 'https://shop.example.com/cart' \
  --compressed \
  -X POST \
  -H 'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' \
  -H 'Accept: application/json' \
  -H 'Content-Type: application/json' \
  -H $'Cookie: name=O\'Neill; caf\xe9=1' \
  --data-raw $'{"q":"it\'s\\n ok\x21"}'`;

const FIREFOX_CMD = `curl "https://shop.example.com/cart?x=1" --compressed -X POST -H "User-Agent: Mozilla/5.0" -H "Accept: ""quoted""" --data-raw "50"%"off"`;

const SAFARI = String.raw`curl 'https://shop.example.com/tickets' \
-X 'GET' \
-H 'Accept: text/html' \
-H 'Cookie: vip=yes' \
-H 'User-Agent: Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15'`;

const SAFARI_HTTP = `:method: GET
:scheme: https
:authority: shop.example.com
:path: /tickets?show=hamlet
Accept: text/html
Cookie: vip=yes`;

describe("a cURL command", () => {
  test("as Chrome copies it for bash", () => {
    const { request, kind, notes } = read(CHROME_BASH);
    expect(kind).toBe("curl");
    expect(notes).toEqual([]);
    expect(request).toMatchObject({
      method: "GET",
      url: "https://shop.example.com/tickets?show=hamlet&day=2",
      body: null,
    });
    expect(request.headers).toHaveLength(7);
    expect(headerOf(CHROME_BASH, "cookie")).toMatch(/^lang=en; QueueITAccepted-/);
    expect(headerOf(CHROME_BASH, "sec-ch-ua-platform")).toBe('"macOS"');
  });

  test("as Chrome copies it for the prompt of Windows", () => {
    const { request } = read(CHROME_CMD);
    expect(request.method).toBe("POST");
    expect(request.url).toBe("https://shop.example.com/tickets?show=hamlet&day=2");
    expect(headerOf(CHROME_CMD, "cookie")).toBe("lang=en; note=100%25");
    expect(headerOf(CHROME_CMD, "sec-ch-ua")).toBe('"Chromium";v="142", "Not_A Brand";v="99"');
    expect(request.body).toBe('{"name":"Ana & Bob","path":"C:\\temp"}');
  });

  test("with line breaks in the body, as Windows writes them", () => {
    const text = 'curl ^"https://shop.example.com/a^" ^\r\n  --data-raw ^"one^\r\n\r\ntwo^"';
    expect(read(text).request.body).toBe("one\ntwo");
  });

  test("as Firefox copies it for bash, with bytes and escapes", () => {
    const { request } = read(FIREFOX_BASH);
    expect(request.method).toBe("POST");
    expect(headerOf(FIREFOX_BASH, "cookie")).toBe("name=O'Neill; café=1");
    expect(request.body).toBe('{"q":"it\'s\\n ok!"}');
  });

  test("as older Firefox copied it for Windows", () => {
    const { request } = read(FIREFOX_CMD);
    expect(headerOf(FIREFOX_CMD, "accept")).toBe('"quoted"');
    expect(request.body).toBe("50%off");
  });

  test("as Safari copies it", () => {
    expect(read(SAFARI).request).toMatchObject({
      method: "GET",
      url: "https://shop.example.com/tickets",
    });
    expect(headerOf(SAFARI, "cookie")).toBe("vip=yes");
  });

  test.each([
    ["curl https://shop.example.com", "https://shop.example.com/"],
    ["$ curl 'https://shop.example.com/a'", "https://shop.example.com/a"],
    ["curl.exe https://shop.example.com/a", "https://shop.example.com/a"],
    ["curl shop.example.com/a", "http://shop.example.com/a"],
    [
      "curl -sSL --max-time 5 -o /dev/null https://shop.example.com/a",
      "https://shop.example.com/a",
    ],
    ["curl --url https://shop.example.com/a -k", "https://shop.example.com/a"],
    ["curl 'https://shop.example.com/a' | jq .", "https://shop.example.com/a"],
    ["curl 'https://shop.example.com/a' > out.txt", "https://shop.example.com/a"],
    ["curl 'https://shop.example.com/a' && echo done", "https://shop.example.com/a"],
    ["curl 'https://shop.example.com/\\[1\\]?x=\\{y\\}'", "https://shop.example.com/[1]?x={y}"],
    ["curl -G https://shop.example.com/a -d x=1 -d y=2", "https://shop.example.com/a?x=1&y=2"],
    ["curl https://shop.example.com/a/../b//c", "https://shop.example.com/a/../b//c"],
    ["curl https://shop.example.com/café", "https://shop.example.com/caf%C3%A9"],
    ['curl "https://shop.example.com/a?price=\\$5"', "https://shop.example.com/a?price=$5"],
    ["curl https://shop.example.com/a?x=1\\&y=2", "https://shop.example.com/a?x=1&y=2"],
  ])("%s asks for %s", (text, url) => {
    expect(read(text).request.url).toBe(url);
  });

  test.each([
    ["curl -XDELETE https://a.example/", "DELETE"],
    ["curl -I https://a.example/", "HEAD"],
    ["curl https://a.example/ -d x=1", "POST"],
    ["curl https://a.example/ -F file=@photo.png", "POST"],
    ["curl -X PUT https://a.example/ -d x=1", "PUT"],
  ])("%s is a %s", (text, method) => {
    expect(read(text).request.method).toBe(method);
  });

  test("says how it signs in, what it is and what it sends", () => {
    const text =
      "curl https://a.example/ -u ana:päss -A 'My agent' -e https://b.example/ --data-urlencode 'q=a b&c' -d d=1";
    expect(read(text).request).toEqual({
      method: "POST",
      url: "https://a.example/",
      headers: [
        ["Authorization", "Basic YW5hOnDDpHNz"],
        ["User-Agent", "My agent"],
        ["Referer", "https://b.example/"],
      ],
      body: "q=a%20b%26c&d=1",
    });
    expect(headerOf("curl https://a.example/ --json '{}'", "content-type")).toBe(
      "application/json",
    );
    expect(headerOf("curl https://a.example/ -H 'X-Empty;'", "x-empty")).toBe("");
    expect(read("curl https://a.example/ -H 'Accept:'").request.headers).toEqual([]);
  });

  test("says what it leaves out", () => {
    expect(read("curl https://a.example/ -F file=@photo.png").notes).toEqual([
      "The parts of its form (-F) are left out: conditions on the body see none.",
    ]);
    expect(read("curl 'https://a.example/x#part'").request.url).toBe("https://a.example/x");
    expect(read("curl 'https://a.example/x#part'").notes).toEqual([
      "What follows # stays in the browser and is left out.",
    ]);
  });

  test.each([
    [
      "curl 'https://a.example/\n  -H 'a: b'\n",
      2,
      11,
      /^The quote that opens here is never closed/,
    ],
    ["curl https://a.example/ \\\n  -H 'a: b", 2, 6, /never closed/],
    ["curl https://a.example/ \\\n -H $'a: b", 2, 5, /never closed/],
    ['curl ^"https://a.example/', 1, 7, /never closed/],
    ["curl", 1, 5, /^There is no address/],
    ["curl -H 'a: b'", 1, 15, /^There is no address/],
    ["curl https://a.example/ \\\n  --frobnicate x", 2, 3, /^The option --frobnicate is not known/],
    ["curl https://a.example/ -sj", 1, 25, /^The option -j is not known/],
    ["curl https://a.example/ -H", 1, 25, /^The value of -H is missing/],
    ["curl https://a.example/ -H 'nothing'", 1, 28, /^A header is written as Name: value/],
    ["curl https://a.example/ https://b.example/", 1, 25, /^This is a second address/],
    ["curl https://a.example/?x=1&y=2", 1, 28, /^This & ends the command/],
    ["curl https://a.example/ -d @body.json", 1, 28, /^Its body come from a file/],
    ["curl https://a.example/ -b cookies.txt", 1, 28, /^Its cookies come from a file/],
    ["curl ftp://a.example/", 1, 6, /^This is no whole address/],
  ])("%j is refused at line %i, column %i", (text, line, column, message) => {
    expect(refusal(text)).toMatchObject({ line, column, message: expect.stringMatching(message) });
  });
});

describe("an address or a request as it goes over the wire", () => {
  test("an address alone", () => {
    expect(read(" https://shop.example.com/tickets?x=1#top \n")).toMatchObject({
      kind: "address",
      request: {
        method: "GET",
        url: "https://shop.example.com/tickets?x=1",
        headers: [],
        body: null,
      },
    });
    expect(read("http://shop.example.com").request.url).toBe("http://shop.example.com/");
    expect(read("https://shop.example.com?x=1").request.url).toBe("https://shop.example.com/?x=1");
  });

  test("an address with headers, cookies and a body below it", () => {
    const text = 'https://shop.example.com/cart\nCookie: vip=yes\nX-Test: a:b\n\n{\n  "x": 1\n}';
    expect(read(text)).toMatchObject({
      kind: "http",
      request: {
        headers: [
          ["Cookie", "vip=yes"],
          ["X-Test", "a:b"],
        ],
        body: '{\n  "x": 1\n}',
      },
    });
  });

  test("a request with its host in a header", () => {
    const text = "POST /cart?x=1 HTTP/1.1\r\nHost: shop.example.com\r\nA: b\r\n\r\nx=1";
    expect(read(text).request).toEqual({
      method: "POST",
      url: "https://shop.example.com/cart?x=1",
      headers: [
        ["Host", "shop.example.com"],
        ["A", "b"],
      ],
      body: "x=1",
    });
    expect(read("GET /a HTTP/2\nHost: a.example:8443").request.url).toBe(
      "https://a.example:8443/a",
    );
  });

  test("the headers of HTTP/2, as Safari and Chrome show them", () => {
    expect(read(SAFARI_HTTP).request).toEqual({
      method: "GET",
      url: "https://shop.example.com/tickets?show=hamlet",
      headers: [
        ["Accept", "text/html"],
        ["Cookie", "vip=yes"],
      ],
      body: null,
    });
  });

  test.each([
    ["", 1, 1, /^Paste an address or a request/],
    ["shop.example.com/tickets", 1, 1, /^This begins like no request/],
    ["shop.example.com:443/tickets", 1, 1, /^This begins like no request/],
    ["https://", 1, 1, /no/],
    ["GET /tickets HTTP/1.1", 1, 1, /^It does not say which site/],
    ["GET https://a.example/ HTTP/1.1\nAccept: b\nthis is text", 3, 1, /^This line is no header/],
    ['fetch("https://a.example/", {})', 1, 1, /^This is a fetch call/],
    ["$session = New-Object Microsoft.PowerShell", 1, 1, /^This is PowerShell/],
    ["Invoke-WebRequest -Uri x", 1, 1, /^This is PowerShell/],
    [`https://a.example/\n\n${"x".repeat(200_001)}`, 3, 199_981, /^This is longer than 200,000/],
  ])("%j is refused at line %i, column %i", (text, line, column, message) => {
    expect(refusal(text)).toMatchObject({ line, column, message: expect.stringMatching(message) });
  });
});
