/** Updating custom fields in bulk (spec 2.2, 2.7): each step of the flow is a command, and so is what mends a row. */
import { attributeFilterLabel, attributeRowFilters } from '#contract/bulkAttributes/enums.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { checkEvent, flowCommand } from '../core/flowCommand.ts';
import type { Availability } from '../core/outcome.ts';
import { getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';
import { findOrganizationId } from '../customFields/fieldAssignment.ts';
import type { AttributeFileRow } from './types.ts';

const base = { group: 'Company', permission: 'attributes.bulk' } as const;
const paneBase = { ...base, scopes: ['bulkAttributes'] } as const;

const getFileRows = (context: Context): readonly AttributeFileRow[] => getRows(context, 'attributeRow')?.rows ?? [];
const findRow = (context: Context): AttributeFileRow | undefined => getFileRows(context)[0];

/** The text of a cell, as far as the check tells it. */
function findText(row: AttributeFileRow | undefined, columns: readonly string[] | null, place: number): string | undefined {
  const cell = row?.cells.find((each) => each.place === place);
  if (cell) return cell.to ?? undefined;
  const column = columns?.[place];
  if (row === undefined || column === undefined) return undefined;
  const known: Readonly<Record<string, string | number | null>> = { entity_type: row.entityType, company_id: row.companyId, id: row.entityId, name: row.name };
  return known[column]?.toString();
}

/** The column to mend first: that of the cell that is refused, else the one that names the record. */
function findWrongPlace(context: Context): string | undefined {
  const row = findRow(context);
  const cell = row?.cells.find(({ problem }) => problem !== null) ?? row?.cells[0];
  if (cell) return String(cell.place);
  const named = row?.problem?.split(' ')[0]?.toLowerCase();
  const columns = context.attributeColumns ?? [];
  const at = columns.findIndex((column) => column === named || (named === 'company' && column === 'company_id'));
  return String(at >= 0 ? at : Math.max(0, columns.indexOf('id')));
}

const maxValue = 600;

const startCommands: readonly Command[] = [
  command({
    ...base,
    id: 'attributes.template',
    title: 'Download custom field template',
    keywords: ['attributes template', 'bulk', 'csv', 'export', 'spreadsheet', 'values'],
    icon: 'download',
    scopes: ['workspace'],
    run: async ({ services }) => services.bulkAttributes.template(),
  }),
  command({
    ...base,
    id: 'attributes.upload',
    title: 'Update custom fields from file',
    keywords: ['attributes upload', 'bulk', 'csv', 'xlsx', 'import', 'template', 'spreadsheet'],
    icon: 'upload',
    scopes: ['workspace'],
    quiet: true,
    run: async ({ services }) => services.bulkAttributes.choose(),
  }),
  command({
    ...base,
    id: 'attributes.paste',
    title: 'Update custom fields from clipboard',
    keywords: ['attributes paste', 'bulk', 'copied', 'rows', 'sheet'],
    icon: 'clipboard',
    scopes: ['workspace'],
    quiet: true,
    run: async ({ services }) => services.bulkAttributes.paste(),
  }),
];

const stepCommands: readonly Command[] = [
  command({
    ...paneBase,
    id: 'attributes.scope',
    title: 'Choose bulk update scope',
    keywords: ['organization', 'company', 'all companies'],
    icon: 'building',
    quiet: true,
    available: (context) => {
      const accepted = checkEvent(context, 'bulkAttributes', 'scope.chosen');
      return accepted !== true ? accepted : findOrganizationId(context) !== null || { reason: 'This company isn’t in an organization' };
    },
    args: { scope: arg.one('Scope', ['company', 'organization'], { company: 'This company', organization: 'All companies of the organization' }) },
    run: async ({ args, services }) => services.bulkAttributes.setScope(args.scope),
  }),
  command({
    ...paneBase,
    id: 'attributes.confirm',
    title: 'Apply bulk update',
    keywords: ['confirm', 'submit', 'save', 'finish', 'done'],
    icon: 'check-check',
    available: (context) => checkEvent(context, 'bulkAttributes', 'update.confirmed'),
    run: async ({ services }) => services.bulkAttributes.confirm(),
  }),
  command({
    ...paneBase,
    id: 'attributes.addChoices',
    title: 'Add unknown choices to custom fields',
    keywords: ['create', 'options', 'values', 'missing'],
    icon: 'plus',
    permission: 'customFields.write',
    available: (context) => checkEvent(context, 'bulkAttributes', 'choices.added'),
    run: async ({ services }) => services.bulkAttributes.addChoices(),
  }),
  flowCommand(
    { ...paneBase, id: 'attributes.retry', title: 'Try the bulk update again', keywords: ['retry', 'repeat', 'check'], icon: 'refresh', quiet: true },
    'bulkAttributes',
    { type: 'update.retried' },
  ),
  flowCommand(
    { ...paneBase, id: 'attributes.close', title: 'Close bulk update', keywords: ['cancel', 'discard', 'drop'], icon: 'x', quiet: true },
    'bulkAttributes',
    { type: 'update.closed' },
  ),
];

const rowCommands: readonly Command[] = [
  command({
    ...paneBase,
    id: 'attributes.fix',
    title: 'Fix bulk update row',
    keywords: ['edit', 'change', 'correct', 'cell', 'value', 'column'],
    icon: 'pencil',
    rows: { kind: 'attributeRow', max: 1 },
    available: (context) => checkEvent(context, 'bulkAttributes', 'cell.fixed'),
    args: {
      column: arg.list({
        label: 'Column',
        options: (context: Context) =>
          (context.attributeColumns ?? []).map((column, place) => ({
            value: place,
            id: String(place),
            title: column || `Column ${place + 1}`,
            detail: findText(findRow(context), context.attributeColumns, place),
          })),
        getCurrent: findWrongPlace,
      }),
      value: arg.optional(
        arg.words('Value (blank leaves the field as it is)', maxValue, (context, _services, given) =>
          findText(findRow(context), context.attributeColumns, Number(given.column)),
        ),
      ),
    },
    run: async ({ context, args, services }) => {
      const row = findRow(context);
      if (!row) throw new Error('Select a row first');
      return services.bulkAttributes.fix(row, args.column, args.value ?? '');
    },
  }),
  command({
    ...paneBase,
    id: 'attributes.leaveOut',
    title: 'Leave rows out of bulk update',
    keywords: ['skip', 'exclude', 'remove', 'ignore'],
    icon: 'trash',
    rows: 'attributeRow',
    available: (context): Availability => {
      const accepted = checkEvent(context, 'bulkAttributes', 'rows.excluded');
      if (accepted !== true) return accepted;
      const rows = getFileRows(context);
      if (rows.every(({ isHeader }) => isHeader)) return { reason: 'Fix the column names' };
      return rows.some(({ isLeftOut, isHeader }) => !isLeftOut && !isHeader) || { reason: 'Already left out' };
    },
    run: async ({ context, services }) => services.bulkAttributes.exclude(getFileRows(context), true),
  }),
  command({
    ...paneBase,
    id: 'attributes.include',
    title: 'Include rows in bulk update',
    keywords: ['keep', 'restore', 'take in'],
    icon: 'undo',
    rows: 'attributeRow',
    available: (context): Availability => {
      const accepted = checkEvent(context, 'bulkAttributes', 'rows.excluded');
      return accepted !== true ? accepted : getFileRows(context).some(({ isLeftOut }) => isLeftOut) || { reason: 'Not left out' };
    },
    run: async ({ context, services }) => services.bulkAttributes.exclude(getFileRows(context), false),
  }),
];

const showBase = {
  ...paneBase,
  quiet: true,
  icon: 'filter',
  available: ({ focus: { rows } }: Context): Availability => rows?.kind === 'attributeRow' || { reason: 'Choose a file first' },
} as const;

const filterCommands: readonly Command[] = [
  command({
    ...showBase,
    id: 'attributes.show',
    title: 'Filter bulk update rows',
    args: { show: arg.one('Rows', attributeRowFilters, attributeFilterLabel) },
    run: async ({ args, services }) => services.bulkAttributes.show(args.show),
  }),
  command({
    ...showBase,
    id: 'attributes.showProblems',
    title: 'Show bulk update problems',
    keywords: ['errors', 'invalid', 'wrong'],
    run: async ({ services }) => services.bulkAttributes.show('invalid'),
  }),
];

/** Commands over bulk attribute updates. */
export const bulkAttributeCommands: readonly Command[] = [...startCommands, ...stepCommands, ...rowCommands, ...filterCommands];
