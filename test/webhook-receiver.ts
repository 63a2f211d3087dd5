import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

/** A message as a receiver has it. */
type Received = {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string };
};

/** Somebody's server that takes webhooks, and answers 204 until it is told otherwise. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  answer: (response: ServerResponse, received: Received) => void = (response) => {
    response.writeHead(204).end();
  };
  readonly #server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const received = { headers: request.headers, text, body: JSON.parse(text) };
      this.received.push(received);
      this.answer(response, received);
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  types(): string[] {
    return this.received.map(({ body }) => body.type);
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** True when the public library of the Standard Webhooks specification takes a message under this secret. */
export function isSignedBy(secret: string, { headers, text }: Received): boolean {
  const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  try {
    new Webhook(secret).verify(
      text,
      Object.fromEntries(names.map((name) => [name, String(headers[name])])),
    );
    return true;
  } catch {
    return false;
  }
}
