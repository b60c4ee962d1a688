/** The outside world on a laptop, played from the palette. Only where an installation has one. */

import type { PhoneNumber } from '#contract/numbers/entities.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import type { Context } from '../core/types.ts';
import type { SandboxCaller } from './types.ts';

const at = { group: 'Sandbox', scopes: ['workspace'], offline: false, changes: false } as const;

const isPlayed = ({ sandbox }: Context) => sandbox || { reason: 'Sandbox only' };

const line = arg.list({
  label: 'Number',
  options: ({ numbers }: Context) =>
    numbers
      .filter(({ status }) => status === 0)
      .map((number: PhoneNumber) => ({ value: number.number, id: number.number, title: number.label, detail: displayPhone(number.number), icon: 'hash' })),
});

const faxLine = arg.list({
  label: 'Fax number',
  options: ({ numbers }: Context) =>
    numbers
      .filter(({ status, lineType }) => status === 0 && lineType === 2)
      .map((number: PhoneNumber) => ({ value: number.number, id: number.number, title: number.label, detail: displayPhone(number.number), icon: 'hash' })),
});

const main = ({ numbers }: Context): PhoneNumber | undefined =>
  numbers.find(({ status, label }) => status === 0 && /^main\b/i.test(label)) ?? numbers.find(({ status }) => status === 0);

const caller = arg.search({
  label: 'Caller',
  search: async (_context, { sandbox }, query, signal) => {
    const words = query.trim().toLowerCase();
    return (await sandbox.callers(signal)).filter(({ title }) => title.toLowerCase().includes(words)).map(optionOf);
  },
  find: async (id, _context, { sandbox }) => (await sandbox.callers()).find(({ number }) => number === id) ?? null,
});

const optionOf = (who: SandboxCaller) => ({ value: who, id: who.number, title: who.title, detail: displayPhone(who.number), icon: 'phone-incoming' as const });

const calls = (text: string) => {
  const value = Number(text.trim());
  return Number.isInteger(value) && value >= 1 && value <= 1_000 ? { ok: true as const, value } : { ok: false as const, error: 'From 1 to 1,000 calls' };
};

const rate = (text: string) => {
  const value = Number(text.trim());
  return text.trim() !== '' && Number.isFinite(value) && value >= 0 && value <= 600
    ? { ok: true as const, value }
    : { ok: false as const, error: 'Enter a number from 0 to 600 per minute' };
};

export const sandboxCommands: readonly Command[] = [
  command({
    ...at,
    id: 'sandbox.ringMain',
    title: 'Sandbox: Call the main line',
    keywords: ['call', 'incoming', 'test', 'phone', 'ring'],
    icon: 'phone-incoming',
    available: (context) => {
      const played = isPlayed(context);
      return played === true ? main(context) !== undefined || { reason: 'The company has no active number' } : played;
    },
    detail: (context) => displayPhone(main(context)?.number ?? '') || null,
    run: async ({ context, services }) => {
      const number = main(context);
      return number ? services.sandbox.ring(number.number) : undefined;
    },
  }),
  command({
    ...at,
    id: 'sandbox.ring',
    title: 'Sandbox: Call a number',
    keywords: ['call', 'incoming', 'test', 'ring'],
    icon: 'phone-incoming',
    available: isPlayed,
    args: { number: line },
    run: async ({ args, services }) => services.sandbox.ring(args.number),
  }),
  command({
    ...at,
    id: 'sandbox.ringAs',
    title: 'Sandbox: Call with a scripted caller',
    keywords: ['call', 'incoming', 'test', 'presses', 'voicemail', 'hangs up', 'withheld', 'ring', 'somebody'],
    icon: 'phone-incoming',
    available: isPlayed,
    args: { number: line, caller },
    run: async ({ args, services }) => services.sandbox.ring(args.number, args.caller.number),
  }),
  command({
    ...at,
    id: 'sandbox.storm',
    title: 'Sandbox: Place many calls',
    keywords: ['many', 'load', 'incoming', 'test', 'storm'],
    icon: 'zap',
    available: isPlayed,
    args: { count: arg.text({ label: 'Calls at once', hint: '50', parse: calls }) },
    run: async ({ args, services }) => services.sandbox.storm(args.count),
  }),
  command({
    ...at,
    id: 'sandbox.text',
    title: 'Sandbox: Send a text from a new customer',
    keywords: ['message', 'SMS', 'incoming', 'test', 'texts'],
    icon: 'message',
    available: isPlayed,
    args: { number: line, message: arg.words('What the customer writes', 1_000, () => 'Hi, are you open on Saturday?') },
    run: async ({ args, services }) => services.sandbox.text(args.number, args.message),
  }),
  command({
    ...at,
    id: 'sandbox.fax',
    title: 'Sandbox: Receive a fax',
    keywords: ['PDF', 'pages', 'incoming', 'test'],
    icon: 'file',
    available: isPlayed,
    args: { number: faxLine },
    run: async ({ args, services }) => services.sandbox.fax(args.number),
  }),
  command({
    ...at,
    id: 'sandbox.voicemail',
    title: 'Sandbox: Leave a voicemail',
    keywords: ['call', 'incoming', 'test', 'recording', 'somebody'],
    icon: 'voicemail',
    available: isPlayed,
    args: { number: line, words: arg.optional(arg.words('What is said after the tone', 1_000)) },
    run: async ({ args, services }) => services.sandbox.voicemail(args.number, args.words),
  }),
  command({
    ...at,
    id: 'sandbox.rate',
    title: 'Sandbox: Set traffic rate',
    keywords: ['generator', 'speed', 'per minute'],
    icon: 'zap',
    available: isPlayed,
    args: { perMinute: arg.text({ label: 'Events per minute', hint: '0 stops the traffic', parse: rate }) },
    run: async ({ args, services }) => services.sandbox.setRate(args.perMinute),
  }),
  command({
    ...at,
    id: 'sandbox.pause',
    title: 'Sandbox: Pause traffic',
    keywords: ['generator', 'stop'],
    icon: 'pause',
    available: isPlayed,
    run: async ({ services }) => services.sandbox.pause(true),
  }),
  command({
    ...at,
    id: 'sandbox.resume',
    title: 'Sandbox: Resume traffic',
    keywords: ['generator', 'start', 'play'],
    icon: 'play',
    available: isPlayed,
    run: async ({ services }) => services.sandbox.pause(false),
  }),
];
