import { expect, test } from 'vitest';
import { createDefaultRouting, createRoute } from '#contract/routing/rules.ts';
import { formatRoutes } from '#src/shared/routes.ts';

test('the routes of a number are read in words, each with its destinations and how they ring', () => {
  const [desk] = createDefaultRouting({ id: 1, forwardNumber: '+14155550120', timezone: 'UTC' }).routes;
  if (!desk) throw new Error('A number has a route');
  const service = { ...desk, label: 'Service', type: 'sequential' as const, forwards: [...desk.forwards, { id: '2', number: '+14155550121' }] };
  expect(formatRoutes([desk, { ...service, extension: 2 }, { ...createRoute('3', 3), type: 'voicemail' as const }])).toBe(
    'Extension 1 · +1 415-555-0120 · 20s, then voicemail; Service · +1 415-555-0120, +1 415-555-0121 · Sequential, 20s each; Extension 3 · Straight to voicemail',
  );
  // The only extension needs no name.
  expect(formatRoutes([desk])).toBe('+1 415-555-0120 · 20s, then voicemail');
});
