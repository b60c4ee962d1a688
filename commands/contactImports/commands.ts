/** Importing contacts (spec 1.5, 1.7): each step of the flow is a command, and so is what mends a row. */
import type { ImportRow } from '#contract/contactImports/entities.ts';
import { formatImportWord, type ImportField, importFields, importRowFilters } from '#contract/contactImports/enums.ts';
import { capitalize } from '#contract/text/capitalize.ts';
import type { MappedField } from '#machines/contactImport/index.ts';
import { contactFields } from '../contacts/fields.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { checkEvent, flowCommand } from '../core/flowCommand.ts';
import type { Availability } from '../core/outcome.ts';
import { getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';
import { createGroupArg } from '../groups/groupArg.ts';

const importBase = { group: 'Contacts', permission: 'contacts.import' } as const;
const paneBase = { ...importBase, scopes: ['contactImport'] } as const;

const getImportRows = (context: Context): readonly ImportRow[] => getRows(context, 'importRow')?.rows ?? [];
const findRow = (context: Context): ImportRow | undefined => getImportRows(context)[0];

/** The value a row has in a field, as a person corrects it. */
const getValue = (row: ImportRow, field: ImportField): string => (field === 'number' ? (row.number ?? row.typed) : (row.values[field] ?? ''));

/** The field to mend first: the one the row is refused for, else the number. */
const findWrongField = (row: ImportRow | undefined): ImportField => importFields.find((field) => row?.problem?.startsWith(`${getTitle(field)} `)) ?? 'number';
const maxValue = 5_900;

/** A field as a person reads it: as the contact’s form calls it. */
const getTitle = (field: MappedField): string =>
  capitalize(contactFields.find(({ id }) => id === field)?.title ?? field.replace('optin', 'opt-in').replace(/[A-Z]/, (letter) => ` ${letter.toLowerCase()}`));
const noField = 'none';
const mappedFields = ['number', 'name', 'firstName', 'lastName', ...importFields.slice(2)] as const;

const startCommands: readonly Command[] = [
  command({
    ...importBase,
    id: 'contacts.import',
    title: 'Import contacts',
    keywords: ['csv', 'xlsx', 'excel', 'upload', 'file', 'people', 'spreadsheet', 'bulk'],
    icon: 'upload',
    scopes: ['workspace'],
    quiet: true,
    run: async ({ services }) => services.contactImports.choose(),
  }),
  command({
    ...importBase,
    id: 'contacts.importPasted',
    title: 'Import contacts from clipboard',
    keywords: ['paste', 'copied', 'rows', 'sheet', 'excel'],
    icon: 'clipboard',
    scopes: ['workspace'],
    quiet: true,
    run: async ({ services }) => services.contactImports.paste(),
  }),
];

const stepCommands: readonly Command[] = [
  command({
    ...paneBase,
    id: 'imports.map',
    title: 'Map import column',
    keywords: ['field', 'header', 'match', 'assign'],
    icon: 'columns',
    quiet: true,
    available: (context) => checkEvent(context, 'contactImport', 'column.mapped'),
    args: {
      column: arg.list({
        label: 'Column',
        options: ({ importSheet }: Context) =>
          (importSheet?.columns ?? []).map(({ name, samples }, at) => {
            const field = importSheet?.mapping[at] ?? null;
            return {
              value: at,
              id: String(at),
              title: name,
              detail: `${field === null ? 'not imported' : getTitle(field)} · ${samples.filter(Boolean).join(', ')}`,
            };
          }),
      }),
      field: arg.list({
        label: 'Field',
        options: () => [
          ...mappedFields.map((field) => ({ value: field as MappedField | null, id: field, title: getTitle(field) })),
          { value: null, id: noField, title: 'Don’t import this column' },
        ],
      }),
    },
    run: async ({ args, services }) => services.flows.send('contactImport', { type: 'column.mapped', column: args.column, field: args.field }),
  }),
  command({
    ...paneBase,
    id: 'imports.group',
    title: 'Choose group for import',
    keywords: ['list', 'segment', 'add'],
    icon: 'users',
    quiet: true,
    available: (context) => checkEvent(context, 'contactImport', 'group.chosen'),
    args: { group: createGroupArg({ isNew: true, isFilled: true }) },
    run: async ({ args: { group }, services }) => services.flows.send('contactImport', { type: 'group.chosen', group: { id: group.id, name: group.name } }),
  }),
  flowCommand(
    {
      ...paneBase,
      id: 'imports.ungroup',
      title: 'Remove group from import',
      keywords: ['add to no', 'none', 'remove', 'without', 'clear'],
      icon: 'users',
      quiet: true,
    },
    'contactImport',
    { type: 'group.chosen', group: null },
  ),
  command({
    ...paneBase,
    id: 'imports.confirm',
    title: 'Save imported contacts',
    keywords: ['confirm', 'submit', 'finish', 'done', 'import'],
    icon: 'check-check',
    available: (context) => checkEvent(context, 'contactImport', 'import.confirmed'),
    run: async ({ services }) => services.contactImports.confirm(),
  }),
  flowCommand(
    { ...paneBase, id: 'imports.retry', title: 'Try the import again', keywords: ['retry', 'repeat'], icon: 'refresh', quiet: true },
    'contactImport',
    {
      type: 'import.retried',
    },
  ),
  flowCommand({ ...paneBase, id: 'imports.close', title: 'Close import', keywords: ['cancel', 'discard', 'drop'], icon: 'x', quiet: true }, 'contactImport', {
    type: 'import.closed',
  }),
];

const rowCommands: readonly Command[] = [
  command({
    ...paneBase,
    id: 'imports.fix',
    title: 'Fix import row',
    keywords: ['edit', 'change', 'correct', 'number'],
    icon: 'pencil',
    rows: { kind: 'importRow', max: 1 },
    available: (context) => checkEvent(context, 'contactImport', 'row.fixed'),
    args: {
      field: arg.list({
        label: 'Field',
        options: (context: Context) => {
          const row = findRow(context);
          return importFields.map((field) => ({ value: field, id: field, title: getTitle(field), detail: row ? getValue(row, field) : '' }));
        },
        getCurrent: (context) => findWrongField(findRow(context)),
      }),
      // An empty one empties what the file says.
      value: arg.text({
        label: 'Value',
        initial: (context, _services, given) => {
          const row = findRow(context);
          const field = importFields.find((each) => each === given.field);
          return row && field && getValue(row, field);
        },
        parse: (text) => (text.length > maxValue ? { ok: false, error: `Use ${maxValue} characters or fewer` } : { ok: true, value: text.trim() }),
      }),
    },
    run: async ({ context, args, services }) => {
      const row = findRow(context);
      if (!row) throw new Error('Select a row first');
      return services.contactImports.fix(row, args.field, args.value);
    },
  }),
  command({
    ...paneBase,
    id: 'imports.leaveOut',
    title: 'Leave rows out of import',
    keywords: ['skip', 'exclude', 'remove', 'ignore'],
    icon: 'trash',
    rows: 'importRow',
    available: (context): Availability => {
      const accepted = checkEvent(context, 'contactImport', 'rows.excluded');
      return accepted !== true ? accepted : getImportRows(context).some(({ isLeftOut }) => !isLeftOut) || { reason: 'Already left out' };
    },
    run: async ({ context, services }) => services.contactImports.exclude(getImportRows(context), true),
  }),
  command({
    ...paneBase,
    id: 'imports.include',
    title: 'Include rows in import',
    keywords: ['keep', 'restore', 'take in'],
    icon: 'undo',
    rows: 'importRow',
    available: (context): Availability => {
      const accepted = checkEvent(context, 'contactImport', 'rows.excluded');
      return accepted !== true ? accepted : getImportRows(context).some(({ isLeftOut }) => isLeftOut) || { reason: 'Not left out' };
    },
    run: async ({ context, services }) => services.contactImports.exclude(getImportRows(context), false),
  }),
];

const hasRows = ({ focus: { rows } }: Context): Availability => rows?.kind === 'importRow' || { reason: 'Choose a file first' };

const showBase = { ...paneBase, quiet: true, icon: 'filter', available: hasRows } as const;

const filterCommands: readonly Command[] = [
  command({
    ...showBase,
    id: 'imports.show',
    title: 'Filter import rows',
    args: { show: arg.list({ label: 'Rows', options: () => importRowFilters.map((show) => ({ value: show, id: show, title: formatImportWord(show) })) }) },
    run: async ({ args, services }) => services.contactImports.show(args.show),
  }),
  command({
    ...showBase,
    id: 'imports.showProblems',
    title: 'Show import problems',
    keywords: ['errors', 'invalid', 'duplicates', 'wrong'],
    run: async ({ services }) => services.contactImports.show('problems'),
  }),
];

/** Commands over imports. */
export const contactImportCommands: readonly Command[] = [...startCommands, ...stepCommands, ...rowCommands, ...filterCommands];
