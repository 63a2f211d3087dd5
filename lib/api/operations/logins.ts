import { pollLogin } from "@/lib/services/people/api-key/login/poll";
import { startLogin } from "@/lib/services/people/api-key/login/start";
import { loginOutcomeAnswer, startedLoginAnswer } from "../answers/login";
import { type Operation, openOperation } from "../operation";

const LOGIN = { tag: "Sign-in", method: "POST" } as const;

/** How a program gets a key from a person: RFC 8628, with JSON. */
export const LOGIN_OPERATIONS: readonly Operation[] = [
  openOperation(startLogin, {
    ...{ ...LOGIN, id: "startLogin", path: "/login-requests", status: 201 },
    summary: "Ask a person for a key",
    description:
      "They type `userCode` at `verificationUri` and approve. Codes end after ten minutes.",
    output: startedLoginAnswer,
    example: { name: "Back office", permissions: ["event:read"], validDays: 30 },
  }),
  openOperation(pollLogin, {
    ...{ ...LOGIN, id: "pollLogin", path: "/login-requests/poll" },
    summary: "Fetch the key that was approved",
    description:
      "Ask every `interval` seconds while it is pending. The key is in one answer and in no other.",
    output: loginOutcomeAnswer,
    example: { deviceCode: "{loginRequest}" },
  }),
];
