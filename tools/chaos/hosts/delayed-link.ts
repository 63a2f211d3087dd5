import { type AddressInfo, connect, createServer, type Socket } from "node:net";

type End = { readonly host: string; readonly port: number };

/**
 * A long cable to a server: what one side sends the other gets so many milliseconds later, in the same order. For a
 * kernel that cannot delay packets itself (netem).
 */
export async function startDelayedLink(at: string, to: End, delayMs: number) {
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    const far = connect({ ...to, allowHalfOpen: true, noDelay: true });
    carry(near, far);
    carry(far, near);
  });
  function carry(from: Socket, into: Socket): void {
    const later = (act: () => void) => setTimeout(act, delayMs);
    open.add(from);
    from.on("data", (chunk) => later(() => into.writable && into.write(chunk)));
    from.on("end", () => later(() => into.end()));
    from.on("error", () => undefined);
    from.on("close", () => {
      open.delete(from);
      later(() => into.destroy());
    });
  }
  await new Promise<void>((resolve) => server.listen(0, at, resolve));
  return {
    // The server listens on TCP, so its address is no path.
    port: (server.address() as AddressInfo).port,
    close(): void {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
