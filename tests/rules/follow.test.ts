/** Tests that the cache stays true, and the request of a search that names something the company does not have. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Change } from '#contract/core/realtime.ts';
import { findMissingName } from '#contract/text/callQuery.ts';
import { debouncePerCompany, invalidateOnChanges, isOutdated } from '#src/api/cacheInvalidation.ts';
import { createChangeHub } from '#src/api/changeFeed.ts';
import { createQueryClient, keys } from '#src/api/queries.ts';

describe('an area that is followed', () => {
  const schedule = keys.of(1, 'schedule', 'company');
  const changed = (companyId: number): Change => ({ seq: 1, kind: 'schedule-updated', companyId });

  test('is out of date as soon as somebody changes it, also while no pane shows it', () => {
    const queries = createQueryClient();
    const changes = createChangeHub((run) => run());
    queries.setQueryData(schedule, 'Mon-Fri 9-5');
    const stop = invalidateOnChanges({ queries, changes }, { 'schedule-updated': [['schedule']] });
    changes.publish([changed(2)]);
    expect(isOutdated(queries, schedule)).toBe(false);
    changes.publish([changed(1)]);
    expect(isOutdated(queries, schedule)).toBe(true);
    stop();
  });
});

describe('what waits until it is still', () => {
  afterEach(() => vi.useRealTimers());
  const begin = () => {
    vi.useFakeTimers();
    const done: number[] = [];
    return { done, ask: debouncePerCompany((companyId) => done.push(companyId), { waitMs: 250, maxWaitMs: 2_000 }) };
  };

  test('is done once, a while after it was asked for last', () => {
    const { done, ask } = begin();
    for (let times = 0; times < 5; times += 1) {
      ask(1);
      vi.advanceTimersByTime(200);
    }
    expect(done).toEqual([]);
    vi.advanceTimersByTime(50);
    expect(done).toEqual([1]);
    vi.advanceTimersByTime(10_000);
    expect(done).toEqual([1]);
  });

  test('is done in time, also while it is asked for without an end', () => {
    const { done, ask } = begin();
    for (let at = 0; at < 4_100; at += 100) {
      ask(1);
      vi.advanceTimersByTime(100);
    }
    expect(done).toEqual([1, 1]);
  });

  test('is done for each company it was asked for', () => {
    const { done, ask } = begin();
    for (const company of [1, 2, 1]) ask(company);
    vi.advanceTimersByTime(250);
    expect(done).toEqual([1, 2]);
  });
});

describe('a search of calls', () => {
  const world = {
    tags: [{ id: 4, name: 'Ads' }],
    numbers: [{ id: 1, number: '+14155550100', label: 'Main line' }],
    answerers: [],
  };

  test('by a tag that was renamed or deleted says which one is not there', () => {
    expect(findMissingName({ tags: ['ads'] }, world)).toBeNull();
    expect(findMissingName({ tags: ['ads', 'Spring'] }, world)).toBe('No tag named “Spring”');
    expect(findMissingName({ tags: ['ads'] }, { ...world, tags: [] })).toBe('No tag named “ads”');
  });

  test('by a number that is not there says so', () => {
    expect(findMissingName({ numbers: ['main line'] }, world)).toBeNull();
    expect(findMissingName({ numbers: ['Old line'] }, world)).toBe('No number named “Old line”');
  });
});
