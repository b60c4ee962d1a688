/** Parts of a flow in which a person talks in the app, whoever called: the microphone, hold, keys for the other side, the line of signalling. */
import type { Reason } from './reasons.ts';

const digitsPattern = /^[0-9*#]{1,32}$/;

/** True for keys that can be sent during a call. */
export const areDigits = (digits: string): boolean => digitsPattern.test(digits);

/** Why keys are refused, in words. */
export const digitsReason: Reason<unknown, { readonly type: string; readonly digits?: string }> = [
  (_, event) => event?.type === 'digits.pressed' && !areDigits(event.digits ?? ''),
  'Enter up to 32 of 0-9, * and #',
];

/** Events while the line of signalling comes and goes: the sound goes on. */
export const signallingHandlers = { 'signalling.lost': { actions: 'loseSignalling' }, 'signalling.back': { actions: 'regainSignalling' } } as const;

/** Troubles with the sound, the worst first. */
const troubles = ['microphone', 'connection', 'silent'] as const;
export type Trouble = (typeof troubles)[number];

/** Events of the browser about the sound. */
export type SoundEvent = { type: 'trouble.came'; trouble: Trouble } | { type: 'trouble.passed'; trouble: Trouble };

/** Adds a trouble to those there are, or takes it away; the worst first. */
export const changeTroubles = (present: readonly Trouble[], { type, trouble }: SoundEvent): readonly Trouble[] =>
  troubles.filter((each) => (each === trouble ? type === 'trouble.came' : present.includes(each)));

const followTrouble = { type: 'followTrouble', params: ({ event }: { readonly event: SoundEvent }) => ({ event }) } as const;

/** Somebody to whom the call goes: a colleague, or a phone (E.164). */
export interface TransferTarget {
  readonly userId: number | null;
  readonly destination: string | null;
  /** Name or number, as it is shown. */
  readonly name: string;
}

const troubleHandlers = { 'trouble.came': { actions: followTrouble }, 'trouble.passed': { actions: followTrouble } } as const;

/** Events while the call is handed on, and both still may hear each other. `call.over` comes when the carrier has let the person go, and when the call has ended. */
export const transferHandlers = { ...signallingHandlers, ...troubleHandlers, 'call.over': { actions: 'noteOver' } } as const;

/** Events while both hear each other. */
export const talkHandlers = {
  ...signallingHandlers,
  ...troubleHandlers,
  'call.transferred': {
    target: 'transferring',
    actions: {
      type: 'beginTransfer',
      params: ({ event: { target } }: { readonly event: { readonly target: TransferTarget } }) => ({ target }),
    },
  },
  'mute.toggled': {
    actions: ['toggleMute', { type: 'applyMute', params: ({ context: { isMuted } }: { readonly context: { readonly isMuted: boolean } }) => ({ isMuted }) }],
  },
  'hold.toggled': {
    actions: [
      'toggleHold',
      { type: 'applyHold', params: ({ context: { heldAt } }: { readonly context: { readonly heldAt: number | null } }) => ({ isHeld: heldAt !== null }) },
    ],
  },
  'digits.pressed': {
    guard: { type: 'areDigits', params: ({ event: { digits } }: { readonly event: { readonly digits: string } }) => ({ digits }) },
    actions: { type: 'sendDigits', params: ({ event: { digits } }: { readonly event: { readonly digits: string } }) => ({ digits }) },
  },
} as const;
