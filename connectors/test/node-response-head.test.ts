import { createServer, type ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { watchHead } from "../src/adapters/node/response-head.ts";
import { listen, send, stop } from "./node-site.ts";

const GIVEN = [
  ["x-queueit-connector", "test"],
  ["Set-Cookie", "session=new"],
] as const;

/** What a visitor gets of a page whose site answers so, and how often its visit was ended. */
async function visit(
  answer: (response: ServerResponse) => void,
  given: readonly (readonly [string, string])[] = GIVEN,
) {
  let ends = 0;
  const server = createServer((_request, response) => {
    for (const [name, value] of given) response.appendHeader(name, value);
    watchHead(
      response,
      given.map(([name, value]) => [name, value]),
      () => {
        ends += 1;
        return [
          ["x-queueit-connector", "test"],
          ["Set-Cookie", "session="],
        ];
      },
    );
    answer(response);
  });
  const got = await send(await listen(server), "/");
  await stop(server);
  const { setCookies, header, status } = got;
  const said = [header("stanchion-session"), header("cf-waiting-room-command")];
  return {
    ends,
    setCookies,
    status,
    said,
    own: header("x-own"),
    connector: header("x-queueit-connector"),
    caches: [header("cache-control"), header("surrogate-control")],
  };
}

const ENDED = {
  ends: 1,
  setCookies: ["session="],
  said: [null, null],
  connector: "test",
};

test.each<[string, (response: ServerResponse) => void]>([
  ["set before", (response) => void response.setHeader("Stanchion-Session", "end").end()],
  [
    "set twice",
    (response) => {
      response.appendHeader("stanchion-session", "end");
      response.appendHeader("stanchion-session", "end").end("page");
    },
  ],
  [
    "handed over as an object",
    (response) => void response.writeHead(200, { "Stanchion-Session": "end", "x-own": "1" }).end(),
  ],
  [
    "handed over with a message",
    (response) => void response.writeHead(200, "Fine", { "STANCHION-SESSION": "end" }).end("page"),
  ],
  [
    "handed over as a list",
    (response) => void response.writeHead(200, ["Stanchion-Session", "end", "x-own", "1"]).end(),
  ],
  [
    "before a stream",
    (response) => {
      response.setHeader("Cf-Waiting-Room-Command", "revoke");
      response.flushHeaders();
      response.write("first");
      setImmediate(() => response.end("last"));
    },
  ],
])("a visit ends by a header that is %s", async (_name, answer) => {
  expect(await visit(answer)).toMatchObject({ ...ENDED, status: 200 });
});

test("the site's own headers and cookies stay, however they are set", async () => {
  const answers = await Promise.all([
    visit((response) => {
      response.appendHeader("Set-Cookie", "cart=1");
      response.writeHead(201, { "x-own": "1", "stanchion-session": "end" }).end();
    }),
    visit((response) => {
      response.appendHeader("set-cookie", "cart=1");
      response.writeHead(201, ["X-Own", "1", "stanchion-session", "end"]).end();
    }),
  ]);
  for (const answer of answers) {
    expect(answer).toMatchObject({ ends: 1, status: 201, own: "1", said: [null, null] });
    expect(answer.setCookies).toEqual(["cart=1", "session="]);
  }
});

test("a response that says nothing, or something else, is left as it is but for that name", async () => {
  const plain = await visit((response) => void response.writeHead(200, { "x-own": "1" }).end());
  expect(plain).toMatchObject({ ends: 0, own: "1", setCookies: ["session=new"] });
  const other = await visit((response) => void response.setHeader("Stanchion-Session", "on").end());
  expect(other).toMatchObject({ ends: 0, said: [null, null], setCookies: ["session=new"] });
});

test.each<[string, (response: ServerResponse) => void]>([
  [
    "set before",
    (response) => {
      response.setHeader("Cache-Control", "public, max-age=600");
      response.setHeader("Surrogate-Control", "max-age=600").end("page");
    },
  ],
  [
    "handed over as an object",
    (response) => {
      response.setHeader("cache-control", "no-cache");
      const headers = { "CACHE-CONTROL": "public, max-age=600", "Surrogate-Control": "max-age=9" };
      response.writeHead(200, headers).end("page");
    },
  ],
  [
    "handed over as a list",
    (response) =>
      void response.writeHead(200, "Fine", ["Cache-Control", "max-age=600, public"]).end("page"),
  ],
  [
    "before a stream",
    (response) => {
      response
        .setHeader("Cache-Control", "s-maxage=9")
        .appendHeader("Cache-Control", "max-age=600");
      response.flushHeaders();
      response.end("last");
    },
  ],
])("an answer with a session is private, whatever the site says: %s", async (_name, answer) => {
  const { caches, setCookies } = await visit(answer);
  expect([caches, setCookies]).toEqual([["max-age=600, private", null], ["session=new"]]);
});

test("an answer that takes a session away is private, though it had none before", async () => {
  const { caches } = await visit((response) => {
    const headers = { "Stanchion-Session": "end", "Cache-Control": "public, max-age=600" };
    response.writeHead(200, headers).end("page");
  }, []);
  expect(caches).toEqual(["max-age=600, private", null]);
});

test("an answer of which nothing is said to caches is private with a session", async () => {
  const { caches } = await visit(
    (response) => void response.writeHead(200, { "x-own": "1" }).end(),
  );
  expect(caches).toEqual(["private", null]);
});
