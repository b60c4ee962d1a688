/** The outside world on a laptop, played from the palette. Only where an installation has one. */

import type { PhoneNumber } from '#contract/numbers/entities.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import type { Availability } from '../core/outcome.ts';
import type { Context } from '../core/types.ts';
import { type SandboxCaller, visitorSources } from './types.ts';

const sandboxBase = { group: 'Sandbox', scopes: ['workspace'], offline: false, changes: false } as const;

const checkSandbox = ({ sandbox }: Context): Availability => sandbox || { reason: 'Sandbox only', isMoot: true };

const numberArg = arg.list({
  label: 'Number',
  options: ({ numbers }: Context) =>
    numbers
      .filter(({ status }) => status === 0)
      .map((number: PhoneNumber) => ({ value: number.number, id: number.number, title: number.label, detail: displayPhone(number.number), icon: 'hash' })),
});

const faxNumberArg = arg.list({
  label: 'Fax number',
  options: ({ numbers }: Context) =>
    numbers
      .filter(({ status, lineType }) => status === 0 && lineType === 2)
      .map((number: PhoneNumber) => ({ value: number.number, id: number.number, title: number.label, detail: displayPhone(number.number), icon: 'hash' })),
});

const getMainNumber = ({ numbers }: Context): PhoneNumber | undefined =>
  numbers.find(({ status, label }) => status === 0 && /^main\b/i.test(label)) ?? numbers.find(({ status }) => status === 0);

const callerArg = arg.search({
  label: 'Caller',
  search: async (_context, { sandbox }, query, signal) => {
    const words = query.trim().toLowerCase();
    return (await sandbox.callers(signal)).filter(({ title }) => title.toLowerCase().includes(words)).map(toOption);
  },
  find: async (id, _context, { sandbox }) => (await sandbox.callers()).find(({ number }) => number === id) ?? null,
});

const toOption = (who: SandboxCaller) => ({ value: who, id: who.number, title: who.title, detail: displayPhone(who.number), icon: 'phone-incoming' as const });

const parseCallCount = (text: string) => {
  const value = Number(text.trim());
  return Number.isInteger(value) && value >= 1 && value <= 1_000 ? { ok: true as const, value } : { ok: false as const, error: 'From 1 to 1,000 calls' };
};

const parseRate = (text: string) => {
  const value = Number(text.trim());
  return text.trim() !== '' && Number.isFinite(value) && value >= 0 && value <= 600
    ? { ok: true as const, value }
    : { ok: false as const, error: 'Enter a number from 0 to 600 per minute' };
};

