import { expect, test } from "vitest";
import { readHeartbeat } from "./read-heartbeat";

test("a connector of ours says what it is, what it holds and what it obeys", () => {
  const header =
    "@stanchion/connector-node/1.2.0; runtime=node/20.20.2; keys=ef567890,AB12CD34; config=7; instance=4f2a";
  expect(readHeartbeat(header, "undici")).toEqual({
    connector: "@stanchion/connector-node/1.2.0",
    runtime: "node/20.20.2",
    keyIds: ["ab12cd34", "ef567890"],
    configVersion: 7,
    instance: "4f2a",
  });
});

test("what is missing is unknown, not empty", () => {
  expect(readHeartbeat("edge/1", undefined)).toEqual({
    connector: "edge/1",
    runtime: null,
    keyIds: null,
    configVersion: null,
    instance: null,
  });
  expect(readHeartbeat("edge/1; keys=; config=0", undefined)).toMatchObject({
    keyIds: [],
    configVersion: null,
  });
});

test("a public connector is known by its user agent alone", () => {
  expect(readHeartbeat(undefined, "queueit-connector")).toMatchObject({
    connector: "queueit-connector",
    keyIds: null,
  });
  expect(readHeartbeat(undefined, undefined).connector).toBe("");
});

test.each([
  ["<script>; keys=ab12cd34", ""],
  [`${"a".repeat(200)}/1`, ""],
  ["; runtime=x", ""],
])("the header %s is no name", (header, connector) => {
  expect(readHeartbeat(header, undefined)).toMatchObject({ connector, keyIds: null });
});

test("odd fields and endless ones leave nothing odd or endless behind", () => {
  const keys = Array.from({ length: 80 }, () => "ab12cd34").join(",");
  const read = readHeartbeat(`a/1; runtime=a b; keys=zz,${keys}; config=1e9; instance=%`, "x");
  expect(read).toMatchObject({ runtime: null, configVersion: null, instance: null });
  expect(read.keyIds?.length).toBeLessThanOrEqual(20);
  expect(readHeartbeat(undefined, `\u0000\u00fc${"m".repeat(500)}`).connector).toBe("m".repeat(80));
});
