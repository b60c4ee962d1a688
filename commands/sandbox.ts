/** The outside world on a laptop, played from the palette. Only where an installation has one. */
import type { PhoneNumber } from '#contract/entities.ts';
import { displayPhone } from '#contract/phone.ts';
import { arg, type Parsed } from './args.ts';
import { type Command, command } from './command.ts';
import type { CallerPlan } from './sandbox.services.ts';
import type { Context } from './types.ts';

const at = { group: 'Sandbox', scopes: ['workspace'], offline: false } as const;
const isPlayed = ({ sandbox }: Context) => sandbox || { reason: 'Only where the outside world is a sandbox' };
const line = arg.list({
  label: 'Number',
  options: ({ numbers }: Context) =>
    numbers
      .filter(({ status }) => status === 0)
      .map((number: PhoneNumber) => ({ value: number.number, id: number.number, title: number.label, detail: displayPhone(number.number), icon: 'hash' })),
});
const main = ({ numbers }: Context): PhoneNumber | undefined =>
  numbers.find(({ status, label }) => status === 0 && /^main\b/i.test(label)) ?? numbers.find(({ status }) => status === 0);
const rate = (text: string) => {
  const value = Number(text.trim());
  return text.trim() !== '' && Number.isFinite(value) && value >= 0 && value <= 600
    ? { ok: true as const, value }
    : { ok: false as const, error: 'A number from 0 to 600 a minute' };
};

const storm = (text: string) => {
  const value = Number(text.trim());
  return Number.isInteger(value) && value >= 1 && value <= 1_000
    ? { ok: true as const, value }
    : { ok: false as const, error: 'A whole number from 1 to 1,000' };
};

const mostSeconds = 3_600;
/** `presses 2, talks 12, hangs up`: what a caller does, in the order it comes to. */
export function readScript(text: string): Parsed<CallerPlan> {
  let plan: CallerPlan = { presses: [], talkSeconds: 20, patience: null, words: null, answered: true };
  const seconds = (count: string | undefined) => Math.min(mostSeconds, Number(count));
  const parts = text
    .split(/[,;]+(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .map((part) => part.trim())
    .filter(Boolean);
  for (const part of parts) {
    const [, keys] = /^presses\s+((?:\d{1,2}\s*)+)$/i.exec(part) ?? [];
    const [, talk] = /^talks(?:\s+(\d{1,4})\s*s?)?$/i.exec(part) ?? [];
    const [, wait] = /^hangs up after\s+(\d{1,4})\s*s?$/i.exec(part) ?? [];
    const [, words] = /^says\s+"?([^"]+)"?$/i.exec(part) ?? [];
    if (keys !== undefined) plan = { ...plan, presses: keys.trim().split(/\s+/) };
    else if (talk !== undefined) plan = { ...plan, talkSeconds: seconds(talk) };
    else if (wait !== undefined) plan = { ...plan, patience: seconds(wait) };
    else if (words !== undefined) plan = { ...plan, words: words.trim(), answered: false };
    else if (/^nobody answers$/i.test(part)) plan = { ...plan, answered: false };
    else if (!/^(talks|hangs up)$/i.test(part))
      return { ok: false, error: `“${part}” is none of: presses 2, talks 12, nobody answers, says "Call me back", hangs up after 6` };
  }
  return parts.length === 0 ? { ok: false, error: 'Say what the caller does, such as presses 2, talks 12, hangs up' } : { ok: true, value: plan };
}
const scriptArg = arg.text({ label: 'What the caller does', hint: 'presses 2, talks 12, hangs up; or nobody answers, says "Call me back"', parse: readScript });

export const sandboxCommands: readonly Command[] = [
  command({
    ...at,
    id: 'sandbox.ringMain',
    title: 'Sandbox: ring the main line',
    keywords: ['call', 'incoming', 'test', 'phone'],
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
    title: 'Sandbox: ring a number',
    keywords: ['call', 'incoming', 'test'],
    icon: 'phone-incoming',
    available: isPlayed,
    args: { number: line },
    run: async ({ args, services }) => services.sandbox.ring(args.number),
  }),
  command({
    ...at,
    id: 'sandbox.text',
    title: 'Sandbox: a new customer texts',
    keywords: ['message', 'SMS', 'incoming', 'test'],
    icon: 'message',
    available: isPlayed,
    args: { number: line, message: arg.words('What the customer writes', 1_000, () => 'Hi, are you open on Saturday?') },
    run: async ({ args, services }) => services.sandbox.text(args.number, args.message),
  }),
  command({
    ...at,
    id: 'sandbox.voicemail',
    title: 'Sandbox: somebody leaves a voicemail',
    keywords: ['call', 'incoming', 'test', 'recording'],
    icon: 'voicemail',
    available: isPlayed,
    args: { number: line, words: arg.optional(arg.words('What is said after the tone', 1_000)) },
    run: async ({ args, services }) => services.sandbox.voicemail(args.number, args.words),
  }),
  command({
    ...at,
    id: 'sandbox.script',
    title: 'Sandbox: a caller who does as told',
    keywords: ['call', 'incoming', 'test', 'presses', 'script', 'menu', 'hangs up', 'magic'],
    icon: 'phone-incoming',
    available: isPlayed,
    args: { number: line, script: scriptArg },
    run: async ({ args, services }) => services.sandbox.script(args.number, args.script),
  }),
  command({
    ...at,
    id: 'sandbox.storm',
    title: 'Sandbox: a storm of calls',
    keywords: ['call', 'incoming', 'test', 'load', 'many', 'concurrent'],
    icon: 'zap',
    available: isPlayed,
    args: { count: arg.text({ label: 'How many calls at once', hint: '50, at most 1,000', parse: storm }), number: arg.optional(line) },
    run: async ({ args, services }) => services.sandbox.storm(args.count, args.number),
  }),
  command({
    ...at,
    id: 'sandbox.rate',
    title: 'Sandbox: set the traffic',
    keywords: ['generator', 'speed', 'per minute'],
    icon: 'zap',
    available: isPlayed,
    args: { perMinute: arg.text({ label: 'Events a minute', hint: '0 stops the traffic', parse: rate }) },
    run: async ({ args, services }) => services.sandbox.setRate(args.perMinute),
  }),
  command({
    ...at,
    id: 'sandbox.pause',
    title: 'Sandbox: pause the traffic',
    keywords: ['generator', 'stop'],
    icon: 'pause',
    available: isPlayed,
    run: async ({ services }) => services.sandbox.pause(true),
  }),
  command({
    ...at,
    id: 'sandbox.resume',
    title: 'Sandbox: let the traffic run',
    keywords: ['generator', 'start', 'play'],
    icon: 'play',
    available: isPlayed,
    run: async ({ services }) => services.sandbox.pause(false),
  }),
];
