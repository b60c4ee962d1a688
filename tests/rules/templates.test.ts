import { describe, expect, test } from 'vitest';
import { checkAvailability } from '#commands/core/availability.ts';
import { createDispatcher } from '#commands/core/dispatcher.ts';
import type { Context, RowSet, Scope } from '#commands/core/types.ts';
import { registry } from '#commands/index.ts';
import { parsePrice } from '#commands/marketplace/commands.ts';
import { replyToWire } from '#contract/core/wire.ts';
import type { ForwardDestination } from '#contract/forwards/entities.ts';
import type { MarketplaceNumber } from '#contract/marketplace/entities.ts';
import { createDefaultRouting, createRoute } from '#contract/routing/rules.ts';
import type { NumberTemplate } from '#contract/templates/entities.ts';
import { sortRoutes, toRouteMap, toTemplateRoutes } from '#contract/templates/rules.ts';
import { context, services } from './commandsSupport.ts';

const { numberId: _, ...plain } = createDefaultRouting({ id: 1, forwardNumber: '+14155550120', timezone: 'UTC' });
const template: NumberTemplate = { ...plain, id: 5, name: 'Showroom', version: 3, routes: toRouteMap(plain.routes), createdAt: '', updatedAt: '' };
const listing: MarketplaceNumber = {
  id: 9,
  number: '+14155550109',
  label: 'Spare',
  status: 1,
  vanity: null,
  monthlyCost: 1.15,
  calls30Days: 0,
  isListed: false,
  price: null,
  listedAt: null,
};
const forward: ForwardDestination = {
  number: '+14155550120',
  ownLabel: null,
  rungBy: 2,
  uses: [1, 2].map((numberId) => ({ numberId, number: `+1415555010${numberId}`, numberLabel: `Line ${numberId}`, extension: numberId, label: '' })),
};

const on = (scope: Scope, rows: RowSet, role: Parameters<typeof context>[1] = 'owner'): Context =>
  context(
    {
      focus: {
        scopes: [scope, 'list', 'workspace', 'global'],
        pane: { id: 'p1', kind: 'numbers', title: 'A list' },
        rows,
        columns: [],
        canGoBack: false,
      },
    },
    role,
  );
const numbers = (count: number): RowSet => ({ kind: 'number', rows: [], mode: 'matching', count, filter: { q: 'ads' } });

const stage = (now: Context) => {
  const played = services({
    'templates.all': () => Promise.resolve([template]),
    'templates.preview': () =>
      Promise.resolve({
        count: 12,
        changed: 11,
        skipped: [{ count: 1, reason: 'already use this routing' }],
        differences: [{ count: 11, sample: ['Ads'], before: ['1 → voicemail'], after: ['1 → +1 415-555-0120'] }],
      }),
  });
  const dispatcher = createDispatcher({
    registry,
    getContext: () => now,
    getServices: () => played.services,
    createKey: () => 'a-key-of-a-run',
  });
  return { ...played, dispatcher };
};
const run = async (id: string, now: Context, args: Record<string, string> = {}) => {
  const { dispatcher, done } = stage(now);
  await dispatcher.execute(id, { source: 'key', args });
  return done;
};

const whyNot = (id: string, now: Context): string | null => {
  const command = registry.get(id);
  if (!command) throw new Error(`Unknown command: ${id}`);
  const given = checkAvailability(command, now);
  return given.ok ? null : given.reason;
};

describe('routes of a template', () => {
  const routes = [createRoute('b', 2), createRoute('10', 1), createRoute('aB_c', 3)];

  test('RULE-062: are keyed by _id when read and a list when sent, in the order of extensions', () => {
    expect(Object.keys(toRouteMap(routes)).sort()).toEqual(['10', 'aB_c', 'b']);
    expect(
      toTemplateRoutes(routes)
        .map(({ _id }) => _id)
        .sort(),
    ).toEqual(['10', 'aB_c', 'b']);
    expect(sortRoutes(toRouteMap(routes)).map(({ id }) => id)).toEqual(['10', 'b', 'aB_c']);
  });

  test('keep their ids on the wire', () => {
    expect(replyToWire({ routes: toRouteMap([createRoute('aB_c')]) })).toMatchObject({ routes: { aB_c: { _id: 'aB_c', caller_id_pass_thru: true } } });
  });
});

describe('a template on numbers', () => {
  test('shows the difference before it is put on all that match, and is put on exactly those', async () => {
    const now = on('numbers', numbers(12));
    const review = await registry.get('templates.apply')?.review({ context: now, args: { template: 'showroom' }, services: stage(now).services });
    expect(review).toMatchObject({
      sentence: 'Apply template “Showroom” to 11 numbers',
      count: 12,
      skipped: [{ count: 1, reason: 'already use this routing' }],
      differences: [{ count: 11, before: ['1 → voicemail'], after: ['1 → +1 415-555-0120'] }],
    });
    const done = await run('templates.apply', on('numbers', numbers(12)), { template: '5' });
    expect(done.find(([name]) => name === 'templates.apply')).toEqual(['templates.apply', template, numbers(12)]);
  });

  test('is not for who may not say how numbers ring', () => {
    expect(whyNot('templates.apply', on('numbers', numbers(12)))).toBeNull();
    expect(whyNot('templates.apply', on('numbers', numbers(12), 'user'))).toMatch(/^Only owners and administrators can/);
  });
});

describe('the marketplace', () => {
  const row = (changes: Partial<MarketplaceNumber> = {}): Context =>
    on('marketplace', { kind: 'listing', rows: [{ ...listing, ...changes }], mode: 'cursor', count: 1 });

  test('reads prices as they are typed', () => {
    expect(['250', '$1,250.50', ' 90.5 ', '1000000'].map(parsePrice)).toEqual([250, 1_250.5, 90.5, 1_000_000]);
    expect(['', '0', '-5', '1.005', 'ten', '1000001'].map(parsePrice)).toEqual([null, null, null, null, null, null]);
  });

  test('lists a number for a price; a listed one is repriced or taken off', async () => {
    const changes = async (id: string, now: Context, args = {}) => (await run(id, now, args)).find(([name]) => name === 'marketplace.change')?.[2];
    expect(await changes('marketplace.list', row(), { price: '$250' })).toEqual({ isListed: true, price: 250 });
    expect(await changes('marketplace.price', row({ isListed: true, price: 250 }), { price: '300' })).toEqual({ price: 300 });
    expect(await changes('marketplace.unlist', row({ isListed: true, price: 250 }))).toEqual({ isListed: false });
    expect(whyNot('marketplace.unlist', row())).toBe('Not listed');
    expect(whyNot('marketplace.list', row({ isListed: true }))).toBe('Already listed');
  });
});

test('a forward leads to the routing of any number that rings it', async () => {
  const now = on('forwards', { kind: 'forward', rows: [forward], mode: 'cursor', count: 1 });
  expect(await run('forwards.openRouting', now, { number: '2' })).toContainEqual(['routing.edit', 2]);
  await expect(run('forwards.openRouting', now, { number: '3' })).rejects.toThrow('is not a valid number');
});
