import type {
  CloudFrontHeaders,
  CloudFrontRequest,
  CloudFrontResponse,
  CloudFrontResult,
  ViewerRequestHandler,
  ViewerResponseEvent,
} from "../src/adapters/lambda-edge/index.ts";
import {
  ORIGIN_COOKIE,
  ORIGIN_SAYS,
  originPage,
  originSays,
  type SiteAnswer,
  type SiteVisit,
} from "./conformance/site.ts";

/** What a generated response may have, headers and body. */
const MAX_RESULT_BYTES = 40 * 1024;
const MAX_HEADER_BYTES = 20_480;
const READ_ONLY = ["content-length", "host", "transfer-encoding", "via"];
const DISALLOWED =
  /^(connection|expect|keep-alive|proxy-.*|trailer|upgrade|x-accel-.*|x-amz-cf-.*|x-cache.*|x-edge-.*|x-forwarded-proto|x-real-ip)$/;

type Handlers = {
  readonly viewerRequest: ViewerRequestHandler;
  readonly viewerResponse: (event: ViewerResponseEvent) => Promise<CloudFrontResponse>;
};

/** CloudFront would answer 502. */
function refuse(problem: string): never {
  throw new Error(`CloudFront refuses what the function returned: ${problem}`);
}

function overTheWire<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value));
}

function checkEntry(name: string, { key = name, value }: CloudFrontHeaders[string][number]): void {
  if (key.toLowerCase() !== name) refuse(`the key ${key} under ${name}`);
  if (!/^[\t -~]*$/.test(value)) refuse(`the value of ${name}`);
  if (value.length > MAX_HEADER_BYTES) refuse(`the length of ${name}`);
}

function checkHeaders(headers: CloudFrontHeaders, before: CloudFrontHeaders = {}): void {
  for (const [name, entries] of Object.entries(headers)) {
    for (const entry of entries) checkEntry(name, entry);
    if (DISALLOWED.test(name) && before[name] === undefined) refuse(`${name} is disallowed`);
  }
  for (const name of READ_ONLY) {
    if (JSON.stringify(headers[name]) !== JSON.stringify(before[name])) {
      refuse(`${name} is read-only`);
    }
  }
}

function toHeaders(headers: Readonly<Record<string, string>>): CloudFrontHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [{ key: name, value }]]),
  );
}

function toAnswer({ status, headers }: CloudFrontResponse, body: string): SiteAnswer {
  const values = (name: string): readonly string[] | undefined =>
    Object.hasOwn(headers, name) ? headers[name]?.map(({ value }) => value) : undefined;
  return {
    status: Number(status),
    header: (name) => values(name)?.join(", ") ?? null,
    setCookies: values("set-cookie") ?? [],
    body,
  };
}

function checkResult(result: CloudFrontResult): SiteAnswer {
  checkHeaders(result.headers);
  if (JSON.stringify(result).length > MAX_RESULT_BYTES) refuse("it is above 40 KB");
  return toAnswer(result, result.body);
}

/**
 * Emulates CloudFront with two viewer functions and an origin: events and answers go through JSON;
 * what a viewer function may not return (headers that are read-only, disallowed or misspelt, more than
 * 40 KB) is an error; the second function sees the request as the first left it, is not called for
 * generated responses nor for status 400 and above, and may not change the status. There is no cache,
 * and the functions are instances that live on. Source: the CloudFront Developer Guide.
 */
export async function visitCloudFront(
  { viewerRequest, viewerResponse }: Handlers,
  path: string,
  { method = "GET", headers = {}, body = "", clientIp = "203.0.113.1" }: SiteVisit,
): Promise<SiteAnswer> {
  const [uri = "/", ...query] = path.split("?");
  const request: CloudFrontRequest = {
    clientIp,
    method,
    uri,
    querystring: query.join("?"),
    headers: toHeaders({ ...headers, host: "shop.example" }),
  };
  const event = { Records: [{ cf: { request } }] } as const;
  const returned = overTheWire(await viewerRequest(overTheWire(event)));
  if ("status" in returned) return checkResult(returned);
  checkHeaders(returned.headers, request.headers);
  const said: Record<string, { key: string; value: string }[]> = {};
  const own: readonly [string, string][] = [
    ["set-cookie", ORIGIN_COOKIE],
    ...originSays(headers[ORIGIN_SAYS]),
  ];
  for (const [key, value] of own) {
    said[key.toLowerCase()] = [...(said[key.toLowerCase()] ?? []), { key, value }];
  }
  const response = { status: "200", headers: said };
  const cf = { request: returned, response };
  const final = overTheWire(await viewerResponse(overTheWire({ Records: [{ cf }] })));
  checkHeaders(final.headers);
  if (final.status !== response.status) refuse("another status");
  return toAnswer(final, originPage(body));
}
