import { expect, test } from "vitest";
import { bundle, exampleOf } from "./bundle.ts";
import {
  configText,
  configVersionOf,
  freshToken,
  startWaitingRoom,
  until,
  type WaitingRoom,
} from "./conformance/world.ts";
import { FOR_COMPUTE, type RunningService, runCompute } from "./fastly-compute.ts";
import { OTHER_SECRET, SECRET } from "./fixtures.ts";

const KEY = "stanchion-rules/stanchion-config";

/** Runs the example of the documentation with changes to its text. */
async function runExample(room: WaitingRoom, changes: readonly [string, string][] = []) {
  let program = (await exampleOf("fastly")).replace(/"https:[^"]+"/, `"${room.configUrl}"`);
  for (const [text, replacement] of changes) {
    expect(program).toContain(text);
    program = program.replace(text, replacement);
  }
  const service = runCompute(await bundle({ program }, FOR_COMPUTE));
  service.stores.set("stanchion/secret", SECRET).set("stanchion/api-key", "key-1");
  return service;
}

function visit({ visit: send }: RunningService, path: string): Promise<Response> {
  return send(new Request(`https://shop.example${path}`), "203.0.113.1");
}

async function versionAt(service: RunningService): Promise<string | null> {
  return configVersionOf((await visit(service, "/tickets")).headers.get("location"));
}

async function withRoom(run: (room: WaitingRoom) => Promise<void>): Promise<void> {
  const room = await startWaitingRoom();
  try {
    await run(room);
  } finally {
    await room.close();
  }
}

test("the example of the documentation protects a site, with one pull for many sandboxes", () =>
  withRoom(async (room) => {
    const service = await runExample(room);
    expect(await versionAt(service)).toBe("7");
    for (let request = 0; request < 5; request += 1) await visit(service, "/tickets");
    expect(room.pulls).toHaveLength(1);
    const token = freshToken();
    const admitted = await visit(service, `/tickets?queueittoken=${token}`);
    expect(admitted.headers.get("location")).toBe("https://shop.example/tickets");
    expect(await (await visit(service, "/")).text()).toBe("origin");
  }));

test("the last good rules are in the KV Store while the waiting room cannot be reached", () =>
  withRoom(async (room) => {
    const service = await runExample(room, [["ttl: 60", "ttl: 0"]]);
    expect(await versionAt(service)).toBe("7");
    room.publish(configText({ Version: 8 }));
    await until(async () => (await versionAt(service)) === "8");
    await room.close();
    expect(await versionAt(service)).toBe("8");
    await until(() => service.log.some((line) => String(line).includes("fetch failed")));
    expect(JSON.parse(service.stores.get(KEY) ?? "").config).toBe(configText({ Version: 8 }));
    service.stores.set("stanchion/secret", OTHER_SECRET);
    const answer = await visit(service, `/tickets?queueittoken=${freshToken()}`);
    expect(answer.headers.get("location")).toContain("/error/hash/");
  }));

test("options that are missing or would do nothing are named", () =>
  withRoom(async (room) => {
    const wrong: readonly (readonly [readonly [string, string], string])[] = [
      [['backend: "stanchion",', ""], "backend is missing"],
      [
        [/cacheOverride:.*/.exec(await exampleOf("fastly"))?.[0] ?? "", ""],
        "cacheOverride is missing",
      ],
      [
        ["failOpen: false,", "failOpen: false, replay: { forgotten() {} },"],
        "replay is not possible",
      ],
      [["failOpen: false,", "failOpen: false, activity: {},"], "activity is not possible"],
      [["failOpen: false,", "failOpen: false, configPublicKeys: [],"], "configPublicKeys is not"],
    ];
    for (const [[text, replacement], message] of wrong) {
      const service = await runExample(room, [[text, replacement]]);
      await expect(visit(service, "/")).rejects.toThrow(message);
    }
  }));
