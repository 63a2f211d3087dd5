import {
  addCustomer,
  holdCustomer,
  limitCustomer,
  listAllCustomers,
  readCustomer,
  releaseCustomer,
  removeCustomer,
} from "@/lib/services/installation/api-key/customers";
import { customerAnswer } from "../answers/customer";
import {
  createdCustomerAnswer,
  deletedCustomerAnswer,
  listedCustomerAnswer,
} from "../answers/installation";
import { installationListing, installationOperation, type Operation } from "../operation";

const TAG = { tag: "Installation" } as const;
const ONE = "/customers/{customerId}";
const CUSTOMER = { customerId: "{customer}" };

/** What a program does with a key of the installation. */
export const INSTALLATION_OPERATIONS: readonly Operation[] = [
  installationListing(listAllCustomers, {
    ...{ ...TAG, id: "listCustomers", method: "GET", path: "/customers" },
    summary: "List customers",
    of: listedCustomerAnswer,
    by: ({ customerId }) => customerId,
    example: {},
  }),
  installationOperation(addCustomer, {
    ...{ ...TAG, id: "createCustomer", method: "POST", path: "/customers", status: 201 },
    summary: "Create a customer",
    description: "Its first owner is invited by e-mail.",
    output: createdCustomerAnswer,
    example: {
      ...{ customerId: "{newCustomer}", name: "Harbour Hall", ownerEmail: "ana@example.com" },
      maxEvents: 20,
    },
  }),
  installationOperation(readCustomer, {
    ...{ ...TAG, id: "readCustomer", method: "GET", path: ONE },
    summary: "Get a customer with its limits",
    output: listedCustomerAnswer,
    example: CUSTOMER,
  }),
  installationOperation(limitCustomer, {
    ...{ ...TAG, id: "setCustomerLimits", method: "PATCH", path: `${ONE}/limits` },
    summary: "Set the limits of a customer",
    description: "A limit that is left out stays; null takes it away.",
    output: customerAnswer,
    example: { ...CUSTOMER, maxOutflowPerMinute: 5_000 },
  }),
  installationOperation(holdCustomer, {
    ...{ ...TAG, id: "suspendCustomer", method: "POST", path: `${ONE}/suspend` },
    summary: "Suspend a customer",
    output: customerAnswer,
    example: { ...CUSTOMER, events: "hold" },
  }),
  installationOperation(releaseCustomer, {
    ...{ ...TAG, id: "resumeCustomer", method: "POST", path: `${ONE}/resume` },
    summary: "End the suspension of a customer",
    output: customerAnswer,
    example: { customerId: "{suspendedCustomer}" },
  }),
  installationOperation(removeCustomer, {
    ...{ ...TAG, id: "deleteCustomer", method: "DELETE", path: ONE },
    summary: "Delete a customer permanently",
    description:
      "It takes some seconds. Refused with open events and without an export, unless the body says otherwise.",
    output: deletedCustomerAnswer,
    example: { ...CUSTOMER, withoutExport: true },
  }),
];
