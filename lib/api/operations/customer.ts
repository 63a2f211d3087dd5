import { exportAudit } from "@/lib/services/installation/audit/export";
import { checkAudit, getAuditHead } from "@/lib/services/installation/audit/head";
import { pageAudit } from "@/lib/services/installation/audit/list";
import { getCustomer } from "@/lib/services/installation/customer/get";
import { renameCustomer } from "@/lib/services/installation/customer/rename";
import { getStatusPage, setStatusPage } from "@/lib/services/installation/customer/set-status-page";
import { setTimeZone } from "@/lib/services/installation/customer/set-time-zone";
import {
  getProvider,
  removeProvider,
  setProvider,
} from "@/lib/services/people/single-sign-on/provider";
import { getSignInRule, setSignInRule } from "@/lib/services/people/single-sign-on/set-rule";
import { auditCheckAnswer, auditEntryAnswer, auditHeadAnswer } from "../answers/audit";
import {
  customerAnswer,
  customerWithEventsAnswer,
  signInRuleAnswer,
  singleSignOnAnswer,
  statusPageAnswer,
} from "../answers/customer";
import { done } from "../answers/done";
import { file, type Operation, operation, pageSchema } from "../operation";

const AUDIT = { tag: "Audit log", method: "GET" } as const;
const CUSTOMER = { tag: "Customer" } as const;

/** The customer that a key belongs to, and what was done there. */
export const CUSTOMER_OPERATIONS: readonly Operation[] = [
  operation(getCustomer, {
    ...{ ...CUSTOMER, id: "getCustomer", method: "GET", path: "/customer" },
    summary: "Get the customer of the key",
    output: customerWithEventsAnswer,
    example: {},
  }),
  operation(renameCustomer, {
    ...{ ...CUSTOMER, id: "renameCustomer", method: "POST", path: "/customer/rename" },
    ...{ summary: "Rename the customer", revises: "getCustomer" },
    output: customerAnswer,
    example: { name: "Example Tickets" },
  }),
  operation(setTimeZone, {
    ...{ ...CUSTOMER, id: "setTimeZone", method: "PUT", path: "/customer/time-zone" },
    ...{ summary: "Set the time zone of the console", revises: "getCustomer" },
    description: "Events keep theirs.",
    output: customerAnswer,
    example: { timeZone: "Europe/Berlin" },
  }),
  operation(getStatusPage, {
    ...{ ...CUSTOMER, id: "getStatusPage", method: "GET", path: "/status-page" },
    summary: "Get the status page",
    output: statusPageAnswer,
    example: {},
  }),
  operation(setStatusPage, {
    ...{ ...CUSTOMER, id: "setStatusPage", method: "PUT", path: "/status-page" },
    ...{ summary: "Turn the status page on or off", revises: "getStatusPage" },
    description:
      "Everybody can read there how open events stand, in words. `onStatusPage` in an event's settings leaves it out.",
    output: statusPageAnswer,
    example: { isOn: true },
  }),
  operation(getProvider, {
    ...{ ...CUSTOMER, id: "getSingleSignOn", method: "GET", path: "/single-sign-on" },
    summary: "Get the single sign-on",
    description: "Null where there is none.",
    output: singleSignOnAnswer.nullable(),
    example: {},
  }),
  operation(setProvider, {
    ...{ ...CUSTOMER, id: "setSingleSignOn", method: "PUT", path: "/single-sign-on" },
    ...{ summary: "Set the single sign-on", revises: "getSingleSignOn", asksApproval: true },
    description: "An empty `clientSecret` keeps the one that is stored.",
    output: done,
    example: {
      ...{ issuer: "https://login.example.com", clientId: "stanchion" },
      ...{ clientSecret: "from-your-provider", joins: false, defaultRole: "viewer" },
    },
  }),
  operation(removeProvider, {
    ...{ ...CUSTOMER, id: "removeSingleSignOn", method: "DELETE", path: "/single-sign-on" },
    ...{ summary: "Remove the single sign-on", revises: "getSingleSignOn", asksApproval: true },
    description: "Sessions that began there end.",
    output: done,
    example: {},
  }),
  operation(getSignInRule, {
    ...{ ...CUSTOMER, id: "getSignInRule", method: "GET", path: "/sign-in-rule" },
    summary: "Tell how members have to sign in",
    output: signInRuleAnswer,
    example: {},
  }),
  operation(setSignInRule, {
    ...{ ...CUSTOMER, id: "setSignInRule", method: "PUT", path: "/sign-in-rule" },
    ...{ summary: "Set how members have to sign in", revises: "getSignInRule" },
    output: done,
    example: { rule: "second-factor" },
  }),
  operation(pageAudit, {
    ...{ ...AUDIT, id: "listAuditEntries", path: "/audit-log" },
    summary: "List entries of the audit log",
    output: pageSchema(auditEntryAnswer),
    example: { area: "rules", limit: 20 },
  }),
  file(exportAudit, {
    ...{ ...AUDIT, id: "exportAuditLog", path: "/audit-log/export" },
    summary: "Export the audit log",
    description: "As JSON or CSV, whole and of any length, the oldest entry first.",
    of: auditEntryAnswer,
    example: { area: "events", format: "json" },
  }),
  operation(getAuditHead, {
    ...{ ...AUDIT, id: "getAuditHead", path: "/audit-log/head" },
    summary: "Get the head of the log's chain",
    output: auditHeadAnswer,
    example: {},
  }),
  operation(checkAudit, {
    ...{ ...AUDIT, id: "verifyAuditLog", path: "/audit-log/check" },
    summary: "Check that the log is whole",
    description: "Reads the whole log, which may take minutes.",
    output: auditCheckAnswer,
    example: {},
  }),
];
