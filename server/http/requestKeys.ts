/** Keys that clients give to requests: the same key is the same request. A key that comes again with another one is refused, before anything answers for it. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { companyId, currentTransaction } from '../db/tenancy.ts';
import { job } from '../jobs/job.ts';
import type { Services } from '../services.ts';
import { AppError } from './errors.ts';

const keptDays = 30;
const mostAtOnce = 10_000;

/** The same text for the same value, whatever the order of its fields. */
const writeSorted = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

/** A request with a key: its call by name, who asks, and its parameters and body as they were read. */
interface KeyedRequest {
  readonly call: string;
  readonly userId: number;
  readonly key: string;
  readonly asked: unknown;
}

/** Keeps the key of a request in the transaction of its work. Refuses (`conflict`) a key that another request of the call has. */
export async function keepRequestKey({ call, userId, key, asked }: KeyedRequest): Promise<void> {
  const digest = createHash('sha256').update(writeSorted(asked)).digest('base64url');
  const row = { company_id: companyId(), user_id: userId, call, key };
  const made = await currentTransaction()
    .insertInto('request_keys')
    .values({ ...row, digest })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (made) return;
  const kept = await currentTransaction()
    .selectFrom('request_keys')
    .select('digest')
    .where((is) => is.and(row))
    .executeTakeFirst();
  if (kept?.digest !== digest) throw new AppError('conflict', { field: 'key', message: 'Idempotency key already used for a different request' });
}

export const requestKeysPrune = job('requestKeys.prune', { workers: 1, batch: 1, retries: 5, lookSeconds: 60, everySeconds: 21_600 });

/** Forgets keys that nobody repeats any more. */
export async function forgetRequestKeys({ tenancy }: Pick<Services, 'tenancy'>): Promise<void> {
  const forget = () => sql<{ count: string }>`select prune_request_keys(${keptDays}, ${mostAtOnce}) as count`.execute(currentTransaction());
  for (let gone = mostAtOnce; gone === mostAtOnce; ) gone = Number((await tenancy.identity(forget)).rows[0]?.count ?? 0);
}
