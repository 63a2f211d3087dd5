import { z } from "zod";
import { named } from "./names";

/** A customer's API of Virtual Waiting Room on AWS. */
export const awsApiAnswer = named(
  "AwsApi",
  z.object({
    isOn: z.boolean(),
    publicUrl: z.string(),
    privateUrl: z.string(),
    keyId: z.string().nullable(),
    keyMadeAt: z.string().nullable(),
    accessKeyId: z.string().nullable(),
    apiKeyId: z.string().nullable(),
    clients: z.array(z.object({ eventId: z.string(), redirectUris: z.array(z.string()) })),
  }),
);

export const awsAccessKeyAnswer = named(
  "AwsApiWithAccessKey",
  awsApiAnswer.extend({ secretAccessKey: z.string().nullable() }),
);

export const awsClientAnswer = named(
  "AwsApiWithClient",
  awsApiAnswer.extend({ clientSecret: z.string().nullable() }),
);
