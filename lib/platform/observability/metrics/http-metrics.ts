import { type IncomingMessage, ServerResponse } from "node:http";
import { METRICS } from "./catalogue";
import { Histogram } from "./histogram";
import type { Source } from "./metrics";
import { secondsBetween, TurnClock } from "./turn-clock";

/** `readAtUs`: when it was read; below zero once its answer was counted. */
type Counted = IncomingMessage & { readAtUs?: number };
type Route = { readonly times: Histogram; readonly classes: Float64Array };

/** Counts what a server answers. */
export type HttpMetrics = {
  /** What its responses are made of. */
  readonly Response: typeof ServerResponse;
  /** The same listener, for requests that are counted. */
  readonly counted: <Request extends Counted, Response>(
    listener: (request: Request, response: Response) => void,
  ) => (request: Request, response: Response) => void;
  readonly source: Source;
};

/**
 * Counts answers by route. `routeOf` names the route of a request once it is answered, by one of few names; `shown` makes
 * of it what is shown.
 */
export function createHttpMetrics<Request extends IncomingMessage>(
  routeOf: (request: Request) => string,
  shown: (route: string) => string = (route) => route,
): HttpMetrics {
  const routes = new Map<string, Route>();
  const read = new TurnClock();
  const answered = new TurnClock();

  function note(request: Request & Counted, status: number): void {
    const { readAtUs = -1 } = request;
    if (readAtUs < 0) return;
    request.readAtUs = -1;
    const name = routeOf(request);
    const { classes, times } = routes.get(name) ?? addRoute(name);
    const index = (status / 100) | 0;
    classes[index] = (classes[index] ?? 0) + 1;
    times.observe(secondsBetween(readAtUs, answered.now()));
  }

  function addRoute(name: string): Route {
    const times = new Histogram(METRICS.stanchion_http_request_duration_seconds.buckets);
    const route = { times, classes: new Float64Array(6) };
    routes.set(name, route);
    return route;
  }

  /** It has no fields: they would take longer than all that is counted. */
  class CountedResponse<Asked extends IncomingMessage> extends ServerResponse<Asked> {
    override end(chunk?: unknown, encoding?: unknown, done?: unknown): this {
      // A server makes the responses to its requests, and no others.
      note(this.req as unknown as Request, this.statusCode);
      // Node takes each of them in several places.
      return super.end(chunk as string, encoding as BufferEncoding, done as () => void);
    }
  }

  return {
    Response: CountedResponse,
    counted: (listener) => (request, response) => {
      request.readAtUs = read.now();
      listener(request, response);
    },
    source: (scrape) => {
      for (const [name, { times, classes }] of routes) {
        const route = shown(name);
        scrape.putHistogram("stanchion_http_request_duration_seconds", { route }, times);
        for (const [index, count] of classes.entries()) {
          const labels = { route, class: `${index}xx` };
          if (count > 0) scrape.put("stanchion_http_responses_total", labels, count);
        }
      }
    },
  };
}
