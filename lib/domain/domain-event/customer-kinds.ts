import { z } from "zod";
import { type DomainEventKind, PLAIN } from "./kind";

const version = z.int().min(1);
const SITE = { scope: "customer", permission: "publication:read", version: 1 } as const;
const PEOPLE = { scope: "customer", permission: "audit:read", version: 1 } as const;
const OF_SECRET = {
  ...PEOPLE,
  data: z.object({ secretId: z.string() }),
  example: { secretId: "sec_YQx1cWd0V1hZc2hHbU5qQQ" },
} as const;
const connector = { connectorId: z.string(), name: z.string(), apiKeyName: z.string() };
const CONNECTOR = {
  connectorId: "key_m2RZSmtOcXdQZGZlR3dHdQ @stanchion/connector-node",
  ...{ name: "@stanchion/connector-node", apiKeyName: "Shop" },
};

/** What happens at a customer as a whole. */
export const CUSTOMER_KINDS = {
  "rules.published": {
    ...SITE,
    title: "Rules published",
    about:
      "Connectors receive a new version of the rules. `repeats` is the version that a rollback restored.",
    data: z.object({ version, repeats: version.nullable() }),
    example: { version: 12, repeats: null },
  },
  "connector.silent": {
    ...SITE,
    title: "Connector silent",
    about:
      "No process of a connector has asked for the rules for 15 minutes. An API key and the connector's name, whatever its version, are one connector.",
    data: z.object({ ...connector, seenAt: z.iso.datetime() }),
    example: { ...CONNECTOR, seenAt: "2026-11-29T12:43:04.000Z" },
  },
  "connector.back": {
    ...SITE,
    title: "Connector back",
    about: "A connector that was silent asks for the rules again.",
    data: z.object(connector),
    example: CONNECTOR,
  },
  "connector.removed": {
    ...SITE,
    title: "Connector removed",
    about:
      "A connector that was silent is no longer listed: someone dismissed it, or it has not asked for a week.",
    data: z.object(connector),
    example: CONNECTOR,
  },
  "connector.outdated": {
    ...SITE,
    title: "Connector on old rules",
    about:
      "15 minutes after rules were published, a process of a connector still uses rules that are `versions` versions older. `refuses`: it was given newer ones and did not accept them.",
    data: z.object({ ...connector, versions: version, refuses: z.boolean() }),
    example: { ...CONNECTOR, versions: 2, refuses: false },
  },
  "secret.staged": {
    ...OF_SECRET,
    title: "Secret generated",
    about:
      "A secret was generated. It signs tokens once activated; the first one is active at once.",
  },
  "secret.activated": {
    ...OF_SECRET,
    title: "Secret activated",
    about: "Tokens are signed with a different secret from now on.",
  },
  "secret.retired": {
    ...OF_SECRET,
    title: "Secret removed",
    about: "A secret was deleted, or revoked: tokens signed with a revoked secret are refused.",
  },
  "approval.requested": {
    ...PEOPLE,
    title: "Approval requested",
    about: "An action needs a second person's approval.",
    data: z.object({ approvalId: z.string(), verb: z.string() }),
    example: { approvalId: "apr_m2RZSmtOcXdQZGZlR3dHdQ", verb: "event.stop" },
  },
  "approval.decided": {
    ...PEOPLE,
    title: "Approval decided",
    about: "A request was approved, refused or cancelled, or it expired.",
    data: z.object({
      approvalId: z.string(),
      verb: z.string(),
      outcome: z.enum(["approved", "refused", "cancelled", "expired", "outdated"]),
    }),
    example: { approvalId: "apr_m2RZSmtOcXdQZGZlR3dHdQ", verb: "event.stop", outcome: "refused" },
  },
  "owner.new_device": {
    ...PEOPLE,
    title: "Owner signed in from a new device",
    about: "An owner signed in with a browser or from a network that they had not used lately.",
    data: z.object({ browser: z.string(), method: z.string() }),
    example: { browser: "Firefox on Linux", method: "passkey" },
  },
  "audit.head": {
    ...PEOPLE,
    title: "Head of the audit log",
    about:
      "Where the chain of the audit log stands, hourly while it grows. Keep `anchor`: later changes to older entries contradict it.",
    data: z.object({ seq: version, hash: z.string(), anchor: z.string() }),
    example: {
      ...{ seq: 812, hash: "9f2c…" },
      anchor: "stanchion-audit/1 customer=demo seq=812 hash=9f2c… at=2026-11-23T10:00:00.000Z",
    },
  },
  "webhook.test": {
    scope: "customer",
    permission: "webhook:read",
    version: 1,
    title: "Test",
    about: "Sent when someone tests a webhook.",
    ...PLAIN,
  },
} as const satisfies Readonly<Record<string, DomainEventKind>>;
