import { describe, expect, it } from 'vitest';
import { routingLimits } from '#contract/routing/limits.ts';
import { createRoute } from '#contract/routing/rules.ts';
import { addForward } from '#src/features/routing/addForward.ts';

const phone = (at: number) => ({ id: `phone-${at}`, number: `+14155550${String(100 + at)}` });
const routes = [
  { ...createRoute('sales', 1), forwards: [phone(1)] },
  { ...createRoute('service', 2), forwards: [] },
];

describe('a phone that is added to an extension', () => {
  it('rings there, after those that did', () => {
    expect(addForward(routes, 1, phone(2)).map(({ forwards }) => forwards)).toEqual([[phone(1), phone(2)], []]);
  });

  it('may ring on another extension, too', () => {
    expect(addForward(routes, 2, phone(1)).map(({ forwards }) => forwards)).toEqual([[phone(1)], [phone(1)]]);
  });

  it.each([undefined, 7])('is refused where it rings already, also as a colleague’s', (userId) => {
    const same = { ...phone(1), id: 'another', ...(userId === undefined ? {} : { userId }) };
    expect(() => addForward(routes, 1, same)).toThrow('Extension 1 already includes +1 415-555-0101');
  });

  it('is refused where there is no such extension', () => {
    expect(() => addForward(routes, 3, phone(2))).toThrow('No extension 3. Add it first.');
  });

  it('is refused beyond the phones that ring at once', () => {
    const full = [{ ...createRoute('sales', 1), forwards: Array.from({ length: routingLimits.forwards }, (_, at) => phone(at + 10)) }];
    expect(() => addForward(full, 1, phone(1))).toThrow('Extension 1 already includes 10 phones. Remove one first');
  });
});
