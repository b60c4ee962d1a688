/** Faxes: a PDF is chosen, its pages are looked at, and it goes out from one of our fax numbers. */
import type { PhoneNumber } from '#contract/numbers/entities.ts';
import { formatNumberName } from '#contract/text/names.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { isCompletePhone } from '#contract/text/wholePhone.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import type { Availability } from '../core/outcome.ts';
import type { Context } from '../core/types.ts';
import { formatPageCount } from './pages.ts';

const faxBase = { group: 'Message', permission: 'messages.send' } as const;

const isFaxNumber = ({ lineType, status }: PhoneNumber) => lineType === 2 && status !== 2;

/** Checks whether a number of the company sends and receives faxes and nothing else. */
export const isFaxOnly = (numbers: Context['numbers'], id: number): boolean => numbers.some((number) => number.id === id && number.lineType === 2);

const checkFax = ({ faxes }: Context): Availability => faxes || { reason: 'Fax isn’t configured. Ask the operator of this server to set FAX_API_KEY.' };

const checkCanFax = (context: Context): Availability => {
  const setUp = checkFax(context);
  if (setUp !== true) return setUp;
  return context.numbers.some(isFaxNumber) || { reason: 'Buy a fax number first' };
};

/** Why a number cannot be faxed from. */
const getUnavailableReason = (number: PhoneNumber): string | undefined => {
  if (number.lineType !== 2) return 'This number can’t send faxes';
  return number.status === 1 ? 'This number is parked' : undefined;
};

/** Fax numbers stand first, that of the open conversation before them. */
const getSortRank = ({ open: { conversation: thread } }: Context, number: PhoneNumber) => (number.lineType !== 2 ? 2 : number.id === thread?.number.id ? 0 : 1);

/** Commands of faxes. */
export const faxCommands: readonly Command[] = [
  command({
    ...faxBase,
    id: 'faxes.send',
    title: 'Send fax',
    keywords: ['PDF', 'document', 'pages'],
    icon: 'file',
    scopes: ['workspace'],
    available: checkCanFax,
    args: {
      number: arg.list({
        label: 'Sending number',
        options: (context) =>
          context.numbers
            .filter(({ status }) => status !== 2)
            .toSorted((a, b) => getSortRank(context, a) - getSortRank(context, b))
            .map((number) => ({
              value: number,
              id: String(number.id),
              title: formatNumberName(number),
              detail: displayPhone(number.number),
              icon: 'hash',
              reason: getUnavailableReason(number),
            })),
      }),
      recipient: arg.text({
        label: 'Recipient',
        hint: 'A phone number, such as +1 415 555 0134',
        initial: ({ open: { conversation: thread } }) => (thread ? displayPhone(thread.recipient) : undefined),
        parse: (text) => (isCompletePhone(text) ? { ok: true, value: text.trim() } : { ok: false, error: 'Enter a phone number with 7 to 15 digits' }),
      }),
      document: arg.search({
        label: 'Document',
        search: async (_context, { faxes }) => [
          { value: { id: '', name: '' }, id: await faxes.nextId(), title: 'Choose a PDF…', detail: 'from this computer', icon: 'paperclip' },
        ],
        find: (id, _context, { faxes }) => faxes.document(id),
      }),
    },
    review: async ({ args: { number, recipient, document }, services }) => {
      const look = await services.faxes.look(document);
      const left = look.pages - look.sheets.length;
      return {
        sentence: `Faxes ${document.name}, ${formatPageCount(look.pages)}, from ${formatNumberName(number)} to ${displayPhone(recipient)}`,
        count: 1,
        sample: [],
        pictures: look.sheets.map(({ src, page }) => ({ src, alt: `Page ${page} of ${look.pages}` })),
        skipped: [],
        undoNote: left > 0 ? `The other ${formatPageCount(left)} ${left === 1 ? 'is' : 'are'} faxed too. A fax can’t be undone.` : 'A fax can’t be undone',
        verb: 'send fax',
      };
    },
    run: async ({ args: { number, recipient, document }, services }) => services.faxes.send({ numberId: number.id, recipient, document }),
  }),
  command({
    ...faxBase,
    addressed: 'sent',
    id: 'faxes.sendAgain',
    title: 'Resend fax',
    keywords: ['retry', 'failed', 'not confirmed', 'busy'],
    icon: 'refresh',
    scopes: ['conversation'],
    available: (context) => {
      const setUp = checkFax(context);
      if (setUp !== true) return setUp;
      const { item } = context.open;
      if (item?.details.kind !== 'fax' || item.isInbound) return { reason: 'Select an outbound fax first' };
      return ['failed', 'unknown'].includes(item.details.deliveryState) || { reason: 'This fax hasn’t failed' };
    },
    run: async ({
      context: {
        open: { item },
      },
      services,
    }) => {
      if (!item) throw new Error('Select a fax first');
      return services.faxes.sendAgain(item);
    },
  }),
];
