/** Events that can happen to a port-in request. */
import type { PortCheck, PortRequest } from '#contract/porting/entities.ts';
import { type InternalEvent, machine, type PortSnapshot, type UserEvent } from '#machines/portIn/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { refusals } from './people.ts';

export const draft = {
  numbers: '907-810-0001',
  losingCarrier: 'Old Bell',
  customerName: 'Northwind Motors LLC',
  accountNumber: 'NW-556677',
  authorizedName: 'Ana Ruiz',
  authorizedEmail: 'ana@northwind.example',
  street: '1 Harbor Way',
  city: 'Los Angeles',
  state: 'CA',
  zip: '90012',
};

const one = (portable: boolean, pinRequired = false) => ({
  number: '+19078100001',
  portable,
  pinRequired,
  reason: portable ? null : 'The number is in a rate center we do not serve',
});
const checks = {
  whole: { data: [one(true)], twice: [], unread: [] },
  partly: { data: [one(true), { ...one(false), number: '+19078110001' }], twice: [], unread: ['abc'] },
  hopeless: { data: [one(false)], twice: [], unread: [] },
  pin: { data: [one(true, true)], twice: [], unread: [] },
} as const satisfies Record<string, unknown>;
const check = (given: (typeof checks)[keyof typeof checks]): PortCheck => ({ data: [...given.data], twice: [...given.twice], unread: [...given.unread] });

/** A request as it stands. */
export const port = (status: PortRequest['status'], key = 'port-in-01'): PortRequest => ({
  id: 7,
  key,
  status,
  losingCarrier: draft.losingCarrier,
  customerName: draft.customerName,
  accountEnding: '6677',
  hasPin: false,
  authorizedName: draft.authorizedName,
  authorizedEmail: draft.authorizedEmail,
  street: draft.street,
  city: draft.city,
  state: draft.state,
  zip: draft.zip,
  targetDate: null,
  reason: status === 'refused' ? 'The customer name is not known to the losing carrier' : null,
  numbers: [],
  documents: [],
  createdAt: '2026-03-02T15:00:00Z',
  updatedAt: '2026-03-02T15:00:00Z',
});
const ends = [port('requested'), port('submitted'), port('refused')];

const cases = {
  'port.opened': [{}],
  'detail.typed': [
    { field: 'pin', value: '4711' },
    { field: 'numbers', value: '' },
    { field: 'numbers', value: draft.numbers },
  ],
  'numbers.checked': [{}],
  'rest.accepted': [{}],
  'draft.revised': [{}],
  'document.chosen': [
    { kind: 'letter', file: 'letter.pdf' },
    { kind: 'bill', file: 'bill.png' },
  ],
  'documents.finished': [{}],
  'port.confirmed': [{}],
  'port.retried': [{}],
  'port.renewed': [{}],
  'port.closed': [{}],
  'port.progressed': ends.map((each) => ({ port: each })),
  'xstate.done.actor.checkNumbers': Object.values(checks).map((each) => ({ output: check(each) })),
  'xstate.error.actor.checkNumbers': [{ error: refusals.unavailable }],
  'xstate.done.actor.sendPort': ends.map((each) => ({ output: each })),
  'xstate.error.actor.sendPort': [{ error: refusals.noAnswer }, { error: refusals.planLimit }],
  'xstate.done.actor.readPort': ends.map((each) => ({ output: each })),
  'xstate.error.actor.readPort': [{ error: refusals.unavailable }],
  'xstate.after.poll.portIn.following.waiting': [{}],
} satisfies Cases<UserEvent | InternalEvent>;

/** Requests after the first have another key, which the cases do not have: one request is walked to its end. */
export const model = defineModel({
  flowId: 'portIn',
  machine,
  input: { key: 'port-in-01', draft },
  cases,
  sameState: ({ context }: Pick<PortSnapshot, 'context'>) => [
    context.draft.numbers === '',
    context.draft.pin === '',
    context.check === null,
    context.port === null,
    context.documents.letter,
    context.documents.bill,
    context.attempt === 1,
    context.error?.status ?? null,
  ],
});
