/** Numbers that cost more than they look like. */
import { expect, test } from 'vitest';
import { findDestinationFault } from '#server/destinations.ts';

const fault = (number: string) => findDestinationFault(number, new Set(['US', 'CA', 'GB']))?.kind ?? null;

test('premium numbers, personal numbers, special services and pay-per-call exchanges are off', () => {
  const codes = ['500', '521', '522', '533', '544', '566', '577', '588', '600', '622', '700', '710', '900'];
  for (const code of codes) expect([code, fault(`+1${code}2345678`)]).not.toEqual([code, null]);
  for (const number of ['+15002345678', '+15332345678', '+12129761234', '+14159765555', '+447012345678'])
    expect([number, fault(number)]).toEqual([number, 'premium']);
});

test('ordinary and toll-free numbers are on', () => {
  for (const number of ['+12125550123', '+14155550120', '+18009765432', '+16135550123', '+15052345678', '+15302345678'])
    expect([number, fault(number)]).toEqual([number, null]);
});
