import { createAddressList } from "@/lib/services/sites/address-list/create";
import { deleteAddressList } from "@/lib/services/sites/address-list/delete";
import { getAddressList } from "@/lib/services/sites/address-list/get";
import { listAddressLists } from "@/lib/services/sites/address-list/list";
import { loadAddressListNow } from "@/lib/services/sites/address-list/load-now";
import { updateAddressList } from "@/lib/services/sites/address-list/update";
import { dismissConnector } from "@/lib/services/sites/connector/dismiss";
import { listConnectors } from "@/lib/services/sites/connector/list";
import { listReports } from "@/lib/services/sites/connector/list-reports";
import { createDebugToken } from "@/lib/services/sites/debug-token/create";
import { addHost } from "@/lib/services/sites/host/add";
import { checkHost } from "@/lib/services/sites/host/check";
import { listHosts } from "@/lib/services/sites/host/list";
import { removeHost } from "@/lib/services/sites/host/remove";
import { getReadiness } from "@/lib/services/sites/readiness/get-readiness";
import { getStillNeeded } from "@/lib/services/sites/readiness/still-needed";
import { done } from "../answers/done";
import {
  addressListAnswer,
  connectorAnswer,
  connectorReportAnswer,
  debugTokenAnswer,
  hostAnswer,
  listedAddressListAnswer,
  readinessCheckAnswer,
} from "../answers/site";
import { listing, type Operation, operation } from "../operation";

const LISTS = { tag: "Address lists" } as const;
const LIST = { ...LISTS, path: "/address-lists/{listId}" } as const;
const HOSTS = { tag: "Hosts" } as const;
const CONNECTORS = { tag: "Connectors" } as const;
const ONE_LIST = { listId: "{addressList}" };

const ADDRESS_LISTS: readonly Operation[] = [
  listing(listAddressLists, {
    ...{ ...LISTS, id: "listAddressLists", method: "GET", path: "/address-lists" },
    summary: "List address lists",
    of: listedAddressListAnswer,
    by: ({ id }) => id,
    example: {},
  }),
  operation(createAddressList, {
    ...{ ...LISTS, id: "createAddressList", method: "POST", path: "/address-lists", status: 201 },
    summary: "Create an address list",
    description: "Of addresses that you send, or of a feed that is loaded again and again.",
    output: listedAddressListAnswer,
    example: {
      ...{ key: "scalpers", name: "Known scalpers" },
      contents: { kind: "typed", text: "203.0.113.0/24\n2001:db8:7::/48" },
    },
  }),
  operation(getAddressList, {
    ...{ ...LIST, id: "getAddressList", method: "GET" },
    summary: "Get an address list",
    output: addressListAnswer,
    example: ONE_LIST,
  }),
  operation(updateAddressList, {
    ...{ ...LIST, id: "updateAddressList", method: "PUT", revises: "getAddressList" },
    summary: "Replace an address list",
    description: "`seenVersion` is the version that you read: no other is replaced.",
    output: listedAddressListAnswer,
    example: {
      ...{ ...ONE_LIST, seenVersion: 1, name: "Our offices" },
      contents: { kind: "typed", text: "198.51.100.0/24" },
    },
  }),
  operation(loadAddressListNow, {
    ...{ ...LISTS, id: "loadAddressList", method: "POST", path: "/address-lists/{listId}/load" },
    summary: "Load a feed now",
    output: listedAddressListAnswer,
    example: { listId: "{addressFeed}" },
  }),
  operation(deleteAddressList, {
    ...{ ...LIST, id: "deleteAddressList", method: "DELETE", revises: "getAddressList" },
    summary: "Delete an address list",
    output: done,
    example: ONE_LIST,
  }),
];

const HOST_OPERATIONS: readonly Operation[] = [
  listing(listHosts, {
    ...{ ...HOSTS, id: "listHosts", method: "GET", path: "/hosts" },
    summary: "List your own hosts",
    of: hostAnswer,
    by: ({ id }) => id,
    example: {},
  }),
  operation(addHost, {
    ...{ ...HOSTS, id: "addHost", method: "POST", path: "/hosts", status: 201 },
    summary: "Add a host of your own",
    description: "Nothing is served there before it shows the proof that the answer names.",
    output: hostAnswer,
    example: { host: "queue.example.com" },
  }),
  operation(checkHost, {
    ...{ ...HOSTS, id: "checkHost", method: "POST", path: "/hosts/{hostId}/check" },
    summary: "Look for the proof of a host",
    output: hostAnswer,
    example: { hostId: "{host}" },
  }),
  operation(removeHost, {
    ...{ ...HOSTS, id: "removeHost", method: "DELETE", path: "/hosts/{hostId}" },
    summary: "Remove a host",
    output: done,
    example: { hostId: "{host}" },
  }),
];

/** What stands between visitors and the site: lists, hosts, connectors, and whether all of it is ready. */
export const SITE_OPERATIONS: readonly Operation[] = [
  ...ADDRESS_LISTS,
  ...HOST_OPERATIONS,
  listing(listConnectors, {
    ...{ ...CONNECTORS, id: "listConnectors", method: "GET", path: "/connectors" },
    summary: "List connectors of the last week",
    of: connectorAnswer,
    by: ({ key }) => key,
    example: {},
  }),
  operation(dismissConnector, {
    ...{ ...CONNECTORS, id: "dismissConnector", method: "POST", path: "/connectors/{key}/dismiss" },
    summary: "Take a silent connector off the list",
    output: done,
    example: { key: "{silentConnector}" },
  }),
  listing(listReports, {
    ...{ ...CONNECTORS, id: "listConnectorReports", method: "GET", path: "/connector-reports" },
    summary: "List what connectors have reported",
    of: connectorReportAnswer,
    by: ({ eventId }) => eventId,
    example: {},
  }),
  operation(createDebugToken, {
    ...{ ...CONNECTORS, id: "createDebugToken", method: "POST", status: 201 },
    path: "/events/{eventId}/debug-tokens",
    summary: "Create a diagnostics link",
    description: "Connectors tell whoever opens it what they see. It works for five minutes.",
    output: debugTokenAnswer,
    example: { eventId: "springsale" },
  }),
  listing(getReadiness, {
    ...{ tag: "Readiness", id: "getReadiness", method: "GET", path: "/events/{eventId}/readiness" },
    summary: "Check whether an event is ready",
    of: readinessCheckAnswer,
    by: ({ id }) => id,
    example: { eventId: "springsale" },
  }),
  listing(getStillNeeded, {
    ...{ tag: "Readiness", id: "listMissingSteps", method: "GET" },
    path: "/events/{eventId}/missing-steps",
    summary: "List what an event still needs",
    description: "Asks nobody outside. Empty once it has begun.",
    of: readinessCheckAnswer,
    by: ({ id }) => id,
    example: { eventId: "draftsale" },
  }),
];
