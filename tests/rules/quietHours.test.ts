/** Hours in which a first text may go out: of the person it is written to. */
import { describe, expect, test } from 'vitest';
import { findQuiet, listZones, textingHours } from '#contract/text/quietHours.ts';

const wait = (number: string, at: string, state: string | null = null) =>
  findQuiet(listZones(number, state), new Date(at), textingHours)?.until.toISOString() ?? null;
const [seattle, boston, tampa, tollFree] = ['+12065550134', '+16175550134', '+18135550134', '+18005550134'];

describe('a first text', () => {
  test('goes out by day and waits for the morning of the person it is written to', () => {
    expect(wait(seattle, '2026-11-24T18:00:00Z')).toBeNull();
    expect(wait(seattle, '2026-11-24T16:40:00Z')).toBe('2026-11-24T17:00:00.000Z');
    expect(wait(seattle, '2026-11-25T04:00:00Z')).toBe('2026-11-25T17:00:00.000Z');
    expect(wait(boston, '2026-11-25T00:59:59Z')).toBeNull();
    expect(wait(boston, '2026-11-25T01:00:00Z')).toBe('2026-11-25T14:00:00.000Z');
  });

  test('waits until noon on a Sunday', () => {
    expect(wait(boston, '2026-11-22T15:00:00Z')).toBe('2026-11-22T17:00:00.000Z');
  });

  test('follows the clocks when they change', () => {
    expect(wait(boston, '2026-03-08T03:00:00Z')).toBe('2026-03-08T16:00:00.000Z');
    expect(wait(boston, '2026-03-07T02:00:00Z')).toBe('2026-03-07T14:00:00.000Z');
  });

  test('waits for all zones of a state, and for where the contact lives', () => {
    expect(wait(tampa, '2026-11-24T14:30:00Z')).toBe('2026-11-24T15:00:00.000Z');
    expect(wait(boston, '2026-11-24T15:00:00Z', 'ca')).toBe('2026-11-24T17:00:00.000Z');
  });

  test('waits until it is day everywhere where nobody knows where they are', () => {
    expect(wait(tollFree, '2026-11-24T18:30:00Z')).toBe('2026-11-24T19:00:00.000Z');
    expect(wait(tollFree, '2026-11-25T01:00:00Z')).toBe('2026-11-25T19:00:00.000Z');
  });

  test('keeps the clock of Saskatchewan, which does not change, beside Alberta’s', () => {
    expect(wait('+13065550134', '2026-07-07T14:30:00Z')).toBe('2026-07-07T15:00:00.000Z');
    expect(wait('+13065550134', '2026-12-09T02:30:00Z')).toBe('2026-12-09T16:00:00.000Z');
  });

  test('names a zone that is shut now, not one that shuts later', () => {
    const monday9pmInBoston = new Date('2026-11-25T02:00:00Z');
    expect(findQuiet(listZones(boston, 'CA'), monday9pmInBoston, textingHours)).toEqual({ until: new Date('2026-11-25T17:00:00Z'), zone: 'America/New_York' });
  });

  test('names the zone whose clock opens', () => {
    expect(findQuiet(listZones(boston, 'CA'), new Date('2026-11-24T15:00:00Z'), textingHours)?.zone).toBe('America/Los_Angeles');
  });
});
