/** The simulator and the lint: the very functions that answer calls, ahead of time and in memory. */

import type { RingRoute } from '../../contract/routing/entities.ts';
import { createRoute } from '../../contract/routing/rules.ts';
import { applyPreset, createHours } from '../../contract/text/hours.ts';
import { displayPhone } from '../../contract/text/phone.ts';
import { lintRouting, type RoutingContext, simulate } from '../../machines/call/index.ts';
import { computeSpread } from '../lib/stats.ts';
import type { Row } from '../lib/table.ts';

const repeats = 2_000;
const warmUp = 200;
const company = 120;

const createPhones = (...numbers: string[]) => numbers.map((number, at) => ({ id: `f${at}`, number }));
const createTestRoute = (extension: number, given: Partial<RingRoute>): RingRoute => ({ ...createRoute(`r${extension}`, extension), ...given });
const formatLine = (at: number) => `+1212555${String(100 + at).padStart(4, '0')}`;

/** A menu of three: all at once, one after another with a key, a message. Every tenth number of a company rings the next one of its own, too. */
function createRoutes(at: number): RingRoute[] {
  const next = at % 10 === 0 ? [formatLine((at + 10) % company)] : [];
  return [
    createTestRoute(1, { label: 'Sales', type: 'simultaneous', forwards: createPhones('+14155550121', '+14155550122', ...next) }),
    createTestRoute(2, {
      label: 'Service',
      type: 'sequential',
      stagger: true,
      confirmKey: true,
      forwards: createPhones('+14155550123', '+13125550124', '+13125550125'),
    }),
    createTestRoute(3, { label: 'After hours', voicemailGreetingId: 4 }),
  ];
}

const wording = {
  caps: { title: 'Within calling limits', why: '2 of 120 phones' },
  getGreeting: (id: number) => `Greeting ${id}`,
  hours: 'Mon-Fri 9:00am-5:00pm, Eastern Time',
  openness: 'Open',
};
const createContext = (at: number, isOpen: boolean): RoutingContext => ({
  caller: '+14155550134',
  called: formatLine(at),
  isOpen,
  block: null,
  refused: {},
  routing: { routes: createRoutes(at), preset: 1, greetingId: 7, voicemailGreetingId: 9, recordCalls: true, announceRecording: true },
});

function measureTime(work: (round: number) => unknown, rounds = repeats): number[] {
  const times: number[] = [];
  for (let round = -warmUp; round < rounds; round += 1) {
    const startedAt = performance.now();
    work(round + warmUp);
    if (round >= 0) times.push(performance.now() - startedAt);
  }
  return times;
}

const keys = [null, '1', '2', '3', '9'] as const;

/** Measures. */
export async function simulator(): Promise<Row[]> {
  const scenes = Array.from({ length: company }, (_, at) => createContext(at, at % 4 !== 0));
  const one = measureTime((round) => {
    const given = scenes[round % company];
    return given && simulate(given, { keys: keys[round % keys.length] ?? null, answers: round % 3 === 0 ? { '+14155550122': 4 } : {} }, wording);
  });
  const hours = applyPreset(createHours('America/New_York'), 1);
  const own = new Map(scenes.map(({ called, routing }) => [called, { routes: routing.routes }]));
  const refused = { '+13125550125': `${displayPhone('+13125550125')} is off` };
  const all = measureTime(() => scenes.map(({ called, routing }) => lintRouting({ routes: routing.routes, hours }, { called, refused, own })), 300);
  return [
    { work: 'A call simulated: menu, keys, phones, message', ours: computeSpread(one), peers: [], bar: { at: 'p95', most: 1 } },
    { work: `Lint of all ${company} numbers of a company`, ours: computeSpread(all), peers: [], bar: { at: 'p95', most: 16 } },
  ];
}
