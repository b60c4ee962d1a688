/** What stays true in the cache, and what a search asks when the company does not have what it names. */
import { describe, expect, test } from 'vitest';
import type { Change } from '#contract/realtime.ts';
import { createChangeHub } from '#src/api/changes.ts';
import { followArea, isOutdated } from '#src/api/follow.ts';
import { createQueryClient, keys } from '#src/api/queries.ts';
import { missingIn } from '#src/features/calls/data.ts';

describe('an area that is followed', () => {
  const schedule = keys.of(1, 'schedule', 'company');
  const changed = (companyId: number): Change => ({ seq: 1, kind: 'schedule-updated', companyId });

  test('is out of date as soon as somebody changes it, also while no pane shows it', () => {
    const queries = createQueryClient();
    const changes = createChangeHub((run) => run());
    queries.setQueryData(schedule, 'Mon-Fri 9-5');
    const stop = followArea({ queries, changes }, ['schedule-updated'], 'schedule');
    changes.publish([changed(2)]);
    expect(isOutdated(queries, schedule)).toBe(false);
    changes.publish([changed(1)]);
    expect(isOutdated(queries, schedule)).toBe(true);
    stop();
  });
});

describe('a search of calls', () => {
  const world = {
    tags: [{ id: 4, name: 'Ads' }],
    numbers: [{ id: 1, number: '+14155550100', label: 'Main line' }],
    answerers: [],
  };

  test('by a tag that was renamed or deleted says which one is not there', () => {
    expect(missingIn({ tags: ['ads'] }, world)).toBeNull();
    expect(missingIn({ tags: ['ads', 'Spring'] }, world)).toBe('There is no tag “Spring”');
    expect(missingIn({ tags: ['ads'] }, { ...world, tags: [] })).toBe('There is no tag “ads”');
  });

  test('by a number that is not there says so', () => {
    expect(missingIn({ numbers: ['main line'] }, world)).toBeNull();
    expect(missingIn({ numbers: ['Old line'] }, world)).toBe('None of your numbers is called “Old line”');
  });
});
