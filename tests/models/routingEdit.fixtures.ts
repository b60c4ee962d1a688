/** Events that can happen while a number's routing is edited. */

import type { Routing } from '#contract/routing/entities.ts';
import { createHours } from '#contract/text/hours.ts';
import { type InternalEvent, isChanged, machine, type RoutingSnapshot, type UserEvent } from '#machines/routingEdit/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { sales } from './call.fixtures.ts';
import { refusals } from './people.ts';

export const routing: Routing = {
  numberId: 7,
  routes: [sales],
  hours: createHours('America/New_York'),
  greetingId: null,
  voicemailGreetingId: null,
  recordCalls: false,
  announceRecording: true,
  version: 3,
};
const faults = [{ from: 0, to: 3, message: '“one” is no extension' }];

const cases = {
  'line.typed': [
    { text: '1 → voicemail', read: { ok: true, value: [{ ...sales, forwards: [] }] } },
    { text: 'one', read: { ok: false, faults } },
  ],
  'hours.typed': [
    { text: 'mon-fri 9-5', read: { ok: true, value: createHours('America/New_York', 2) } },
    { text: 'never', read: { ok: false, faults } },
  ],
  'route.added': [{ id: 'new-route' }],
  'route.removed': [{ extension: 1 }],
  'route.switched': [{ extension: 1, what: 'confirmKey' }],
  'number.switched': [{ what: 'recordCalls' }],
  'routing.saved': [{}],
  'routing.discarded': [{}],
  'routing.reloaded': [{}],
  'routing.changed': [{}],
  'xstate.done.actor.loadRouting': [{ output: routing }],
  'xstate.error.actor.loadRouting': [{ error: refusals.unavailable }],
  'xstate.done.actor.saveRouting': [{ output: { ...routing, version: 4 } }],
  'xstate.error.actor.saveRouting': [{ error: refusals.unavailable }],
} satisfies Cases<UserEvent | InternalEvent>;

export const model = defineModel({
  flowId: 'routingEdit',
  machine,
  input: { companyId: 1, of: 'number', id: 7 },
  cases,
  refused: { 'route.removed': [{ extension: 42 }], 'route.switched': [{ extension: 42, what: 'stagger' }] },
  sameState: ({ context }: Pick<RoutingSnapshot, 'context'>) => [
    isChanged(context),
    context.line.faults.length > 0,
    context.hoursLine.faults.length > 0,
    context.routes.map(({ id, extension }) => `${id}:${extension}`).join(),
    context.error !== null,
  ],
});
