import type { TextFile } from "@/lib/services/ground/text-file";

/**
 * A file that is written while it is read: the next piece is asked for when the client has taken the one before, and a client
 * that goes away ends the reading.
 */
export function streamFile({ pieces, contentType, fileName }: TextFile): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
  return new Response(body, {
    headers: {
      "content-type": contentType,
      "content-disposition": `attachment; filename="${fileName}"`,
      "cache-control": "no-store",
    },
  });
}
