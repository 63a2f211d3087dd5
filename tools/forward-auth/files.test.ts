import { expect, test } from "vitest";
import {
  keysAt,
  listAt,
  partOf,
  readDeployFile,
  readDocuments,
} from "../deploy-files/deploy-files";

const read = (file: string) => readDocuments(readDeployFile(`forward-auth/${file}`))[0] ?? {};

test("Traefik asks before the site does, and believes no header of a visitor", () => {
  const traefik = read("traefik/dynamic.yaml");
  const order = listAt(traefik, "http.routers.shop.middlewares");
  expect(order).toEqual(["stanchion-key", "stanchion", "stanchion-done"]);
  expect(keysAt(traefik, "http.middlewares").sort()).toEqual([...order].map(String).sort());
  const asks = partOf(traefik, "http.middlewares.stanchion.forwardAuth");
  expect(partOf(asks, "trustForwardHeader")).toBe(false);
  expect(partOf(asks, "address")).toBe("http://127.0.0.1:9080/check");
});

test("Envoy lets nobody through when the connector fails", () => {
  const config = partOf(read("envoy/ext-authz.yaml"), "typed_config");
  expect(partOf(config, "failure_mode_allow")).toBe(false);
  const passed = "http_service.authorization_response.allowed_client_headers_on_success.patterns";
  expect(listAt(config, passed)).toContainEqual({ exact: "set-cookie" });
});

test("ingress-nginx has the lines of nginx", () => {
  const annotations = partOf(read("kubernetes/ingress-nginx.yaml"), "metadata.annotations");
  const text = Object.values(Object(annotations)).join("\n");
  const lines = readDeployFile("forward-auth/nginx/protect.conf").split("\n");
  const needed = lines.filter((line) =>
    /stanchion_(answer|cookie_\d)|@stanchion|\/answer/.test(line),
  );
  expect(needed.length).toBeGreaterThan(7);
  for (const line of needed) expect(text).toContain(line.trim());
});
