import { createAwsAccessKey } from "@/lib/services/sites/aws-api/access-key";
import { saveAwsClient } from "@/lib/services/sites/aws-api/save-client";
import { getAwsApi, rotateAwsKey, setAwsApi } from "@/lib/services/sites/aws-api/set";
import { awsAccessKeyAnswer, awsApiAnswer, awsClientAnswer } from "../answers/aws-api";
import { type Operation, operation } from "../operation";

const AWS_API = { tag: "AWS API" } as const;

/** The calls of Virtual Waiting Room on AWS: who may make them, and what signs their tokens. */
export const AWS_API_OPERATIONS: readonly Operation[] = [
  operation(getAwsApi, {
    ...{ ...AWS_API, id: "getAwsApi", method: "GET", path: "/aws-api" },
    summary: "Get the API for AWS sites",
    output: awsApiAnswer,
    example: {},
  }),
  operation(setAwsApi, {
    ...{ ...AWS_API, id: "setAwsApi", method: "PUT", path: "/aws-api" },
    ...{ summary: "Turn the API for AWS sites on or off", revises: "getAwsApi" },
    description: "The calls of Virtual Waiting Room on AWS, at `publicUrl` and `privateUrl`.",
    output: awsApiAnswer,
    example: { isOn: true },
  }),
  operation(rotateAwsKey, {
    ...{ ...AWS_API, id: "rotateAwsKey", method: "POST", path: "/aws-api/rotate-key" },
    summary: "Sign tokens with a new key",
    description: "For `overlapHours` tokens of the key before are verified.",
    output: awsApiAnswer,
    example: { overlapHours: 24 },
  }),
  operation(createAwsAccessKey, {
    ...{ ...AWS_API, id: "createAwsAccessKey", method: "POST", path: "/aws-api/access-key" },
    summary: "Create the access key of private calls",
    description:
      "Its secret is in this answer and nowhere else. Calls signed with it (Signature Version 4) may do what the API key may. Null takes it away.",
    output: awsAccessKeyAnswer,
    example: { apiKeyId: "{apiKey}" },
  }),
  operation(saveAwsClient, {
    ...{ ...AWS_API, id: "saveAwsClient", method: "PUT", path: "/aws-api/clients/{eventId}" },
    summary: "Save an OpenID Connect client",
    description:
      "The client id is the event's. Its new secret, unless it keeps the one that it has, is in this answer and nowhere else. Without redirect URIs it is removed.",
    output: awsClientAnswer,
    example: { eventId: "springsale", redirectUris: ["https://shop.example.com/callback"] },
  }),
];
