import { createSecureServer } from "node:http2";
import { afterAll, beforeAll, describe, test } from "vitest";
import { DOORS } from "./conformance/door-scenarios.ts";
import { openWorld, type World } from "./conformance/world.ts";
import { startHttp2Site } from "./http2-site.ts";
import { answerAsOrigin } from "./node-site.ts";

describe("over HTTP/2", () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(
      startHttp2Site((connector, tls) => createSecureServer(tls, connector.wrap(answerAsOrigin))),
    );
  });
  afterAll(() => world.close());

  test.each(Object.entries(DOORS))("%s", (_name, scenario) => scenario(world));
});
