/**
 * Headers as CloudFront writes them: by lower-case name. The shapes are those of the CloudFront
 * Developer Guide, "Lambda@Edge event structure".
 */
export type CloudFrontHeaders = Record<string, { readonly key?: string; readonly value: string }[]>;

/** A viewer's request. */
export interface CloudFrontRequest {
  readonly clientIp: string;
  readonly method: string;
  /** The path, escapes kept. */
  readonly uri: string;
  /** Without "?". */
  readonly querystring: string;
  readonly headers: CloudFrontHeaders;
  /** There only where the function is associated with *Include body*. */
  readonly body?: { readonly data: string; readonly encoding: "base64" | "text" };
}

/** A response on its way to the viewer. */
export interface CloudFrontResponse {
  readonly status: string;
  readonly statusDescription?: string;
  readonly headers: CloudFrontHeaders;
}

/** A response that a function makes itself. */
export interface CloudFrontResult extends CloudFrontResponse {
  readonly body: string;
}

/** What a viewer-request function is called with. */
export interface ViewerRequestEvent {
  readonly Records: readonly [{ readonly cf: { readonly request: CloudFrontRequest } }];
}

/** What a viewer-response function is called with; the request is as the other function left it. */
export interface ViewerResponseEvent {
  readonly Records: readonly [
    {
      readonly cf: {
        readonly request: CloudFrontRequest;
        readonly response: CloudFrontResponse;
      };
    },
  ];
}
