/** Exports (spec 1.7, 2.7): what the list of calls shows and the chosen contacts, as a file. */

import type { Export } from '#contract/exports/entities.ts';
import {
  callExportColumns,
  contactExportColumns,
  exportFormats,
  faxExportColumns,
  messageExportColumns,
  voicemailExportColumns,
} from '#contract/exports/enums.ts';
import { getContacts } from '../contacts/chosen.ts';
import { arg } from '../core/args.ts';
import { type Command, type CommandDefinition, command } from '../core/command.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';
import type { Parsed } from '../core/parsed.ts';
import type { ExportServices } from './types.ts';

const exportBase = { group: 'Calls', scopes: ['workspace'], permission: 'exports.read', ownOnly: true, changes: false } as const;

/** Columns by their heads or names with commas between; `all` is all of them, in their own order. */
export function parseColumns<C extends string>(text: string, columns: Readonly<Record<C, string>>): Parsed<readonly C[]> {
  const names = Object.keys(columns) as C[];
  const words = text.split(',').map((word) => word.trim().toLowerCase());
  if (words.length === 1 && words[0] === 'all') return { ok: true, value: names };
  const found = words.map((word) => names.find((name) => name.toLowerCase() === word || columns[name].toLowerCase() === word));
  const strange = words.find((_, at) => found[at] === undefined);
  if (strange !== undefined) return { ok: false, error: `“${strange}” is not a column. Available: ${Object.values(columns).join(', ')}` };
  return { ok: true, value: [...new Set(found.flatMap((name) => name ?? []))] };
}

const createColumnsArg = <C extends string>(columns: Readonly<Record<C, string>>) =>
  arg.text<readonly C[]>({
    label: 'Columns',
    hint: `all, or some of ${Object.values(columns).join(', ')}`,
    initial: () => 'all',
    parse: (text) => parseColumns(text, columns),
  });

const formatArg = arg.one('Format', exportFormats, { xlsx: 'Spreadsheet (XLSX)', csv: 'CSV (formulas escaped)' });

/** A command that has a file made of calls, voicemails, messages or faxes, with columns of these. */
const createExportCommand = <C extends string>(
  words: Pick<CommandDefinition<Record<never, never>>, 'id' | 'title' | 'keywords'> & { readonly group?: 'Inbox' },
  columns: Readonly<Record<C, string>>,
  make: (exports: ExportServices, columns: readonly C[], format: (typeof exportFormats)[number]) => CommandOutcomePromise,
): Command =>
  command({
    ...exportBase,
    ...words,
    icon: 'download',
    args: { columns: createColumnsArg(columns), format: formatArg },
    run: async ({ args, services }) => make(services.exports, args.columns, args.format),
  });

const keywords = ['download', 'spreadsheet', 'excel', 'csv', 'xlsx'];

/** Commands that make files. */
export const exportCommands: readonly Command[] = [
  createExportCommand({ id: 'exports.calls', title: 'Export calls', keywords: [...keywords, 'report'] }, callExportColumns, (exports, columns, format) =>
    exports.calls(columns, format),
  ),
  createExportCommand(
    { id: 'exports.voicemails', title: 'Export voicemails', keywords: [...keywords, 'transcripts'] },
    voicemailExportColumns,
    (exports, columns, format) => exports.voicemails(columns, format),
  ),
  createExportCommand(
    { id: 'exports.messages', title: 'Export messages', keywords: [...keywords, 'texts', 'SMS', 'conversations'], group: 'Inbox' },
    messageExportColumns,
    (exports, columns, format) => exports.messages(columns, format),
  ),
  createExportCommand(
    { id: 'exports.faxes', title: 'Export faxes', keywords: [...keywords, 'pages'], group: 'Inbox' },
    faxExportColumns,
    (exports, columns, format) => exports.faxes(columns, format),
  ),
  command({
    ...exportBase,
    group: 'Contacts',
    scopes: ['contacts', 'contact'],
    rows: { kind: 'contact', matching: true },
    id: 'exports.contacts',
    title: 'Export contacts',
    keywords: [...keywords, 'address book'],
    icon: 'download',
    args: { columns: createColumnsArg(contactExportColumns), format: formatArg },
    run: async ({ context, args, services }) => services.exports.contacts(getContacts(context), args.columns, args.format),
  }),
  command({
    ...exportBase,
    id: 'exports.download',
    title: 'Download export',
    keywords: ['file', 'spreadsheet', 'csv'],
    icon: 'download',
    quiet: true,
    args: {
      made: arg.search<Export>({
        label: 'Export',
        search: async (_context, services, words, signal) =>
          (await services.exports.list(signal))
            .filter(({ media, kind, query }) => media !== null && `${kind} ${query}`.includes(words.trim().toLowerCase()))
            .map((each) => ({
              value: each,
              id: String(each.id),
              title: each.media?.name ?? '',
              detail: `${(each.rows ?? 0).toLocaleString('en-US')} rows ${each.query}`.trim(),
            })),
        find: async (id, _context, services) => (await services.exports.list()).find((each) => String(each.id) === id) ?? null,
      }),
    },
    run: async ({ args, services }) => services.exports.download(args.made),
  }),
];
