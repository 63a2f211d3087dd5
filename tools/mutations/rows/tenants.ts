import type { Guarantee } from "../mutation";

const HOSTS = "lib/services/address/address.db.test.ts";

export const TENANTS: Guarantee = {
  document: "docs/guarantees.md",
  title: "8. Tenants",
  rows: [
    {
      id: "events-of-anybody",
      file: "lib/services/event/find-event.ts",
      holds: "one's own events",
      broken: "those of anybody",
      edits: [
        { find: "database.event.findUnique({", replace: "database.event.findFirst({" },
        {
          find: "customerId_wireId: { customerId: context.customer.id, wireId: eventId }",
          replace: 'customerId: { not: "" }, wireId: eventId',
        },
      ],
      tests: [
        {
          file: "lib/services/access-code/access-code.db.test.ts",
          name: "access codes › are no business of viewers, nor of other customers",
        },
      ],
    },
    {
      id: "rules-of-anybody",
      file: "lib/services/rule/find-rule.ts",
      holds: "one's own rules",
      broken: "those of anybody",
      edits: [
        { find: "{ id: ruleId, customerId: context.customer.id }", replace: "{ id: ruleId }" },
      ],
      tests: [
        {
          file: "lib/services/rule/rule.db.test.ts",
          name: "rules › another customer's rule is not found by any verb",
        },
      ],
    },
    {
      id: "secrets-of-anybody",
      file: "lib/services/secret/secret-view.ts",
      holds: "one's own secrets",
      broken: "those of anybody",
      edits: [
        { find: "{ id: secretId, customerId: context.customer.id }", replace: "{ id: secretId }" },
      ],
      tests: [
        {
          file: "lib/services/secret/secret.db.test.ts",
          name: "secrets › another customer's secret is not found by any verb",
        },
      ],
    },
    {
      id: "api-keys-of-anybody",
      file: "lib/services/api-key/revoke.ts",
      holds: "one's own API keys",
      broken: "those of anybody",
      edits: [
        { find: "{ id: apiKeyId, customerId: context.customer.id }", replace: "{ id: apiKeyId }" },
      ],
      tests: [
        {
          file: "lib/services/api-key/api-key.db.test.ts",
          name: "API keys › another customer's key is not found",
        },
      ],
    },
    {
      id: "staff-links-of-anybody",
      file: "lib/services/staff-link/revoke.ts",
      holds: "one's own staff links",
      broken: "those of anybody",
      edits: [
        {
          find: "{ id: staffLinkId, customerId: context.customer.id }",
          replace: "{ id: staffLinkId }",
        },
      ],
      tests: [
        {
          file: "lib/services/staff-link/staff-link.db.test.ts",
          name: "staff links › another customer's links and events are not found",
        },
      ],
    },
    {
      id: "members-of-anybody",
      file: "lib/services/membership/find-membership.ts",
      holds: "one's own members",
      broken: "those of anybody",
      edits: [
        {
          find: "{ id: membershipId, customerId: context.customer.id }",
          replace: "{ id: membershipId }",
        },
      ],
      tests: [
        {
          file: "lib/services/membership/membership.db.test.ts",
          name: "members › only owners change members, and only those of their own customer",
        },
      ],
    },
    {
      id: "everything-permitted",
      file: "lib/services/require-permission.ts",
      holds: "what a role may do",
      broken: "everything",
      edits: [{ find: "!context.permissions.has(permission)", replace: "false" }],
      tests: [
        {
          file: "lib/services/event/event.db.test.ts",
          name: "who may › a viewer reads and changes nothing",
        },
      ],
    },
    {
      id: "own-host-of-everybody",
      file: "waiting-room/visit/own-host.ts",
      holds: "at a customer's own host there is no other customer",
      broken: "all of them, as at the shared host",
      edits: [{ find: "customerId === owner", replace: "[customerId, owner].length > 0" }],
      tests: [
        {
          file: "test/waiting-room/addresses.redis.test.ts",
          name: "at the customer's … host › nothing of another customer is found",
        },
      ],
    },
    {
      id: "claimed-host-published",
      file: "lib/services/address/publish.ts",
      holds: "a host is a customer's when it has shown its proof",
      broken: "as soon as somebody names it",
      edits: [{ find: "verifiedHost: { not: null }, ", replace: "" }],
      tests: [
        {
          file: HOSTS,
          name: "waiting rooms are told › verified hosts and no others, once, and again after Redis lost them",
        },
      ],
    },
    {
      id: "host-kept-without-proof",
      file: "lib/services/address/recheck.ts",
      holds: "… and for as long as it shows it",
      broken: "for ever",
      edits: [{ find: "isLost ? { verifiedHost: null }", replace: "isLost ? {}" }],
      tests: [
        {
          file: HOSTS,
          name: "a verified host is looked at again › and is lost when its proof is missing for a day, with a note",
        },
      ],
    },
    {
      id: "hosts-of-anybody",
      file: "lib/services/address/remove.ts",
      holds: "one's own hosts",
      broken: "those of anybody",
      edits: [
        { find: "{ id: hostId, customerId: context.customer.id }", replace: "{ id: hostId }" },
      ],
      tests: [{ file: HOSTS, name: "a customer's hosts › are nobody else's business" }],
    },
  ],
};
