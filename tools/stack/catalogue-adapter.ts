import { PrismaPg } from "@prisma/adapter-pg";
import {
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from "@prisma/driver-adapter-utils";
import pg from "pg";
import { createDatabase, queryPostgres } from "./postgres";

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

/** Connections that the schema engine can read the tables of a database through. */
async function connectTo(pool: pg.Pool): Promise<SqlDriverAdapter> {
  pool.on("connect", disguiseChars);
  const adapter = await new PrismaPg(pool).connect();
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    const columnTypes = result.columnTypes.map((type) =>
      type === ColumnTypeEnum.Uuid ? ColumnTypeEnum.Character : type,
    );
    return { ...result, columnTypes };
  };
  return adapter;
}

/** What the schema engine connects with, and how to end its connections. */
export interface CatalogueAdapter {
  readonly factory: SqlMigrationAwareDriverAdapterFactory;
  /** The engine itself leaves them open, and its lock on the database with them. */
  readonly close: () => Promise<void>;
}

/**
 * Lets the schema engine work on the database at `url`. It plays migrations in a database of its
 * own on the same server.
 */
export function openCatalogue(url: string): CatalogueAdapter {
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
        const name = `scratch_${crypto.randomUUID()}`;
        scratches.push(name);
        return connect(await createDatabase(url, name));
      },
    },
    async close() {
      await Promise.all(pools.map((pool) => pool.end()));
      for (const name of scratches) {
        await queryPostgres(url, `DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)}`);
      }
    },
  };
}
