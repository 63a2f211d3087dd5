import {
  createActivityReporter,
  createViewerRequestHandler,
  handleViewerResponse,
} from "../src/adapters/lambda-edge/index.ts";
import { visitCloudFront } from "./cloudfront.ts";
import { type AdapterSite, type SiteSetup, toOptions } from "./conformance/site.ts";

/** Starts a site behind the adapter in an emulated CloudFront. */
export async function startLambdaEdgeSite(setup: SiteSetup): Promise<AdapterSite> {
  const viewerRequest = createViewerRequestHandler(toOptions(setup, createActivityReporter));
  const handlers = { viewerRequest, viewerResponse: handleViewerResponse };
  const send: AdapterSite["send"] = (path, visit = {}) => visitCloudFront(handlers, path, visit);
  await send("/");
  return { origin: "https://shop.example", send, close: async () => undefined };
}
