/** Parts of a flow in which a person talks in the app, whoever called: the microphone, keys for the other side, the line of signalling. */
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

/** Events while both hear each other. */
export const talkHandlers = {
  ...signallingHandlers,
  'mute.toggled': {
    actions: ['toggleMute', { type: 'applyMute', params: ({ context: { isMuted } }: { readonly context: { readonly isMuted: boolean } }) => ({ isMuted }) }],
  },
  'digits.pressed': {
    guard: { type: 'areDigits', params: ({ event: { digits } }: { readonly event: { readonly digits: string } }) => ({ digits }) },
    actions: { type: 'sendDigits', params: ({ event: { digits } }: { readonly event: { readonly digits: string } }) => ({ digits }) },
  },
} as const;