export const sandboxCommands: readonly Command[] = [
  command({
    ...sandboxBase,
    id: 'sandbox.ringMain',
    title: 'Sandbox: Call the main line',
    keywords: ['call', 'incoming', 'test', 'phone', 'ring'],
    icon: 'phone-incoming',
    available: (context) => {
      const played = checkSandbox(context);
      return played === true ? getMainNumber(context) !== undefined || { reason: 'The company has no active number' } : played;
    },
    detail: (context) => displayPhone(getMainNumber(context)?.number ?? '') || null,
    run: async ({ context, services }) => {
      const number = getMainNumber(context);
      return number ? services.sandbox.ring(number.number) : undefined;
    },
  }),
  command({
    ...sandboxBase,
    id: 'sandbox.ring',
    title: 'Sandbox: Call a number',
    keywords: ['call', 'incoming', 'test', 'ring'],
    icon: 'phone-incoming',
    available: checkSandbox,
    args: { number: numberArg },
    run: async ({ args, services }) => services.sandbox.ring(args.number),
  }),
  command({
    ...sandboxBase,
    id: 'sandbox.ringAs',
    title: 'Sandbox: Call with a scripted caller',
    keywords: ['call', 'incoming', 'test', 'presses', 'voicemail', 'hangs up', 'withheld', 'ring', 'somebody'],
    icon: 'phone-incoming',
    available: checkSandbox,
    args: { number: numberArg, caller: callerArg },
    run: async ({ args, services }) => services.sandbox.ring(args.number, args.caller.number),
  }),
  command({
    ...sandboxBase,
    id: 'sandbox.storm',
    title: 'Sandbox: Place many calls',
    keywords: ['many', 'load', 'incoming', 'test', 'storm'],
    icon: 'zap',
    available: checkSandbox,
    args: { count: arg.text({ label: 'Calls at once', hint: '50', parse: parseCallCount }) },
    run: async ({ args, services }) => services.sandbox.storm(args.count),
  }),
  command({
    ...sandboxBase,
    id: 'sandbox.text',
    title: 'Sandbox: Send a text from a new customer',
    keywords: ['message', 'SMS', 'incoming', 'test', 'texts'],
    icon: 'message',
    available: checkSandbox,
    args: { number: numberArg, message: arg.words('What the customer writes', 1_000, () => 'Hi, are you open on Saturday?') },
    run: async ({ args, services }) => services.sandbox.text(args.number, args.message),
  }),
  command({
    ...sandboxBase,
    id: 'sandbox.fax',
    title: 'Sandbox: Receive a fax',
    keywords: ['PDF', 'pages', 'incoming', 'test'],
    icon: 'file',
    available: checkSandbox,
    args: { number: faxNumberArg },
    run: async ({ args, services }) => services.sandbox.fax(args.number),
  }),
  command({
    ...sandboxBase,
    id: 'sandbox.voicemail',
    title: 'Sandbox: Leave a voicemail',
    keywords: ['call', 'incoming', 'test', 'recording', 'somebody'],
    icon: 'voicemail',
    available: checkSandbox,
    args: { number: numberArg, words: arg.optional(arg.words('What is said after the tone', 1_000)) },
    run: async ({ args, services }) => services.sandbox.voicemail(args.number, args.words),
  }),
  command({
    ...sandboxBase,
    id: 'sandbox.rate',
    title: 'Sandbox: Set traffic rate',
    keywords: ['generator', 'speed', 'per minute'],
    icon: 'zap',
    available: checkSandbox,
    args: { perMinute: arg.text({ label: 'Events per minute', hint: '0 stops the traffic', parse: parseRate }) },
    run: async ({ args, services }) => services.sandbox.setRate(args.perMinute),
  }),
  command({
    ...sandboxBase,
    id: 'sandbox.pause',
    title: 'Sandbox: Pause traffic',
    keywords: ['generator', 'stop'],
    icon: 'pause',
    available: checkSandbox,
    run: async ({ services }) => services.sandbox.pause(true),
  }),
  command({
    ...sandboxBase,
    id: 'sandbox.resume',
    title: 'Sandbox: Resume traffic',
    keywords: ['generator', 'start', 'play'],
    icon: 'play',
    available: checkSandbox,
    run: async ({ services }) => services.sandbox.pause(false),
  }),
  command({
    ...sandboxBase,
    id: 'sandbox.installScript',
    title: 'Sandbox: Install script on demo site',
    keywords: ['DNI', 'tracking', 'website', 'dynamic numbers', 'harbor bikes'],
    icon: 'globe',
    available: checkSandbox,
    run: async ({ services }) => services.sandbox.installScript(),
  }),
  command({
    ...sandboxBase,
    id: 'sandbox.visit',
    title: 'Sandbox: Visit demo site and call',
    keywords: ['DNI', 'visitor', 'website', 'dynamic numbers', 'click', 'ad'],
    icon: 'globe',
    available: checkSandbox,
    args: {
      source: arg.one('Source', visitorSources, {
        google: 'Google Ads',
        microsoft: 'Microsoft Ads',
        meta: 'Meta Ads',
        organic: 'Organic search',
        referral: 'Referral',
        direct: 'Direct',
      }),
    },
    run: async ({ args, services }) => services.sandbox.visit(args.source),
  }),
];
