/**
 * Transactions, each on a connection of its own. Statements are sent one behind the other without waiting for answers, so what opens a
 * transaction travels with its first query, and queries asked for at once are one round trip.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  Transaction,
} from 'kysely';
import type pg from 'pg';
import { getErrorCode } from './pool.ts';
import type { Database } from './tables.ts';

/** Kysely's side: how queries are written. They are sent by the connection of the transaction alone. */
const dialect: Dialect = {
  createDriver: () => new DummyDriver(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (kysely) => new PostgresIntrospector(kysely),
};
const driver = dialect.createDriver();
const adapter = dialect.createAdapter();
const compiler = dialect.createQueryCompiler();

/** Options of a transaction. */
export interface Opening {
  /** Statements without parameters that follow BEGIN at once; nothing from outside may stand in them but numbers. */
  readonly sql: string;
  /** Refuses changes and sees one moment, so that totals fit the rows beside them; the end of it is waited for by nobody. */
  readonly readOnly: boolean;
}

/** Names of the statements that are prepared, by their text. */
const preparedNames = new Map<string, string>();

/** Has each connection parse a statement once and keep its plan, from now on. There must not be endlessly many texts of it. */
export function prepare<R>(query: CompiledQuery<R>): CompiledQuery<R> {
  if (!preparedNames.has(query.sql)) preparedNames.set(query.sql, `keyline_${preparedNames.size + 1}`);
  return query;
}

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** Sends what is written in this turn in one piece, since each piece is a call of the system: the opening of a transaction goes with its first queries. */
function gatherWrites({ connection: { stream } }: pg.PoolClient): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** The connection as Kysely sees it, until the transaction is over. */
class PooledConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  #over = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#over) throw new Error('A query after the end of its transaction');
    gatherWrites(this.#client);
    const { command, rowCount, rows } = await this.#client.query({ text: query.sql, values: [...query.parameters], name: preparedNames.get(query.sql) });
    return { rows: rows ?? [], ...(changing.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) };
  }

  // biome-ignore lint/correctness/useYield: rows of a pipelined connection come whole
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are read whole in a transaction');
  }

  end(): void {
    this.#over = true;
  }
}

const transactionOn = (line: PooledConnection) =>
  new Transaction<Database>({
    config: { dialect },
    dialect,
    driver,
    executor: new DefaultQueryExecutor(compiler, adapter, { provideConnection: (work) => work(line) }),
  });

/** Commits. Throws when the database rolled back instead, since a statement had failed and nobody had minded. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit');
  if (command === 'ROLLBACK') throw new Error('The transaction was rolled back: a statement in it had failed');
}

/** Runs `work` in a transaction on a connection of the pool, which must be a pipelined one. Commits when it resolves, rolls back when it throws. */
export async function runInTransaction<T>(pool: pg.Pool, opening: Opening, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const line = new PooledConnection(client);
  gatherWrites(client);
  const opened = client.query(`begin${opening.readOnly ? ' isolation level repeatable read read only' : ''}; ${opening.sql}`);
  // Told below, once the work that was sent behind it has settled.
  opened.catch(() => undefined);
  let value: T;
  try {
    value = await work(transactionOn(line));
    line.end();
    await opened;
    if (!opening.readOnly) await commit(client);
  } catch (error) {
    line.end();
    const failure = await opened.then(
      () => error,
      (cause: unknown) => cause,
    );
    await client.query('rollback').then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    );
    throw failure;
  }
  if (opening.readOnly) client.query('commit').catch(() => undefined);
  client.release();
  return value;
}

/** Codes of PostgreSQL for a transaction that lost to another one: two waited for each other, or one saw what the other had changed. */
const lost = new Set(['40P01', '40001']);
/** Times work is done again. */
const repeats = 2;

/** Does work again whose transaction lost to another one, since nothing of it was kept; throws what stops it the third time. */
export async function repeatLost<T>(work: () => Promise<T>): Promise<T> {
  for (let left = repeats; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0 || !lost.has(getErrorCode(error) ?? '')) throw error;
    }
  }
}
