/** The cache of the app: a change that is told while a list is being read is not lost. */
import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { createQueryClient, keys } from '#src/api/queries.ts';

const queryKey = keys.of(7, 'integrations', 'list');

/** A list at a server; each read waits until it is answered, with what stood there when it began. */
function createList() {
  const list = { now: 'before' };
  const waiting: (() => void)[] = [];
  const queryFn = () => {
    const read = list.now;
    return new Promise<string>((resolve) => waiting.push(() => resolve(read)));
  };
  const answer = async () => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    waiting.shift()?.();
  };
  return { list, waiting, queryFn, answer };
}

describe('a change that is told while a list is read', () => {
  test('for the first time, has it read once more', async () => {
    const queries = createQueryClient();
    const { list, waiting, queryFn, answer } = createList();
    const stop = new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => undefined);
    list.now = 'after';
    const told = [queries.invalidateQueries({ queryKey }), queries.invalidateQueries({ queryKey })];
    await answer();
    await expect.poll(() => queries.getQueryData(queryKey)).toBe('before');
    await answer();
    await Promise.all(told);
    expect(queries.getQueryData(queryKey)).toBe('after');
    expect(waiting).toHaveLength(0);
    stop();
  });

  test('that nothing shows, leaves it outdated, and the next who asks reads it', async () => {
    const queries = createQueryClient();
    const { list, queryFn, answer } = createList();
    const first = queries.ensureQueryData({ queryKey, queryFn });
    list.now = 'after';
    const told = queries.invalidateQueries({ queryKey });
    await answer();
    expect(await first).toBe('before');
    await told;
    expect(queries.getQueryState(queryKey)?.isInvalidated).toBe(true);
    const next = queries.fetchQuery({ queryKey, queryFn });
    await answer();
    expect(await next).toBe('after');
  });

  test('that is shown already, is read instead of it', async () => {
    const queries = createQueryClient();
    const { list, waiting, queryFn, answer } = createList();
    queries.setQueryData(queryKey, 'shown');
    const stop = new QueryObserver(queries, { queryKey, queryFn, staleTime: 0 }).subscribe(() => undefined);
    list.now = 'after';
    const told = queries.invalidateQueries({ queryKey });
    await answer();
    await answer();
    await told;
    expect(queries.getQueryData(queryKey)).toBe('after');
    expect(waiting).toHaveLength(0);
    stop();
  });

  test('and that fails then, leaves the failure', async () => {
    const queries = createQueryClient();
    const failed = queries.fetchQuery({ queryKey, retry: false, queryFn: () => Promise.reject(new Error('away')) }).catch(() => 'failed');
    await queries.invalidateQueries({ queryKey });
    expect(await failed).toBe('failed');
    expect(queries.getQueryState(queryKey)?.status).toBe('error');
  });
});
