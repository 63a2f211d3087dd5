import { expect, test } from "vitest";
import { shownRoute } from "./shown-route";

test.each([
  ["", "other"],
  ["/", "/"],
  ["status", "/line/{c}/{e}/status"],
  ["notices/stop", "/line/{c}/{e}/notices/stop"],
  ["/draw/<c>/<e>/<run:\\d+>/verify", "/draw/{c}/{e}/{run}/verify"],
  ["/status/integrationconfig/[secure/]<c>[/]", "/status/integrationconfig/{c}"],
  ["/cancel/<c>/<e>[/<queue:[^/]*>][/cancelqueueid][/]", "/cancel/{c}/{e}"],
  ["/<c:[A-Za-z0-9]{3,20}>/<e:[A-Za-z0-9]{3,20}>[/]", "/{c}/{e}"],
])("%s is shown as %s", (route, shown) => {
  expect(shownRoute(route)).toBe(shown);
});
