import { createAwsAccessKey } from "@/lib/services/sites/aws-doors/access-key";
import { saveAwsClient } from "@/lib/services/sites/aws-doors/save-client";
import { getAwsDoors, rotateAwsKey, setAwsDoors } from "@/lib/services/sites/aws-doors/set";
import { awsAccessKeyAnswer, awsClientAnswer, awsDoorsAnswer } from "../answers/aws-doors";
import { type Operation, operation } from "../operation";

const DOORS = { tag: "AWS doors" } as const;

/** The calls of Virtual Waiting Room on AWS: who may make them, and what signs their tokens. */
export const AWS_DOORS_OPERATIONS: readonly Operation[] = [
  operation(getAwsDoors, {
    ...{ ...DOORS, id: "getAwsDoors", method: "GET", path: "/aws-doors" },
    summary: "Get the doors for AWS sites",
    output: awsDoorsAnswer,
    example: {},
  }),
  operation(setAwsDoors, {
    ...{ ...DOORS, id: "setAwsDoors", method: "PUT", path: "/aws-doors" },
    ...{ summary: "Turn the doors for AWS sites on or off", revises: "getAwsDoors" },
    description: "The calls of Virtual Waiting Room on AWS, at `publicUrl` and `privateUrl`.",
    output: awsDoorsAnswer,
    example: { isOn: true },
  }),
  operation(rotateAwsKey, {
    ...{ ...DOORS, id: "rotateAwsKey", method: "POST", path: "/aws-doors/rotate-key" },
    summary: "Sign tokens with a new key",
    description: "For `overlapHours` tokens of the key before are verified.",
    output: awsDoorsAnswer,
    example: { overlapHours: 24 },
  }),
  operation(createAwsAccessKey, {
    ...{ ...DOORS, id: "createAwsAccessKey", method: "POST", path: "/aws-doors/access-key" },
    summary: "Create the access key of private calls",
    description:
      "Its secret is in this answer and nowhere else. Calls signed with it (Signature Version 4) may do what the API key may. Null takes it away.",
    output: awsAccessKeyAnswer,
    example: { apiKeyId: "{apiKey}" },
  }),
  operation(saveAwsClient, {
    ...{ ...DOORS, id: "saveAwsClient", method: "PUT", path: "/aws-doors/clients/{eventId}" },
    summary: "Save an OpenID Connect client",
    description:
      "The client id is the event's. Its new secret is in this answer and nowhere else. Without redirect URIs it is removed.",
    output: awsClientAnswer,
    example: { eventId: "springsale", redirectUris: ["https://shop.example.com/callback"] },
  }),
];
