import type { Guarantee } from "../mutation";

const ADDRESS = "lib/http/client-address.test.ts";

export const SIGNING_IN: Guarantee = {
  document: "docs/security.md",
  title: "Signing in",
  rows: [
    {
      id: "forged-address",
      file: "lib/http/client-address.ts",
      holds: "without trusted proxies nothing counts that a client says about its address",
      broken: "the last entry of X-Forwarded-For counts",
      edits: [
        { find: "trustedProxies === 0 ? undefined : hops", replace: "hops" },
        { find: "hops.at(-trustedProxies)", replace: "hops.at(-Math.max(1, trustedProxies))" },
      ],
      tests: [
        { file: ADDRESS, name: "of … behind … trusted proxies, … counts" },
        {
          file: "console/console-server.test.ts",
          name: "the console's server › takes the other end of the connection for the client, whatever the client says",
        },
      ],
    },
    {
      id: "forged-hop",
      file: "lib/http/client-address.ts",
      holds: "behind proxies only the entry counts that the outermost trusted one wrote",
      broken: "the first entry counts",
      edits: [{ find: "hops.at(-trustedProxies)", replace: "hops[0]" }],
      tests: [{ file: ADDRESS, name: "of … behind … trusted proxies, … counts" }],
    },
  ],
};
