/** Phones that the numbers ring: what rings one, and another one for an extension. */

import type { ForwardDestination } from '#contract/forwards/entities.ts';
import { formatNumberName } from '#contract/text/names.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { isCompletePhone } from '#contract/text/wholePhone.ts';
import { arg, type Option } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { checkEvent } from '../core/flowCommand.ts';
import { getRows } from '../core/rows.ts';
import type { Services } from '../core/services.ts';
import type { Context } from '../core/types.ts';

const rowBase = { group: 'Routing', scopes: ['forwards'], permission: 'numbers.read', rows: { kind: 'forward', max: 1 }, quiet: true } as const;

// As switching an extension: there has to be one, and a line that cannot be read yet is never written over.
const extensionBase = {
  group: 'Routing',
  scopes: ['routing'],
  permission: 'numbers.route',
  quiet: true,
  available: (context: Context) => checkEvent(context, 'routingEdit', 'route.switched'),
} as const;

const getRow = (context: Context): ForwardDestination | undefined => getRows(context, 'forward')?.rows[0];

/** "Main line, extension 2 and 3 more". */
function listPlaces({ uses, rungBy }: ForwardDestination): string {
  const [first] = uses;
  if (!first) return '';
  const place = `${formatNumberName({ label: first.numberLabel, number: first.number })}, extension ${first.extension}`;
  return rungBy > 1 ? `${place} and ${(rungBy - 1).toLocaleString('en-US')} more` : place;
}

const extensionArg = arg.text<number>({
  label: 'Extension',
  hint: '1',
  parse: (text) => (/^\d{1,2}$/.test(text.trim()) ? { ok: true, value: Number(text.trim()) } : { ok: false, error: 'Enter a number from 0 to 99' }),
});

interface ColleaguePhone {
  readonly userId: number;
  readonly phone: string;
}

/** Each phone of each user of the company; who has none stands there too, with why they cannot be rung. */
async function loadColleaguePhones({ lookup }: Services): Promise<Option<ColleaguePhone>[]> {
  const colleagues = await lookup.colleagues();
  return colleagues.flatMap(({ id: userId, name, phones }): Option<ColleaguePhone>[] =>
    phones.length > 0
      ? phones.map((phone) => ({ value: { userId, phone }, id: `${userId}:${phone}`, title: name, detail: displayPhone(phone), icon: 'user' }))
      : [{ value: { userId, phone: '' }, id: `${userId}:`, title: name, icon: 'user', reason: 'No phones yet. Users add their own with “Edit my phones”.' }],
  );
}

/** Commands of forwards. */
export const forwardCommands: readonly Command[] = [
  command({
    ...rowBase,
    id: 'forwards.openRouting',
    title: 'Open call routing for this destination',
    keywords: ['number', 'extension', 'forward', 'edit', 'rings', 'phone'],
    icon: 'phone-forwarded',
    args: {
      number: arg.list({
        label: 'Number',
        options: (context) =>
          [...new Map((getRow(context)?.uses ?? []).map((use) => [use.numberId, use])).values()].map(
            ({ numberId, number, numberLabel, extension: at, label }) => ({
              value: numberId,
              id: String(numberId),
              title: formatNumberName({ label: numberLabel, number }),
              detail: `${displayPhone(number)} · extension ${at}${label === '' ? '' : ` ${label}`}`,
              icon: 'hash',
            }),
          ),
      }),
    },
    run: async ({ args, services }) => services.routing.edit(args.number),
  }),
  command({
    ...rowBase,
    id: 'forwards.copy',
    title: 'Copy destination number',
    keywords: ['clipboard', 'destination', 'phone'],
    icon: 'clipboard',
    run: async ({ context, services }) => services.clipboard.copy(getRow(context)?.number ?? '', 'Number copied'),
  }),
  command({
    ...extensionBase,
    id: 'routing.addPhone',
    title: 'Add destination to an extension',
    keywords: ['forward', 'destination', 'add', 'complete', 'ring', 'phone'],
    icon: 'phone-forwarded',
    args: {
      extension: extensionArg,
      phone: arg.search<string>({
        label: 'Destination',
        search: async (_context, services, words, signal) => {
          const typed = words.trim();
          const known = (await services.forwards.find(words, signal)).map((row) => ({
            value: row.number,
            id: row.number,
            title: displayPhone(row.number),
            detail: listPlaces(row),
            icon: 'phone-forwarded',
          }));
          if (!isCompletePhone(typed) || known.some(({ id }) => id === typed)) return known;
          return [{ value: typed, id: typed, title: typed, detail: 'new destination', icon: 'phone' }, ...known];
        },
        find: async (id) => (isCompletePhone(id) ? id : null),
      }),
    },
    run: async ({ args, services }) => services.routing.addPhone(args.extension, args.phone),
  }),
  command({
    ...extensionBase,
    id: 'routing.addColleague',
    title: 'Add user to an extension',
    keywords: ['user', 'agent', 'destination', 'forward', 'person', 'ring'],
    icon: 'user',
    args: {
      extension: extensionArg,
      colleague: arg.search<ColleaguePhone>({
        label: 'User',
        search: async (_context, services, words) => {
          const wanted = words.trim().toLowerCase();
          return (await loadColleaguePhones(services)).filter(({ title, detail = '' }) => `${title} ${detail}`.toLowerCase().includes(wanted));
        },
        find: async (id, _context, services) =>
          (await loadColleaguePhones(services)).find((option) => option.id === id && option.reason === undefined)?.value ?? null,
      }),
    },
    run: async ({ args, services }) => services.routing.addPhone(args.extension, args.colleague.phone, args.colleague.userId),
  }),
];
