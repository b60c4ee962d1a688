import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { RouteInput } from '#contract/routing/entities.ts';
import {
  createDefaultRouting,
  createRoute,
  findRoutesFault,
  getNextExtension,
  getRouteType,
  normalizeRoutes,
  summarizeRouting,
} from '#contract/routing/rules.ts';
import { preset } from '#contract/text/hour.ts';
import { createHours } from '#contract/text/hours.ts';

let made = 0;
const newId = () => `id-${++made}`;
const route = (given: object = {}) => z.parse(RouteInput, given);
const phones = (...numbers: string[]) => numbers.map((number) => ({ number }));

describe('routes', () => {
  test('RULE-049: a new one has the defaults of the spec', () => {
    expect(createRoute('r')).toEqual({
      id: 'r',
      type: 'standard',
      extension: 1,
      label: '',
      forwards: [],
      stagger: false,
      callerIdPassThru: true,
      confirmKey: false,
      confirmKeyWait: 10,
      timeout: 20,
      onholdMusicId: null,
      voicemailGreetingId: null,
    });
    expect({ ...normalizeRoutes([route()], 1, () => 'r')[0] }).toEqual(createRoute('r'));
  });

  test('RULE-050 to RULE-053: the type follows from hours, phones and stagger', () => {
    const two = phones('+12125550100', '+12125550101');
    expect(getRouteType({ forwards: two, stagger: false }, preset.voicemail)).toBe('voicemail');
    expect(getRouteType({ forwards: two, stagger: false }, 1)).toBe('simultaneous');
    expect(getRouteType({ forwards: two, stagger: true }, 1)).toBe('sequential');
    expect(getRouteType({ forwards: two.slice(1), stagger: true }, 1)).toBe('standard');
    expect(getRouteType({ forwards: [], stagger: false }, 1)).toBe('standard');
  });

  test('RULE-054: geo and in-app-calling are kept as stored, other stored types are derived anew', () => {
    expect(getRouteType({ type: 'geo', forwards: [], stagger: false }, preset.voicemail)).toBe('geo');
    expect(getRouteType({ type: 'in-app-calling', forwards: phones('+12125550100'), stagger: true }, 1)).toBe('in-app-calling');
    expect(getRouteType({ type: 'sequential', forwards: [], stagger: false }, 1)).toBe('standard');
  });

  test('RULE-047, RULE-048: ids are made where they are missing, and kept where they are there', () => {
    const [first] = normalizeRoutes([route({ id: 'mine', forwards: [{ id: 'f1', number: '+12125550100' }, { number: '+12125550101' }] })], 1, newId);
    expect(first).toMatchObject({ id: 'mine', forwards: [{ id: 'f1' }, { id: expect.stringMatching(/^id-/) }] });
  });

  test('RULE-055 to RULE-057: no extension is 1, empty forwards go, entries are sorted by extension', () => {
    const tidied = normalizeRoutes(
      [route({ extension: 3 }), route({ extension: null }), route({ extension: 2, forwards: phones('', '+12125550100') })],
      1,
      newId,
    );
    expect(tidied.map(({ extension }) => extension)).toEqual([1, 2, 3]);
    expect(tidied[1]?.forwards).toMatchObject([{ number: '+12125550100' }]);
  });

  test.each([
    ['RULE-058', [], 0],
    ['RULE-059', [1], 2],
    ['RULE-059', [1, 24], 25],
    ['RULE-059', Array.from({ length: 25 }, (_, at) => at), 25],
    ['RULE-060', [25], 0],
    ['RULE-060', [0, 1, 25], 2],
    ['RULE-061', Array.from({ length: 25 }, (_, at) => at + 1), 26],
  ])('%s: the next free extension of %j is %i', (_rule, existing, next) => {
    expect(getNextExtension(existing)).toBe(next);
  });

  test('an extension twice, a phone twice and a forward to itself are refused at their place', () => {
    const tidy = (...given: object[]) => normalizeRoutes(given.map(route), 1, newId);
    expect(findRoutesFault(tidy({ extension: 1 }, { extension: null }), null)).toEqual({ field: 'routes.1.extension', message: 'Extension 1 appears twice' });
    expect(findRoutesFault(tidy({ forwards: phones('+12125550100', '+12125550100') }), null)?.field).toBe('routes.0.forwards.1.number');
    expect(findRoutesFault(tidy({ forwards: phones('+12125550100') }), '+12125550100')?.message).toBe('A number cannot forward to itself');
    expect(findRoutesFault(tidy({ extension: 1 }, { extension: 2 }), null)).toBeNull();
  });

  test('ENT-009, ENT-010: lists show the type and the first phone of the first route', () => {
    const number = { id: 7, forwardNumber: '+12125550100', timezone: 'UTC' };
    expect(summarizeRouting(createDefaultRouting(number))).toEqual({ routingType: 'standard', forwardNumber: '+12125550100' });
    expect(summarizeRouting({ routes: [], hours: createHours('UTC', 5) })).toEqual({ routingType: 'voicemail', forwardNumber: null });
  });
});
