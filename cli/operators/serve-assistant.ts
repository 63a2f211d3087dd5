import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Server } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { parseUrl } from "@/lib/domain/parse-url";
import { ExpectedFailure } from "@/lib/platform/expected-failure";

type Asked = {
  /** Of the console, or of `stanchion api`. */
  readonly url: string;
  readonly key: string;
  /** Groups of tools, with commas between them; all when absent. */
  readonly tags?: string;
};

/**
 * Lets an assistant that started this program use the tools of an installation, over stdin and stdout, until it closes them.
 * The tools and their checks are the installation's: nothing is decided here. Rejects when the installation cannot be reached,
 * or refuses the key.
 */
export async function serveAssistant({ url, key, tags }: Asked): Promise<void> {
  const base = parseUrl(url);
  if (base === null) throw new ExpectedFailure(`“${url}” is not an address.`);
  const endpoint = new URL("/api/v1/mcp", base);
  if (tags !== undefined) endpoint.searchParams.set("tags", tags);
  const client = new Client({ name: "stanchion-cli", version: "1" });
  const transport = new StreamableHTTPClientTransport(endpoint, {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  await client.connect(transport).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new ExpectedFailure(`${base.origin} did not answer as an installation: ${why}`);
  });
  const { name = "stanchion", version = "1" } = client.getServerVersion() ?? {};
  const instructions = client.getInstructions();
  const server = new Server(
    { name, version },
    { capabilities: { tools: {} }, ...(instructions === undefined ? {} : { instructions }) },
  );
  server.setRequestHandler("tools/list", ({ params }) => client.listTools(params));
  server.setRequestHandler("tools/call", ({ params }) => client.callTool(params));
  await server.connect(new StdioServerTransport());
}
