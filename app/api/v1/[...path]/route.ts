import { z } from "zod";
import { answerSignedIn } from "@/lib/api/answer-signed-in";
import { defineRoute } from "@/lib/http/console";

export const dynamic = "force-dynamic";

/** Whatever a program reads, for the person who is signed in. What open pages ask again and again has a route of its own. */
export const GET = defineRoute({
  params: z.object({ path: z.array(z.string()) }),
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  handler: ({ context, params, query }) =>
    answerSignedIn({
      context,
      path: `/${params.path.join("/")}`,
      query: new URLSearchParams(
        Object.entries(query).flatMap(([name, given]) => [given].flat().map((one) => [name, one])),
      ),
    }),
});
