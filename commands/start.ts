/** Starting a conversation: from a number of ours to anybody. */
import { displayPhone } from '#contract/phone.ts';
import { arg } from './args.ts';
import { type Command, command } from './command.ts';
import type { Context } from './types.ts';

const canText = ({ numbers }: Context) => numbers.filter(({ status, smsEnabled }) => status === 0 && smsEnabled);

export const startCommands: readonly Command[] = [
  command({
    id: 'conversations.start',
    title: 'Write to a new number',
    group: 'Conversation',
    keywords: ['new', 'message', 'compose', 'text', 'SMS', 'create'],
    icon: 'pencil',
    scopes: ['workspace'],
    permission: 'messages.send',
    available: (context) => canText(context).length > 0 || { reason: 'No active number of this company can send messages' },
    args: {
      number: arg.list({
        label: 'From which number',
        options: (context) =>
          canText(context).map((number) => ({
            value: number.id,
            id: String(number.id),
            title: number.label,
            detail: displayPhone(number.number),
            icon: 'hash',
          })),
      }),
      recipient: arg.text({
        label: 'To whom',
        hint: 'A phone number, such as +1 415 555 0134',
        parse: (text) => {
          const digits = text.replace(/\D/g, '');
          return digits.length >= 7 && digits.length <= 15 && /^[\d\s()+.\-‑]+$/.test(text.trim())
            ? { ok: true, value: text.trim() }
            : { ok: false, error: 'A phone number has 7 to 15 digits' };
        },
      }),
    },
    run: async ({ args, services }) => services.conversations.start(args.number, args.recipient),
  }),
];
