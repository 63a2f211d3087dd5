import { createServer, type ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { watchHead } from "../src/adapters/node/response-head.ts";
import { listen, send, stop } from "./node-site.ts";

const GIVEN = [
  ["x-queueit-connector", "test"],
  ["Set-Cookie", "session=new"],
] as const;

/** What a visitor gets of a page whose site answers so, and how often its visit was ended. */
async function visit(answer: (response: ServerResponse) => void) {
  let ends = 0;
  const server = createServer((_request, response) => {
    for (const [name, value] of GIVEN) response.appendHeader(name, value);
    watchHead(
      response,
      GIVEN.map(([name, value]) => [name, value]),
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
