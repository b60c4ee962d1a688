/**
 * Every query runs in a transaction that says for whom: a company's (row-level security shows it that company's rows alone) or identity's (who
 * people are; no company rows). The transaction travels in AsyncLocalStorage, so no query can escape it by using an outer handle.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type QueryResult, type RawBuilder, sql, type Transaction } from 'kysely';
import type pg from 'pg';
import type { PublishedChange } from '#contract/changes.ts';
import type { Change } from '#contract/core/realtime.ts';
import { type Announce, createAnnouncer, type Move } from './announcer.ts';
import type { Database } from './tables.ts';
import { type Opening, prepare, repeatLost, runInTransaction } from './transaction.ts';

/** A change as a handler records it; company and position are added at commit. */
export type PendingChange = Omit<PublishedChange, 'seq' | 'companyId'>;

/** Author of a change; absent when it came from outside. */
export interface Cause {
  readonly actorId?: number;
  readonly clientId?: string;
}

interface Scope {
  readonly trx: Transaction<Database>;
  readonly companyIds: readonly number[];
  readonly changes: { companyId: number; change: PendingChange }[];
  readonly afterCommit: (() => void)[];
}

const scopes = new AsyncLocalStorage<Scope>();

/**
 * Opens transactions on one pool. Work whose transaction lost to another one (two waited for each other) is done again from its start: it does nothing outside
 * of the database but by `runAfterCommit`.
 */
export interface Tenancy {
  /** Runs `work` with the rows of these companies, as this person (null: the system's own work). Companies a person may not enter show no row, whoever asked. */
  company<T>(companyIds: readonly number[], userId: number | null, work: () => Promise<T>): Promise<T>;
  /** Runs `work` with the rows of an account of the consumer catalog; no company rows. */
  account<T>(accountId: number, work: () => Promise<T>): Promise<T>;
  /** Runs `work` with people, sessions, companies and memberships; no company rows. */
  identity<T>(work: () => Promise<T>): Promise<T>;
  /** The same as `company` and `identity` for work that only reads: the database refuses a change, and the end is not waited for. */
  companyReading<T>(companyIds: readonly number[], userId: number | null, work: () => Promise<T>): Promise<T>;
  identityReading<T>(work: () => Promise<T>): Promise<T>;
}

/** The open transaction. Throws outside of one: a query without a company must not exist. */
export function currentTransaction(): Transaction<Database> {
  const scope = scopes.getStore();
  if (!scope) throw new Error('A query outside of a transaction: open one with tenancy.company or tenancy.identity');
  return scope.trx;
}

/**
 * Runs a statement that is run over and over: each connection parses it once and keeps its plan. For statements that are dear to plan, and whose best plan
 * does not depend on what they are given.
 */
export const executePrepared = <R>(statement: Pick<RawBuilder<R>, 'compile'>, trx = currentTransaction()): Promise<QueryResult<R>> =>
  trx.executeQuery(prepare(statement.compile(trx)));

/** The one company of the open transaction. Throws when there are none or several. */
export function companyId(): number {
  const ids = scopes.getStore()?.companyIds ?? [];
  const [only] = ids;
  if (ids.length !== 1 || only === undefined) throw new Error('This transaction is not of one company');
  return only;
}

/**
 * Records a change of the transaction's company; it gets its position at commit and is told to everybody subscribed after it. `company`: another
 * one of the same organization.
 */
export function recordChange(change: PendingChange, company = companyId()): void {
  const scope = scopes.getStore();
  if (!scope) throw new Error('A change outside of a transaction');
  scope.changes.push({ companyId: company, change });
}

/** Runs after the transaction has committed; not at all when it rolls back. */
export function runAfterCommit(effect: () => void): void {
  const scope = scopes.getStore();
  if (!scope) throw new Error('An effect outside of a transaction');
  scope.afterCommit.push(effect);
}

/** Writes the changes down in the last statements of their transaction; what moved is announced once it has committed. */
async function flushChanges({ trx, changes, companyIds }: Scope): Promise<Move[]> {
  const byCompany = Map.groupBy(changes, (entry) => entry.companyId);
  const moves: Move[] = [];
  // In the order of their ids: two that tell the same companies wait for one another, never both.
  for (const [company, entries] of [...byCompany].sort(([a], [b]) => a - b)) {
    const told = entries.map(({ change }): CommittedChange => ({ ...change, companyId: company }));
    const last = await (companyIds.includes(company) ? record : recordBeside)(trx, company, told);
    moves.push([company, last - told.length, last]);
  }
  return moves;
}

