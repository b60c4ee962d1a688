/** Events that can happen to a call: a number with a menu, phones at once, phones one after another with a confirm key, and a voicemail. */

import type { RingRoute } from '#contract/routing/entities.ts';
import { createRoute } from '#contract/routing/rules.ts';
import { type CallContext, type CallEvent, machine, type RoutingContext } from '#machines/call/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';

export const desk = { ana: '+12125550120', jo: '+12125550121', uma: '+13125550122' } as const;
const phones = (...numbers: string[]) => numbers.map((number, at) => ({ id: `f${at}`, number }));

/** A route with what is said of it. */
export const route = (extension: number, given: Partial<RingRoute> = {}): RingRoute => ({ ...createRoute(`r${extension}`, extension), ...given });

export const sales = route(1, { label: 'Sales', type: 'simultaneous', forwards: phones(desk.ana, desk.jo) });
export const service = route(2, { label: 'Service', type: 'sequential', stagger: true, confirmKey: true, forwards: phones(desk.jo, desk.uma) });
const afterHours = route(3, { label: 'After hours', voicemailGreetingId: 4 });

/** A scene with what is said of it. */
export const scene = (given: Partial<Omit<RoutingContext, 'routing'>> & { routing?: Partial<RoutingContext['routing']> } = {}): RoutingContext => ({
  caller: '+14155550134',
  called: '+12125550100',
  isOpen: true,
  block: null,
  refused: {},
  ...given,
  routing: {
    routes: [sales, service, afterHours],
    preset: 1,
    greetingId: null,
    voicemailGreetingId: null,
    recordCalls: false,
    announceRecording: true,
    ...given.routing,
  },
});

const at = 9;
const phone = (number: string, round: number) => ({ number, round, at });

export const cases = {
  'call.arrived': [
    { scene: scene(), at },
    { scene: scene({ block: 'reject' }), at },
    { scene: scene({ routing: { routes: [sales] } }), at },
    { scene: scene({ routing: { preset: 5 } }), at },
  ],
  'call.placed': [{ placed: { userId: 7, caller: 'Ana Keller', from: '+12125550100', to: desk.ana, isRecorded: true, isAnnounced: true }, at }],
  'keys.pressed': [
    { keys: '1', turn: 0, at },
    { keys: '2', turn: 0, at },
    { keys: '3', turn: 0, at },
    { keys: '', turn: 0, at },
    { keys: '9', turn: 1, at },
    { keys: '', turn: 2, at },
  ],
  'phone.rang': [phone(desk.ana, 0)],
  'phone.answered': [phone(desk.ana, 0), phone(desk.jo, 0), phone(desk.uma, 1)],
  'phone.accepted': [phone(desk.jo, 0), phone(desk.uma, 1)],
  'phone.ended': [
    { ...phone(desk.jo, 0), how: 'busy' },
    { ...phone(desk.jo, 0), how: 'canceled' },
  ],
  'dial.ended': [
    { round: 0, isAnswered: false, seconds: 0, at },
    { round: 0, isAnswered: true, seconds: 4, at },
    { round: 1, isAnswered: false, seconds: 0, at },
    { round: 1, isAnswered: true, seconds: 4, at },
  ],
  'call.transferred': [{ transfer: { by: { number: 'client:c1u7', name: 'Ana Keller' }, to: { number: desk.uma, name: 'Uma Lind' }, isRefused: false }, at }],
  'call.pickedUp': [{ number: 'client:c1u7', at }],
  'message.recorded': [{ seconds: 7, at }],
  'call.ended': [{ seconds: 30, at: 30 }],
} satisfies Cases<CallEvent>;

export const model = defineModel({
  flowId: 'call',
  machine,
  cases,
  sameState: ({ context }: { context: CallContext }) => [
    context.placed?.userId ?? null,
    context.scene === null ? null : context.scene.routing.routes.length + context.scene.routing.preset,
    context.extension,
    context.turn,
    // No event is of a later round: from there on all are alike.
    Math.min(context.round, 2),
    context.transfer === undefined ? null : Math.min(context.transfer.round, 2),
    (context.pickups ?? []).length > 0,
    context.answeredBy !== null,
    context.result,
  ],
});
