import { once } from "node:events";
import { connect, createServer } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { findFreePorts, holdPorts, isPortFree, readPorts } from "./ports";

afterEach(() => vi.unstubAllEnvs());

test("the environment changes a port and leaves the others", () => {
  vi.stubEnv("CONSOLE_PORT", "4000");
  expect(readPorts()).toMatchObject({ console: 4000, shop: 3002, postgres: 54_330 });
});

test.each(["0", "65536", "80.5", "http"])("the port %s is refused in one sentence", (text) => {
  vi.stubEnv("SHOP_PORT", text);
  expect(() => readPorts()).toThrow(
    `Set SHOP_PORT to a port between 1 and 65535; it is "${text}".`,
  );
});

test("free ports differ from each other", async () => {
  const ports = Object.values(await findFreePorts());
  expect(new Set(ports).size).toBe(ports.length);
});

test.each(["127.0.0.1", "0.0.0.0"])(
  "a port that is taken on %s is reported with the variable that changes it",
  async (host) => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    const address = server.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    const ports = { ...(await findFreePorts()), console: port };
    await expect(holdPorts(ports, ["shop", "console"])).rejects.toThrow(
      `Port ${port} is taken by another program; set CONSOLE_PORT to a free port.`,
    );
    await new Promise((resolve) => server.close(resolve));
    expect(await isPortFree(port)).toBe(true);
    expect(await isPortFree(ports.shop)).toBe(true);
  },
);

test("of two systems that start at once each port goes to one, until it is released", async () => {
  const ports = await findFreePorts();
  const held = await holdPorts(ports, ["postgres", "redis"]);
  await expect(holdPorts(ports, ["redis"])).rejects.toThrow("set REDIS_PORT to a free port");
  await held.release(["redis"]);
  expect([await isPortFree(ports.redis), await isPortFree(ports.postgres)]).toEqual([true, false]);
  const other = await holdPorts(ports, ["redis"]);
  await held.release();
  expect([await isPortFree(ports.redis), await isPortFree(ports.postgres)]).toEqual([false, true]);
  await other.release();
});

test("a port is released although somebody has connected to it and stays", async () => {
  const ports = await findFreePorts();
  const held = await holdPorts(ports, ["console"]);
  const socket = connect({ port: ports.console, allowHalfOpen: true });
  socket.on("error", () => undefined);
  await once(socket, "connect");
  await held.release();
  socket.destroy();
  expect(await isPortFree(ports.console)).toBe(true);
});
