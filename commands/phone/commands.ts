/** Calls in the app (spec 2.7): the person’s status, and the call on the card. */
import { limits } from '#contract/core/limits.ts';
import { arg } from '../core/args.ts';
import { type Command, type CommandDefinition, command } from '../core/command.ts';
import { checkEvent, flowCommand } from '../core/flowCommand.ts';
import type { Context } from '../core/types.ts';
import { createTagArg } from '../tags/tagArg.ts';
import { transferArg } from './transferArg.ts';

const group = 'Live calls';

const digitsArg = arg.text<string>({
  label: 'Digits',
  hint: 'Like 1 or 42#',
  parse: (text) => {
    const digits = text.replaceAll(/\s/g, '');
    return /^[0-9*#]{1,32}$/.test(digits) ? { ok: true, value: digits } : { ok: false, error: 'Enter up to 32 of 0-9, * and #' };
  },
});

/** The flow of the call on the card: of one that the person makes, while there is one; else of what rings. */
const getCardFlow = ({ flows: { inAppCallOutgoing: placed } }: Context): 'inAppCallIncoming' | 'inAppCallOutgoing' =>
  placed && placed.state !== 'idle' ? 'inAppCallOutgoing' : 'inAppCallIncoming';

type CardEvent = { readonly type: 'mute.toggled' | 'hold.toggled' | 'call.ended' | 'card.closed' };

/** Declares a command of the call on the card, whoever called. */
const cardCommand = (words: Pick<CommandDefinition<Record<never, never>>, 'id' | 'title' | 'scopes' | 'keywords' | 'icon'>, event: CardEvent): Command =>
  command({
    ...words,
    group,
    quiet: true,
    isShown: true,
    available: (context) => checkEvent(context, getCardFlow(context), event.type),
    run: async ({ context, services }) => services.flows.send(getCardFlow(context), event),
  });

export const phoneCommands: readonly Command[] = [
  command({
    id: 'phone.toggleStatus',
    title: 'Toggle in-app calling',
    group,
    keywords: ['active', 'away', 'available', 'softphone', 'ring here', 'status', 'do not disturb'],
    icon: 'phone-call',
    scopes: ['workspace'],
    permission: 'calls.take',
    ownOnly: true,
    quiet: true,
    available: (context) => checkEvent(context, 'inAppCallingStatus', 'status.toggled'),
    detail: ({ flows }) => {
      const state = flows.inAppCallingStatus?.state ?? 'unknown';
      return state.startsWith('active') ? 'Active' : state.startsWith('away') ? 'Away' : null;
    },
    run: async ({ services }) => services.flows.send('inAppCallingStatus', { type: 'status.toggled' }),
  }),
  flowCommand(
    { group, scopes: ['ringing'], id: 'phone.answer', title: 'Answer call', icon: 'phone-call', keywords: ['accept', 'pick up', 'take'] },
    'inAppCallIncoming',
    { type: 'call.answered' },
  ),
  flowCommand(
    { group, scopes: ['ringing'], id: 'phone.decline', title: 'Decline call', icon: 'phone-off', keywords: ['reject', 'ignore', 'silence'] },
    'inAppCallIncoming',
    { type: 'call.declined' },
  ),
  cardCommand(
    { id: 'phone.mute', title: 'Toggle microphone', scopes: ['onCall'], icon: 'mic', keywords: ['mute', 'unmute', 'silence'] },
    { type: 'mute.toggled' },
  ),
  cardCommand(
    { id: 'phone.hold', title: 'Toggle hold', scopes: ['onCall'], icon: 'pause', keywords: ['pause', 'park', 'wait', 'music', 'resume', 'unhold'] },
    { type: 'hold.toggled' },
  ),
  command({
    id: 'phone.digits',
    title: 'Send digits',
    group,
    keywords: ['keypad', 'DTMF', 'press', 'tones', 'extension'],
    icon: 'hash',
    scopes: ['onCall'],
    quiet: true,
    available: (context) => checkEvent(context, getCardFlow(context), 'digits.pressed'),
    args: { digits: digitsArg },
    run: async ({ context, args, services }) => services.flows.send(getCardFlow(context), { type: 'digits.pressed', digits: args.digits }),
  }),
  command({
    id: 'phone.transfer',
    title: 'Transfer call',
    group,
    keywords: ['forward', 'hand over', 'pass on', 'colleague', 'redirect', 'blind'],
    icon: 'phone-forwarded',
    scopes: ['onCall'],
    quiet: true,
    isShown: true,
    offline: false,
    available: (context) => checkEvent(context, getCardFlow(context), 'call.transferred'),
    args: { to: transferArg },
    run: async ({ context, args, services }) => services.flows.send(getCardFlow(context), { type: 'call.transferred', target: args.to }),
  }),
  cardCommand(
    { id: 'phone.hangUp', title: 'Hang up', scopes: ['onCall'], icon: 'phone-off', keywords: ['end', 'disconnect', 'close'] },
    { type: 'call.ended' },
  ),
  command({
    id: 'phone.note',
    title: 'Add note to current call',
    group,
    keywords: ['comment', 'remember', 'write'],
    icon: 'note',
    scopes: ['onCall', 'callEnded'],
    permission: 'notes.write',
    offline: false,
    args: { note: arg.words('Note', 5_000) },
    run: async ({ args, services }) => services.phone.note(args.note),
  }),
  command({
    id: 'phone.tag',
    title: 'Add tag to current call',
    group,
    keywords: ['label', 'source', 'topic', 'mark'],
    icon: 'tag',
    scopes: ['onCall', 'callEnded'],
    permission: 'calls.qualify',
    offline: false,
    args: { tag: createTagArg('Which tag', true) },
    run: async ({ args, services }) => services.phone.tag(args.tag),
  }),
  command({
    id: 'phone.text',
    title: 'Text person on call',
    group,
    keywords: ['message', 'SMS', 'send', 'write'],
    icon: 'message',
    scopes: ['onCall', 'callEnded'],
    permission: 'messages.send',
    offline: false,
    args: { message: arg.words('Message', limits.smsCharacters) },
    run: async ({ args, services }) => services.phone.text(args.message),
  }),
  command({
    id: 'phone.conversation',
    title: 'Open conversation of call',
    group,
    keywords: ['thread', 'history', 'person'],
    icon: 'inbox',
    scopes: ['ringing', 'onCall', 'callEnded'],
    permission: 'conversations.read',
    quiet: true,
    run: async ({ services }) => services.phone.openConversation(),
  }),
  command({
    id: 'phone.review',
    title: 'Review ended call',
    group,
    keywords: ['wrap up', 'lead', 'appointment', 'outcome', 'qualification'],
    icon: 'check-check',
    scopes: ['callEnded'],
    permission: 'activity.read',
    quiet: true,
    run: async ({ services }) => services.phone.openCall(),
  }),
  cardCommand({ id: 'phone.close', title: 'Close call card', scopes: ['callEnded'], icon: 'x', keywords: ['dismiss', 'hide'] }, { type: 'card.closed' }),
];
