/** Events that can happen to a pool of dynamic numbers. */
import type { DniPool } from '#contract/dni/entities.ts';
import { machine, type PoolSnapshot, toDraft, type UserEvent } from '#machines/dniPool/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { refusals } from './people.ts';

/** A pool as the server has it. */
export const pool: DniPool = {
  id: 7,
  poolId: 7,
  name: 'Ads',
  companyId: 1,
  businessUnitId: null,
  isActive: true,
  source: 'google_ads',
  sourceValue: null,
  origins: ['harbor-bikes.example'],
  targetNumbers: ['+14155550100'],
  templateId: null,
  sessionMinutes: 30,
  holdMinutes: 20,
  fallbackNumber: null,
  numbers: [{ id: 3, number: '+14155550111', label: 'Pool 1', isHeld: false, lastUsedAt: null }],
  warnings: [],
  eavAttributeValues: [],
  createdAt: '2026-03-05T12:00:00Z',
  updatedAt: '2026-03-05T12:00:00Z',
};

const cases = {
  'pool.opened': [{}, { pool }, { pool, kept: { ...toDraft(pool), holdMinutes: '0' } }],
  'detail.typed': [
    { field: 'name', value: 'Spring' },
    { field: 'origins', value: 'harbor-bikes.example' },
    { field: 'origins', value: 'no site' },
    { field: 'targetNumbers', value: '415-555-0100' },
    { field: 'holdMinutes', value: '0' },
  ],
  'source.chosen': [{ source: 'landing_parameter' }, { source: 'always' }],
  'flag.toggled': [{ flag: 'isActive' }],
  'number.toggled': [{ id: 3 }],
  'pool.submitted': [{}],
  'pool.closed': [{}],
  'pool.discarded': [{}],
  'pool.deleted': [
    { pool, shouldDeleteNumbers: false },
    { pool, shouldDeleteNumbers: true },
  ],
  'xstate.done.actor.savePool': [{ output: pool }],
  'xstate.error.actor.savePool': [{ error: refusals.unavailable }],
  'xstate.done.actor.deletePool': [{ output: { numbersRemoved: 1, numbersKept: 0 } }],
  'xstate.error.actor.deletePool': [{ error: refusals.unavailable }],
} satisfies Cases<UserEvent>;

export const model = defineModel({
  flowId: 'dniPool',
  machine,
  input: undefined,
  cases,
  sameState: ({ context: { draft, error, leaving } }: Pick<PoolSnapshot, 'context'>) => [
    draft.name !== '',
    draft.origins,
    draft.targetNumbers !== '',
    draft.source === 'landing_parameter',
    draft.holdMinutes,
    error?.status ?? null,
    leaving?.shouldDeleteNumbers ?? null,
  ],
});
