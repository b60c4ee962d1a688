import { describe, expect, it } from 'vitest';
import { registry } from '#commands/index.ts';
import type { Activity } from '#contract/activity/entities.ts';
import { firstPage, getNextPage, mergeNewestPage } from '#src/api/pages.ts';
import type { ActivityPages } from '#src/features/activity/data.ts';
import { computeFirstDay, formatSpan } from '#src/features/activity/days.ts';
import { readColumnLayout } from '#src/panes/columnChoice.ts';
import { createViews, updateFilter } from '#src/panes/listViewStore.ts';

const row = (id: number, isRead = true): Activity => ({
  id,
  conversationId: 7,
  type: 'note',
  isInbound: false,
  isRead,
  createdAt: '2026-11-20T17:00:00Z',
  clientId: null,
  actor: null,
  details: { kind: 'note', noteId: id, body: '', editedAt: null, editor: null },
  recipient: '+14155550134',
  contact: null,
  number: { id: 1, label: 'Main line', number: '+14155550100' },
});
const page = (ids: readonly number[], nextCursor: string | null = 'older', total = 100) => ({
  data: ids.map((id) => row(id)),
  meta: { currentPage: 1, total, lastPage: 9, perPage: 3, nextCursor },
});
const pages = (...each: readonly (readonly number[])[]): ActivityPages => ({ pages: each.map((ids) => page(ids)), pageParams: each.map(() => null) });
const idsOf = (list: ActivityPages | null) => list?.pages.map(({ data }) => data.map(({ id }) => id)) ?? null;

describe('pages of a list by number', () => {
  /** Rows of each page that is read of a list of so many, and the position of its first. */
  function readAll(total: number) {
    const read: (readonly [from: number, rows: number])[] = [];
    for (let next: typeof firstPage | undefined = firstPage; next !== undefined; ) {
      const { page: currentPage, perPage }: typeof firstPage = next;
      const from = (currentPage - 1) * perPage;
      read.push([from, Math.min(perPage, total - from)]);
      next = getNextPage({ meta: { currentPage, lastPage: Math.max(1, Math.ceil(total / perPage)) } }, [], next);
    }
    return read;
  }

  it('have each row once, in order, and the end of 20,000 is reached in 103 of them', () => {
    for (const total of [0, 1, 50, 51, 199, 200, 201, 400, 401, 20_000]) {
      const read = readAll(total);
      let reached = 0;
      for (const [from, rows] of read) {
        expect(from).toBe(reached);
        reached += rows;
      }
      expect(reached).toBe(total);
    }
    expect(readAll(20_000)).toHaveLength(103);
  });
});

describe('what arrives in the activity list', () => {
  it('comes on top and leaves the rest where it is', () => {
    const mended = mergeNewestPage(pages([9, 8, 7], [6, 5, 4]), page([11, 10, 9], 'older', 102));
    expect(idsOf(mended)).toEqual([
      [11, 10, 9, 8, 7],
      [6, 5, 4],
    ]);
    expect(mended?.pages.map(({ meta }) => meta.total)).toEqual([102, 102]);
  });

  it('takes the place of the same row', () => {
    const newest = { ...page([9, 8, 7]), data: [row(9, false), row(8), row(7)] };
    expect(mergeNewestPage(pages([9, 8, 7]), newest)?.pages[0]?.data[0]?.isRead).toBe(false);
  });

  it('fetches the list anew when more arrived than a page holds', () => {
    expect(mergeNewestPage(pages([3, 2, 1]), page([9, 8, 7]))).toBeNull();
  });

  it('fills a list that was empty', () => {
    expect(idsOf(mergeNewestPage(pages([]), page([1], null)))).toEqual([[1]]);
  });
});

describe('the days of the activity list', () => {
  it('are days of the company, today being one of them', () => {
    const now = Date.parse('2026-03-02T02:00:00Z');
    expect([computeFirstDay(1, now, 'UTC'), computeFirstDay(7, now, 'UTC'), computeFirstDay(1, now, 'America/New_York')]).toEqual([
      '2026-03-02',
      '2026-02-24',
      '2026-03-01',
    ]);
  });

  it('are told in words', () => {
    expect([
      formatSpan('2026-11-14', undefined),
      formatSpan('2026-11-01', '2026-11-14'),
      formatSpan('2026-11-01', '2026-11-01'),
      formatSpan(undefined, '2026-11-01'),
      formatSpan(undefined, undefined),
    ]).toEqual(['Since Nov 14, 2026', 'Nov 1, 2026 – Nov 14, 2026', 'Nov 1, 2026', 'Until Nov 1, 2026', 'All time']);
  });
});

describe('a list', () => {
  it('comes back as it was left, in each company', () => {
    const views = createViews<{ q: string }>('tried', { q: '' });
    views.change(1, { q: 'ford' });
    expect([views.get(1), views.get(2), views.get(null)]).toEqual([{ q: 'ford' }, { q: '' }, { q: '' }]);
  });

  it('loses a criterion that is taken away', () => {
    expect(updateFilter<{ q?: string; city?: string }>({ q: 'ana', city: 'Oakland' }, { q: undefined })).toEqual({ city: 'Oakland' });
  });

  it('keeps the columns a person chose, and starts plain when what was kept is no choice', () => {
    const kept = { order: ['name'], hidden: ['email'], widths: { name: 200 } };
    const plain = { order: [], hidden: [], widths: {} };
    expect(readColumnLayout(JSON.stringify(kept))).toEqual(kept);
    for (const text of [null, '', '{', 'null', '[]', '{"order":1}', '{"order":[],"hidden":[1],"widths":{}}']) expect(readColumnLayout(text)).toEqual(plain);
    expect(readColumnLayout('{"order":[],"hidden":[],"widths":{"name":"wide","number":9}}').widths).toEqual({ number: 9 });
  });

  it('has its commands', () => {
    const areas = ['contacts', 'activity', 'numbers', 'companies', 'notices'];
    const counts = areas.map((area) => registry.all.filter(({ id }) => id.startsWith(`${area}.`)).length);
    expect(counts.every((count) => count > 1)).toBe(true);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(25);
  });
});
