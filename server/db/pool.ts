/** The pool of connections: value parsers, timeouts, and what a failed connection looks like. */
import { Socket } from 'node:net';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './tables.ts';

const oids = { int8: 20, date: 1082, numeric: 1700, int8Array: 1016, numericArray: 1231 } as const;

function numbers(text: string): number[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(Number);
}

/** int8 and numeric are read as numbers (ids and amounts stay below 2^53), a date as its text. */
function parsers(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides();
  types.setTypeParser(oids.int8, Number);
  types.setTypeParser(oids.numeric, Number);
  types.setTypeParser(oids.date, (text: string) => text);
  types.setTypeParser(oids.int8Array, numbers);
  types.setTypeParser(oids.numericArray, numbers);
  return types;
}

interface PoolOptions {
  readonly databaseUrl: string;
  /** Milliseconds a statement may take; a living database answers or refuses within them. */
  readonly statementMs?: number;
  readonly max?: number;
  /** The role every connection takes at once, so that a query outside of a transaction sees no row; null: as the address says. */
  readonly role?: 'keyline_app' | null;
  /** Sends statements without waiting for the answer to the last one. */
  readonly pipeline?: boolean;
  readonly onError?: (error: Error) => void;
}

/**
 * Creates the sockets for pg's connections: one that is silent for `ms` ends, so that no query waits for a peer that is gone without closing the connection.
 */
export function createWatchedStream(ms: number): () => Socket {
  return () => {
    const socket = new Socket();
    // Without an error of its own: pg tells whoever waits that the connection ended, and nobody when it was being closed.
    return socket.setTimeout(ms, () => socket.destroy());
  };
}

/** A pool of pg itself; for queries use `createPool`. */
function createPgPool({ databaseUrl, statementMs = 15_000, max = 10, role = null, pipeline = false, onError }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    types: parsers(),
    application_name: 'keyline',
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    pipeline,
    stream: createWatchedStream(statementMs + 2_000),
    ...(role === null ? {} : { options: `-c role=${role}` }),
  });
  pool.on('error', (error) => onError?.(error));
  // A connection that is cut while it is lent out tells it twice: to whoever waits for a query, and as an event nobody hears, which would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** The app's pool: its connections are `keyline_app` from the first byte and see nothing until a transaction says for whom. Statements are sent behind one another. */
export const createAppPool = (options: Omit<PoolOptions, 'role'>): pg.Pool => createPgPool({ ...options, role: 'keyline_app', pipeline: true });

/** A pool for queries outside of transactions; `keyline_app` unless another role is named. */
export function createPool(options: PoolOptions): Kysely<Database> {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: createPgPool({ role: 'keyline_app', ...options }) }) });
}

const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '25P03',
]);
const connectionWords =
  /connection terminated|timeout exceeded when trying to connect|connection ended|client has encountered a connection error|not queryable|not currently accepting connections/i;

/** The code of an error of PostgreSQL or of the socket, if it has one. */
export function getErrorCode(error: unknown): string | null {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** True when the database could not be reached: nothing was decided, and a later try may succeed. */
export function isConnectionFailure(error: unknown): boolean {
  const code = getErrorCode(error);
  if (code !== null && (connectionCodes.has(code) || code.startsWith('08'))) return true;
  if (error instanceof AggregateError) return error.errors.some(isConnectionFailure);
  return error instanceof Error && connectionWords.test(error.message);
}
