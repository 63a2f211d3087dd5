import { createServer, type IncomingMessage } from "node:http";
import { listen } from "@/tools/stack/ports";

type Value = string | number | boolean | undefined;

export type ReceivedSpan = {
  readonly service: Value;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly attributes: Readonly<Record<string, Value>>;
  readonly links: readonly string[];
};

type Attributes = readonly {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}[];

/** As OTLP has it in JSON (`ExportTraceServiceRequest`). */
type Request = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Attributes };
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly name: string;
        readonly traceId: string;
        readonly spanId: string;
        readonly parentSpanId?: string;
        readonly attributes: Attributes;
        readonly links?: readonly { readonly traceId: string }[];
      }[];
    }[];
  }[];
};

/** A collector for OTLP over HTTP: it keeps what it gets as JSON, and the bytes of everything. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  readonly requests: { readonly headers: IncomingMessage["headers"]; readonly body: Buffer }[] = [];
  readonly #server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    this.requests.push({ headers: request.headers, body });
    const isRight = request.method === "POST" && request.url === "/v1/traces";
    if (isRight && request.headers["content-type"] === "application/json") {
      this.spans.push(...spansOf(JSON.parse(body.toString())));
    }
    response.writeHead(isRight ? 200 : 404, { "content-type": "application/json" }).end("{}");
  });

  /** Answers the endpoint, as OTEL_EXPORTER_OTLP_ENDPOINT names it. */
  async start(): Promise<string> {
    return `http://127.0.0.1:${await listen(this.#server)}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Everything that it got, as bytes that a text can be looked for in. */
  get text(): string {
    return this.requests.map(({ body }) => body.toString("latin1")).join("\n");
  }
}

function spansOf({ resourceSpans }: Request): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, traceId, spanId, parentSpanId = "", attributes, links = [] }) => ({
        ...{ name, traceId, spanId, parentSpanId, attributes: valuesOf(attributes) },
        links: links.map((link) => link.traceId),
        service: valuesOf(resource.attributes)["service.name"],
      })),
    ),
  );
}

function valuesOf(attributes: Attributes): Record<string, Value> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  );
}
