import { serve } from "../../shared/serve";

/** A vendor of CAPTCHAs that is away: every second question gets an error, and the others no answer at all. */
export async function startAwayVendor() {
  let questions = 0;
  const { port, close } = await serve((_request, response) => {
    questions += 1;
    if (questions % 2 === 0) return;
    response.writeHead(500, { "content-type": "text/plain" });
    response.end("Internal Server Error");
  });
  return { origin: `http://127.0.0.1:${port}`, questions: () => questions, close };
}
