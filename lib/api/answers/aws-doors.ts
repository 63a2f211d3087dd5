import { z } from "zod";
import { named } from "./names";

/** The doors for sites of Virtual Waiting Room on AWS. */
export const awsDoorsAnswer = named(
  "AwsDoors",
  z.object({
    isOn: z.boolean(),
    publicUrl: z.string(),
    privateUrl: z.string(),
    keyId: z.string().nullable(),
    accessKeyId: z.string().nullable(),
    apiKeyId: z.string().nullable(),
    clients: z.array(z.object({ eventId: z.string(), redirectUris: z.array(z.string()) })),
  }),
);

export const awsAccessKeyAnswer = named(
  "AwsDoorsWithAccessKey",
  awsDoorsAnswer.extend({ secretAccessKey: z.string().nullable() }),
);

export const awsClientAnswer = named(
  "AwsDoorsWithClient",
  awsDoorsAnswer.extend({ clientSecret: z.string().nullable() }),
);
