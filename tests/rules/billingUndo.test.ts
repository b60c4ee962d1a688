import { expect, test } from 'vitest';
import { findUndo } from '#src/features/billing/undo.ts';
import { billing, canceling, changing, pastDue } from '#tests/models/billing.fixtures.ts';

test('an undo is offered only where it brings back what was there', () => {
  const cancel = { type: 'subscription.canceled' } as const;
  const downsell = { type: 'subscription.downsold', planId: 'starter_monthly' } as const;
  expect([findUndo(cancel, billing())?.event.type, findUndo(downsell, billing())?.event.type]).toEqual(['subscription.retried', 'change.reverted']);
  for (const before of [canceling, changing, pastDue, null]) expect([findUndo(cancel, before), findUndo(downsell, before)]).toEqual([undefined, undefined]);
});
