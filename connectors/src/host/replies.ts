import type { SiteRequest } from "./connector.ts";
import { crossOriginHeaders } from "./cross-origin.ts";
import type { ConnectorOptions } from "./options.ts";
import { type Answer, type Header, hostUnknown, notReady, type Verdict } from "./verdict.ts";

/** What a connector says, in the words of every adapter. */
export interface Replies {
  /** Lets a request go on to the site. */
  readonly goOn: (headers?: readonly Header[]) => Verdict;
  /** Answers instead of the site; scripts of named origins may read it. */
  readonly answerWith: (
    answer: Answer,
    request: SiteRequest,
    headers?: readonly Header[],
  ) => Verdict;
  /** Refuses a request while nobody knows whether it may pass. */
  readonly refuse: (request: SiteRequest) => Verdict;
  /** Refuses a request of which nobody knows for which host it is, and reports the first of them. */
  readonly refuseHost: (request: SiteRequest) => Verdict;
}

const HOST_UNKNOWN = "host-unknown: a request does not say for which host it is, and was refused";

/** @param name - how the connector names itself in every response */
export function createReplies(
  { allowedOrigins, notReadyPage }: Pick<ConnectorOptions, "allowedOrigins" | "notReadyPage">,
  name: string,
  report: (problem: Error) => void,
): Replies {
  const headersWith = (headers: readonly Header[] = []): Header[] => [
    ["x-queueit-connector", name],
    ...headers,
  ];
  const answerWith: Replies["answerWith"] = (answer, request, headers) => {
    const readable = crossOriginHeaders(request, allowedOrigins);
    const all = readable.length === 0 ? answer.headers : [...answer.headers, ...readable];
    return { answer: { ...answer, headers: all }, headers: headersWith(headers) };
  };
  let hasReported = false;
  return {
    goOn: (headers) => ({ answer: null, headers: headersWith(headers) }),
    answerWith,
    refuse: (request) => answerWith(notReady(request.method, notReadyPage), request),
    refuseHost: (request) => {
      // Anybody may send such requests, as many as they like.
      if (!hasReported) report(new Error(HOST_UNKNOWN));
      hasReported = true;
      return answerWith(hostUnknown(), request);
    },
  };
}
