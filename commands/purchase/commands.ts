/** Finding and buying numbers (spec 1.2): each step of the flow is a command; the whole search is one line, `buy 800 ends PLUMB`. */
import { numberCategoryLabel, purchaseTypeLabel } from '#contract/text/numberSearchLabels.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { checkEvent, flowCommand } from '../core/flowCommand.ts';
import { readWith } from '../core/readers.ts';
import { getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';

const buyBase = { group: 'Numbers', permission: 'numbers.buy', scopes: ['workspace'] } as const;

const paneBase = { ...buyBase, scopes: ['purchase'], quiet: true } as const;

const searchArg = arg.text({
  label: 'Number search',
  hint: 'Area code or toll-free prefix, then starts, ends or contains; x10 for ten; fax for fax numbers',
  parse: (text) =>
    readWith(({ parseNumberSearch }) => {
      const read = parseNumberSearch(text);
      return read.ok ? { ok: true, value: text.trim() } : { ok: false, error: read.word === '' ? read.error : `“${read.word}”: ${read.error}` };
    }),
});

/** The offers a choice means: the selected ones; with none selected the one under the cursor, and the next ones as many as are wanted. */
function getChosenOffers(context: Context): string[] {
  const on = getRows(context, 'offer');
  return on?.rows.map(({ number }) => number) ?? [];
}

/** Checks whether numbers have just been bought, so that their call routing can be edited. */
const hasBought = ({ flows }: Context) => flows.numberPurchase?.state === 'bought';

export const purchaseCommands: readonly Command[] = [
  command({
    ...buyBase,
    id: 'numbers.buy',
    title: 'Buy numbers',
    keywords: ['new', 'purchase', 'toll-free', 'vanity', 'area code', 'bulk', 'local', 'order'],
    icon: 'plus',
    changes: false,
    opensField: true,
    typed: { verb: 'buy', arg: 'search' },
    args: { search: arg.optional(searchArg) },
    run: async ({ args, services }) => services.purchase.open(args.search),
  }),
  command({
    ...paneBase,
    id: 'purchase.category',
    title: 'Choose number category',
    keywords: ['voice', 'SMS', 'fax', 'international'],
    icon: 'layers',
    available: (context) => checkEvent(context, 'numberPurchase', 'category.chosen'),
    args: { category: arg.one('Category', ['1', '2', '3'], numberCategoryLabel) },
    run: async ({ args, services }) =>
      services.flows.send('numberPurchase', {
        type: 'category.chosen',
        category: args.category === '1' ? 1 : args.category === '2' ? 2 : 3,
        areaCode: await services.purchase.findAreaCode(),
      }),
  }),
  command({
    ...paneBase,
    id: 'purchase.type',
    title: 'Choose number type',
    keywords: ['local', 'toll-free', 'fax', 'bulk'],
    icon: 'hash',
    available: (context) => checkEvent(context, 'numberPurchase', 'type.chosen'),
    args: { type: arg.one('Type', ['1', '2', '3', '4'], purchaseTypeLabel) },
    run: async ({ args, services }) => {
      const types = { 1: 1, 2: 2, 3: 3, 4: 4 } as const;
      services.flows.send('numberPurchase', { type: 'type.chosen', numberType: types[args.type], areaCode: await services.purchase.findAreaCode() });
    },
  }),
  flowCommand(
    { ...paneBase, id: 'purchase.search', title: 'Search available numbers', keywords: ['find', 'available', 'again', 'look'], icon: 'search' },
    'numberPurchase',
    {
      type: 'search.submitted',
    },
  ),
  command({
    ...paneBase,
    id: 'purchase.choose',
    title: 'Add selected numbers to purchase',
    keywords: ['select', 'take', 'buy', 'choose'],
    icon: 'check',
    rows: 'offer',
    available: (context) => checkEvent(context, 'numberPurchase', 'offers.chosen'),
    detail: (context) => {
      const [first, ...rest] = getChosenOffers(context);
      return first === undefined ? null : `${displayPhone(first)}${rest.length > 0 ? ` and ${rest.length} more` : ''}`;
    },
    run: async ({ context, services }) => services.flows.send('numberPurchase', { type: 'offers.chosen', numbers: getChosenOffers(context) }),
  }),
  flowCommand({ ...paneBase, id: 'purchase.revise', title: 'Back to search results', keywords: ['back', 'change', 'choose'], icon: 'undo' }, 'numberPurchase', {
    type: 'choice.revised',
  }),
  command({
    ...paneBase,
    id: 'purchase.confirm',
    title: 'Confirm purchase',
    keywords: ['buy', 'order', 'pay'],
    icon: 'check-check',
    changes: true,
    available: (context) => checkEvent(context, 'numberPurchase', 'purchase.confirmed'),
    run: async ({ services }) => services.flows.send('numberPurchase', { type: 'purchase.confirmed' }),
  }),
  flowCommand(
    { ...paneBase, id: 'purchase.retry', title: 'Check purchase status', keywords: ['retry', 'again'], icon: 'refresh', changes: true },
    'numberPurchase',
    {
      type: 'purchase.retried',
    },
  ),
  flowCommand(
    { ...paneBase, id: 'purchase.others', title: 'Choose similar numbers', keywords: ['alternatives', 'taken', 'free'], icon: 'list-checks' },
    'numberPurchase',
    {
      type: 'others.chosen',
    },
  ),
  command({
    ...paneBase,
    id: 'purchase.route',
    title: 'Set up call routing',
    keywords: ['how it rings', 'forward', 'destination', 'hours'],
    icon: 'phone-forwarded',
    available: (context) => hasBought(context) || { reason: 'Buy a number first' },
    run: async ({ services, source }) => {
      const [first, ...more] = await services.purchase.bought();
      if (first !== undefined && more.length === 0) await services.routing.edit(first);
      else services.palette.open({ command: { id: 'routing.edit', args: {}, source } });
    },
  }),
  flowCommand({ ...paneBase, id: 'purchase.renew', title: 'Start new purchase', keywords: ['new', 'again'], icon: 'plus' }, 'numberPurchase', {
    type: 'purchase.renewed',
  }),
];
