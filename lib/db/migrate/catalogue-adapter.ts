import { PrismaPg } from "@prisma/adapter-pg";
import {
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from "@prisma/driver-adapter-utils";
import pg from "pg";

/** PostgreSQL's type "char", which its catalogue uses and Prisma's adapter does not know. */
const CHAR_TYPE_ID = 18;
/** Stands for it on the way through the adapter: the catalogue has no column of this type. */
const UUID_TYPE_ID = 2950;

function disguiseChars(client: pg.PoolClient): void {
  const { connection } = client as pg.PoolClient & Pick<pg.Client, "connection">;
  connection.on("rowDescription", ({ fields }: { fields: { dataTypeID: number }[] }) => {
    for (const field of fields) {
      if (field.dataTypeID === CHAR_TYPE_ID) field.dataTypeID = UUID_TYPE_ID;
    }
  });
}

/** Connections that the schema engine can read the tables of a database through, and play a migration in one transaction. */
async function connectTo(pool: pg.Pool): Promise<SqlDriverAdapter> {
  pool.on("connect", disguiseChars);
  // One that ends is no longer the pool's, and may still be cut: its database is dropped next. Queries fail by themselves.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const adapter = await new PrismaPg(pool).connect();
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    const columnTypes = result.columnTypes.map((type) =>
      type === ColumnTypeEnum.Uuid ? ColumnTypeEnum.Character : type,
    );
    return { ...result, columnTypes };
  };
  // The adapter's own splits a script at each semicolon, also within a function.
  adapter.executeScript = async (script) => {
    await pool.query(script);
  };
  return adapter;
}

/** What the schema engine connects with, and how to end its connections. */
export interface CatalogueAdapter {
  readonly factory: SqlMigrationAwareDriverAdapterFactory;
  /** The engine itself leaves them open, and its lock on the database with them. */
  readonly close: () => Promise<void>;
}

/** How databases are made, and dropped again, in which the engine plays migrations to compare them. */
export interface ScratchDatabases {
  /** Makes an empty one on the server of `url` and returns its address. */
  readonly create: (url: string, name: string) => Promise<string>;
  readonly drop: (url: string, name: string) => Promise<void>;
}

/** Lets the schema engine work on the database at `url`. */
export function openCatalogue(url: string, scratch?: ScratchDatabases): CatalogueAdapter {
  const pools: pg.Pool[] = [];
  const scratches: string[] = [];
  const connect = (address: string): Promise<SqlDriverAdapter> => {
    const pool = new pg.Pool({ connectionString: address });
    pools.push(pool);
    return connectTo(pool);
  };
  return {
    factory: {
      provider: "postgres",
      adapterName: "catalogue",
      connect: () => connect(url),
      async connectToShadowDb() {
        if (scratch === undefined) throw new Error("Applying migrations needs no other database.");
        const name = `scratch_${crypto.randomUUID()}`;
        scratches.push(name);
        return connect(await scratch.create(url, name));
      },
    },
    async close() {
      await Promise.all(pools.map((pool) => pool.end()));
      for (const name of scratches) await scratch?.drop(url, name);
    },
  };
}
