import { get } from "node:http";
import { LANGUAGES } from "@/lib/domain/page-texts/languages";

/** The compressed document of a page, in the language that makes it largest. */
export type WorstDocument = { readonly language: string; readonly bytes: number };

/** Asks for the document in every built-in language, as a browser that reads it would. */
export async function findWorstLanguage(port: number, path: string): Promise<WorstDocument> {
  let worst: WorstDocument = { language: "", bytes: 0 };
  for (const language of Object.keys(LANGUAGES)) {
    const bytes = await bodyBytes(port, path, language);
    if (bytes > worst.bytes) worst = { language, bytes };
  }
  return worst;
}

function bodyBytes(port: number, path: string, language: string): Promise<number> {
  const headers = {
    host: `room.localhost:${port}`,
    accept: "text/html",
    "accept-encoding": "br",
    "accept-language": language,
  };
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, path, headers }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on("end", () => resolve(bytes));
    }).on("error", reject);
  });
}
