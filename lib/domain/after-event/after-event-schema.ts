import { z } from "zod";
import { textForPeople, webAddress } from "@/lib/domain/fields";

/**
 * What an event does after its end, as forms and the API send it. Whether its hosts allow the address
 * is for `afterEventProblem` to say, which knows them.
 */
export const afterEventSchema = z.strictObject({
  show: z.discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("page"),
      message: textForPeople(300).nullable().default(null),
    }),
    z.strictObject({ kind: z.literal("redirect"), url: webAddress }),
  ]),
  protectedPages: z.enum(["keep-out", "let-through"]),
});
