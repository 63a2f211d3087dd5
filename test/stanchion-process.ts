import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { testRedisUrl } from "@/test/redis";
import { STANCHION_PROGRAM } from "@/tools/stack/build";

/** What all processes of an installation share. */
export function installationSettings(
  databaseUrl: string,
  redisUrl = testRedisUrl(),
): Readonly<Record<string, string>> {
  return {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    // The Redis of the tests is marked with it.
    MASTER_KEY: process.env["MASTER_KEY"] ?? randomBytes(32).toString("base64url"),
    NEXTAUTH_SECRET: randomBytes(32).toString("base64url"),
    CONSOLE_URL: "https://console.example.com",
    WAITING_ROOM_URL: "https://room.example.com",
    QUEUE_DOMAIN: "room.example.com",
    // Nobody probes them, and no balancer stands in front.
    WORKER_PORT: "0",
    DRAIN_SECONDS: "0",
  };
}

/** The built command `stanchion`, in a process of its own. */
export class StanchionProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  #output = "";
  #notes = "";
  #ending: number | null | undefined;

  /** It has these variables and no others, as in a service file. */
  constructor(
    args: readonly string[],
    environment: Readonly<Record<string, string>>,
    program = STANCHION_PROGRAM,
  ) {
    const env: Record<string, string | undefined> = { PATH: process.env["PATH"], ...environment };
    this.child = spawn(process.execPath, [program, ...args], {
      env: env as NodeJS.ProcessEnv,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child.stdout?.on("data", (chunk) => {
      this.#output += chunk;
    });
    this.child.stderr?.on("data", (chunk) => {
      this.#notes += chunk;
    });
    this.ended = once(this.child, "close").then(() => {
      this.#ending = this.child.exitCode;
      return this.child.exitCode;
    });
  }

  get output(): string {
    return this.#output;
  }

  /** What it wrote to the error output. */
  get notes(): string {
    return this.#notes;
  }

  get isRunning(): boolean {
    return this.#ending === undefined;
  }

  /** The lines of its log. Throws when one is no JSON. */
  get log(): { level: number; name: string; msg: string; requestId?: string }[] {
    const lines = this.#output.split("\n").slice(0, -1);
    return lines.map((line) => JSON.parse(line));
  }

  /** Resolves when its log has a message with these words. */
  async says(words: string): Promise<void> {
    while (!this.#output.includes(words)) {
      if (!this.isRunning) throw new Error(`It ended.\n${this.#output}${this.#notes}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Asks it to end and returns its exit code. */
  terminate(): Promise<number | null> {
    this.child.kill("SIGTERM");
    return this.ended;
  }
}

const FORM = "application/x-www-form-urlencoded";

/** A POST of which a server has the head and half of the body. */
export class HalfSentPost {
  readonly #socket: Socket;
  readonly #closed: Promise<unknown>;
  #answer = "";

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#closed = once(socket, "close");
    socket.setEncoding("utf8");
    socket.on("data", (chunk) => {
      this.#answer += chunk;
    });
  }

  static async send(port: number, path: string, type = FORM): Promise<HalfSentPost> {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    const post = new HalfSentPost(socket);
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type}\r\ncontent-length: 8\r\n\r\na=1&`,
    );
    return post;
  }

  /** Sends the other half, and returns all that the server answers before it closes the connection. */
  async finish(): Promise<string> {
    this.#socket.write("bb=2");
    await this.#closed;
    return this.#answer;
  }
}
