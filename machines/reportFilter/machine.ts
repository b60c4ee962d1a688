/**
 * The filter of dashboard and reports: what is summed, of which days, and with which it is compared. `following`: the days move with today; `fixed`: they are
 * two days. Leaving the company clears it (RULE-002).
 */
import type { SnapshotFrom } from 'xstate';
import type { ReportFilterContext, UserEvent } from './events.ts';
import { filterSetup } from './setup.ts';

/** The flow's name. */
export const flowId = 'reportFilter';

const show = { type: 'show', params: ({ context }: { context: ReportFilterContext }) => ({ view: context.view }) } as const;
const byEvent = { params: ({ event }: { event: UserEvent }) => ({ event }) } as const;
const applied = [{ type: 'apply', ...byEvent }, show] as const;

/** A user's event leads to where its days are; one that is refused changes nothing. */
const change = [
  { guard: { type: 'isFixed', ...byEvent }, target: 'fixed', actions: applied },
  { guard: { type: 'isAccepted', ...byEvent }, target: 'following', actions: applied },
] as const;

const onUser = {
  'report.chosen': change,
  'sentence.read': change,
  'type.chosen': change,
  'group.chosen': change,
  'range.chosen': change,
  'comparison.chosen': change,
  'filter.changed': change,
  'filter.cleared': change,
  'companies.chosen': change,
  'period.stepped': change,
} as const;

/** The filter machine. */
export const machine = filterSetup.createMachine({
  id: 'reportFilter',
  context: ({ input }) => input,
  initial: 'deciding',
  on: {
    'view.restored': { target: '.deciding', actions: { type: 'restore', params: ({ event }) => event } },
    'day.began': { actions: { type: 'beginDay', params: ({ event }) => event } },
    'company.left': { target: '.following', actions: ['reset', show] },
  },
  states: {
    deciding: {
      always: [{ guard: { type: 'isFixedView', params: ({ context }) => ({ view: context.view }) }, target: 'fixed' }, { target: 'following' }],
    },
    following: { on: onUser },
    fixed: { on: onUser },
  },
});

/** State of the flow at one moment. */
export type ReportFilterSnapshot = SnapshotFrom<typeof machine>;
