import { z } from "zod";
import { requestIdOf } from "@/lib/platform/observability/request-scope";
import type { ServiceContext } from "@/lib/services/ground/context";
import { ServiceError } from "@/lib/services/ground/errors";
import { toProblem } from "./problem";

const BODY_BYTES_MAX = 256 * 1_024;
const FORM = "application/x-www-form-urlencoded";

type Authenticate = (request: Request) => Promise<ServiceContext>;
type NextArgs = { params: Promise<Record<string, string | string[] | undefined>> };
type ReportError = (error: unknown, context?: ServiceContext) => void;

export type RouteInput<Params, Query, Body> = {
  readonly context: ServiceContext;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
};

/** Builds `defineRoute`; the console and an API differ only in `authenticate`. */
export function createDefineRoute(authenticate: Authenticate, reportError: ReportError) {
  /**
   * A route handler: finds out who asks, parses each part of the request by its schema (a part
   * without a schema is undefined), then calls `handler`. Every error becomes problem details.
   */
  return function defineRoute<
    Params extends z.ZodType = z.ZodUndefined,
    Query extends z.ZodType = z.ZodUndefined,
    Body extends z.ZodType = z.ZodUndefined,
  >(route: {
    params?: Params;
    query?: Query;
    body?: Body;
    handler: (
      input: RouteInput<z.output<Params>, z.output<Query>, z.output<Body>>,
    ) => Promise<Response>;
  }) {
    return async (request: Request, args: NextArgs): Promise<Response> => {
      const requestId = requestIdOf(request.headers.get("x-request-id"));
      let context: ServiceContext | undefined;
      try {
        context = await authenticate(request);
        const response = await route.handler({
          context,
          params: await parsePart(route.params, () => args.params),
          query: await parsePart(route.query, () => queryOf(request)),
          body: await parsePart(route.body, () => readBody(request)),
        });
        response.headers.set("request-id", requestId);
        return response;
      } catch (error) {
        reportError(error, context);
        return toProblem(error, requestId);
      }
    };
  };
}

/** JSON that no cache keeps: every answer of the console is for one person. */
export function jsonResponse(data: unknown, status = 200): Response {
  return Response.json(data, { status, headers: { "cache-control": "no-store" } });
}

async function parsePart<Schema extends z.ZodType>(
  schema: Schema | undefined,
  read: () => unknown,
): Promise<z.output<Schema>> {
  if (schema !== undefined) return schema.parse(await read());
  // Without a schema the type parameter is z.ZodUndefined, which the compiler cannot infer here.
  return z.undefined().parse(undefined) as z.output<Schema>;
}

/** A name that is given several times has a list. */
function queryOf(request: Request): Record<string, string | readonly string[]> {
  const { searchParams } = new URL(request.url);
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const [value = "", ...more] = searchParams.getAll(name);
      return [name, more.length === 0 ? value : [value, ...more]];
    }),
  );
}

/** What a form sends as its fields, anything else as JSON. */
async function readBody(request: Request): Promise<unknown> {
  const text = await readText(request);
  if (request.headers.get("content-type")?.startsWith(FORM) === true) {
    return Object.fromEntries(new URLSearchParams(text));
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ServiceError("invalid", "The body is not JSON.", { cause: error });
  }
}

/** Reads no further than the limit, whatever length the request states. */
async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > BODY_BYTES_MAX) throw new ServiceError("invalid", "The body is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
