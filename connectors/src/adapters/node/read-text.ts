/**
 * Reads a body as UTF-8.
 *
 * @throws RangeError when it has more than `maxBytes`
 */
export async function readText(message: AsyncIterable<unknown>, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of message) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError("The body is not bytes");
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes) throw new RangeError("The body is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