type CommittedChange = Omit<Change, 'seq'>;

/** Records changes of an open company; the position of the last of them. One statement: others who write there wait from here to the commit. */
async function record(trx: Transaction<Database>, company: number, told: readonly CommittedChange[]): Promise<number> {
  const { rows } = await executePrepared(
    sql<{ last: number }>`
    with moved as (update company_cursors set seq = seq + ${told.length}::bigint where company_id = ${company} returning seq as last, seq - ${told.length}::bigint as before),
    written as (
      insert into changes (company_id, seq, change)
      select ${company}::bigint, moved.before + at, value || jsonb_build_object('seq', moved.before + at)
      from moved, jsonb_array_elements(${JSON.stringify(told)}::jsonb) with ordinality as part (value, at)
    )
    select last from moved`,
    trx,
  );
  const [moved] = rows;
  if (!moved) throw new Error('A company without a cursor');
  return moved.last;
}

/** Records changes of another company of the organization, whose rows this transaction does not see. */
async function recordBeside(trx: Transaction<Database>, company: number, told: readonly CommittedChange[]): Promise<number> {
  const { rows } = await sql<{ last: number }>`select tell_company(${company}::bigint, ${JSON.stringify(told)}::jsonb) as last`.execute(trx);
  return Number(rows[0]?.last);
}

/** An id as it may stand in a statement: a whole number. */
function literal(id: number): string {
  if (!Number.isSafeInteger(id)) throw new Error('An id is a whole number');
  return String(id);
}

interface Wanted {
  readonly role: 'keyline_app' | 'keyline_identity';
  readonly companyIds: readonly number[];
  readonly userId: number | null;
  readonly accountId?: number;
  readonly readOnly: boolean;
}

/** Says for whom a transaction is. */
function toOpening({ role, companyIds, userId, accountId, readOnly }: Wanted): Opening {
  const ids = `'{${companyIds.map(literal).join(',')}}'`;
  const entered = userId === null ? ids : `enter_companies(${ids}::bigint[], ${literal(userId)})::text`;
  return {
    readOnly,
    sql: `select set_config('role', '${role}', true), set_config('app.company_ids', ${entered}, true), set_config('app.user_id', '${userId === null ? '' : literal(userId)}', true)${accountId === undefined ? '' : `, set_config('app.account_id', '${literal(accountId)}', true)`}`,
  };
}

/** Makes the transactions of a pool whose connections may take the roles keyline_app and keyline_identity. `announce` hears what each commit moved. */
export function createTenancy(pool: pg.Pool, announce: Announce = createAnnouncer(pool)): Tenancy {
  const run = async <T>(wanted: Wanted, work: () => Promise<T>): Promise<T> => {
    if (scopes.getStore()) throw new Error('A transaction inside a transaction: do the work in the open one');
    const afterwards: (() => void)[] = [];
    let moves: readonly Move[] = [];
    const result = await runInTransaction(pool, toOpening(wanted), async (trx) => {
      const scope: Scope = { trx, companyIds: wanted.companyIds, changes: [], afterCommit: afterwards };
      const value = await scopes.run(scope, work);
      if (scope.changes.length > 0) moves = await flushChanges(scope);
      return value;
    });
    if (moves.length > 0) announce(moves);
    for (const effect of afterwards) effect();
    return result;
  };
  const identity = { role: 'keyline_identity', companyIds: [], userId: null } as const;
  const change = <T>(wanted: Omit<Wanted, 'readOnly'>, work: () => Promise<T>) => repeatLost(() => run({ ...wanted, readOnly: false }, work));
  return {
    company: (companyIds, userId, work) => change({ role: 'keyline_app', companyIds, userId }, work),
    companyReading: (companyIds, userId, work) => run({ role: 'keyline_app', companyIds, userId, readOnly: true }, work),
    account: (accountId, work) => change({ role: 'keyline_app', companyIds: [], userId: null, accountId }, work),
    identity: (work) => change(identity, work),
    identityReading: (work) => run({ ...identity, readOnly: true }, work),
  };
}
