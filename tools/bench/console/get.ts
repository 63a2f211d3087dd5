import { Agent, get as httpGet } from "node:http";

const agent = new Agent({ keepAlive: true });

/**
 * Asks as a browser on this machine does: names like `console.localhost` lead to the loopback address, and a connection
 * that the server closed while it was idle is opened again. Rejects unless the answer is a success.
 */
export async function get(url: URL, headers: Readonly<Record<string, string>>): Promise<Buffer> {
  try {
    return await ask(url, headers);
  } catch (error) {
    if (error instanceof ClosedWhileIdle) return ask(url, headers);
    throw error;
  }
}

class ClosedWhileIdle extends Error {}

function ask(url: URL, headers: Readonly<Record<string, string>>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = {
      agent,
      host: "127.0.0.1",
      port: url.port,
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host },
    };
    const request = httpGet(options, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("end", () => {
        const { statusCode } = response;
        if (statusCode === 200) resolve(Buffer.concat(parts));
        else reject(new Error(`${url.href} was answered ${statusCode}.`));
      });
    });
    request.on("error", (error) =>
      reject(request.reusedSocket ? new ClosedWhileIdle(error.message, { cause: error }) : error),
    );
  });
}
