/** Custom fields: making, changing and deleting them, and filling in those of the company, its organization and its people. */

import type { CustomField } from '#contract/customFields/entities.ts';
import { eavEntityTypes } from '#contract/customFields/enums.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import type { ArgText } from '../core/outcome.ts';
import { getRows } from '../core/rows.ts';
import type { Services } from '../core/services.ts';
import type { Context } from '../core/types.ts';
import { findOrganizationId, rowNouns } from './fieldAssignment.ts';

const parseChoices = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

const getField = (context: Context) => {
  const row = getRows(context, 'customField')?.rows[0];
  if (!row) throw new Error('Choose a custom field first');
  return row;
};

const fieldBase = { group: 'Numbers', scopes: ['customFields'], permission: 'customFields.write', rows: { kind: 'customField', max: 1 } } as const;

const choicesArg = arg.text({
  label: 'Choices',
  hint: 'Separate with commas, such as West, East. Leave blank to allow any text.',
  initial: (context: Context) =>
    getRows(context, 'customField')
      ?.rows[0]?.choices.map(({ value }) => value)
      .join(', '),
  parse: (text) => ({ ok: true, value: parseChoices(text) }),
});

const manageCommands: readonly Command[] = [
  command({
    group: 'Numbers',
    id: 'customFields.create',
    title: 'Create custom field',
    keywords: ['new', 'attribute', 'eav'],
    icon: 'rows',
    scopes: ['workspace'],
    permission: 'customFields.write',
    args: {
      entityType: arg.one('Applies to', eavEntityTypes, rowNouns),
      name: arg.words('Name', 60),
      choices: arg.optional(choicesArg),
      defaultValue: arg.optional(arg.words('Default value (optional)', 500)),
      scope: arg.one('Scope', ['company', 'organization'], { company: 'This company', organization: 'All companies of the organization' }),
    },
    run: async ({ args, services }) =>
      services.customFields.create({
        entityType: args.entityType,
        name: args.name,
        choices: args.choices ?? [],
        defaultValue: args.defaultValue ?? null,
        isShared: args.scope === 'organization',
      }),
  }),
  command({
    ...fieldBase,
    id: 'customFields.rename',
    title: 'Rename custom field',
    keywords: ['edit', 'change'],
    icon: 'pencil',
    args: { name: arg.words('Name', 60, (context) => getRows(context, 'customField')?.rows[0]?.name) },
    run: async ({ context, args, services }) => services.customFields.rename(getField(context), args.name),
  }),
  command({
    ...fieldBase,
    id: 'customFields.choices',
    title: 'Edit custom field choices',
    keywords: ['options', 'values', 'list', 'change'],
    icon: 'list-checks',
    args: { choices: arg.optional(choicesArg) },
    run: async ({ context, args, services }) => services.customFields.setChoices(getField(context), args.choices ?? []),
  }),
  command({
    ...fieldBase,
    id: 'customFields.default',
    title: 'Edit custom field default',
    keywords: ['initial', 'value', 'change'],
    icon: 'pencil',
    args: {
      value: arg.optional(arg.words('Default value (blank clears it)', 500, (context) => getRows(context, 'customField')?.rows[0]?.defaultValue ?? undefined)),
    },
    run: async ({ context, args, services }) => services.customFields.setDefault(getField(context), args.value ?? null),
  }),
  command({
    ...fieldBase,
    id: 'customFields.delete',
    title: 'Delete custom field',
    keywords: ['remove'],
    icon: 'trash',
    review: ({ context }) => ({
      sentence: `Delete custom field “${getField(context).name}” and all its values`,
      count: 1,
      sample: [getField(context).name],
      skipped: [],
      verb: 'delete',
      undoNote: 'This can’t be undone',
      dangerous: true,
    }),
    run: async ({ context, services }) => services.customFields.remove(getField(context)),
  }),
];

/** A field of a row, with what the row has in it. `rowId`: whose; null where there is no such row. */
const createFieldArg = (type: CustomField['entityType'], rowId: (context: Context, given: ArgText) => number | null) =>
  arg.search({
    label: 'Field',
    search: async (context, services, query, _signal, given) => {
      const id = rowId(context, given);
      const wanted = query.trim().toLowerCase();
      const fields = (await services.customFields.all()).filter(({ entityType, name }) => entityType === type && name.toLowerCase().includes(wanted));
      const values = id === null || fields.length === 0 ? [] : await services.customFields.valuesOf(type, id);
      return fields.map((each) => ({
        value: each,
        id: String(each.id),
        title: each.name,
        detail: values.find(({ attributeId }) => attributeId === each.id)?.value ?? 'empty',
      }));
    },
    find: async (id, _context, services) => (await services.customFields.all()).find((each) => String(each.id) === id && each.entityType === type) ?? null,
  });

const findChosenField = async (services: Services, given: ArgText) => (await services.customFields.all()).find((each) => String(each.id) === given.field);

/** Value for the field named before: one of its choices, else any text. */
const valueArg = arg.optional(
  arg.search({
    label: 'Value (blank clears it)',
    search: async (_context, services, query, _signal, given) => {
      const wanted = query.trim();
      const choices = (await findChosenField(services, given))?.choices ?? [];
      const options = choices.length > 0 ? choices.map(({ value }) => value) : [wanted].filter(Boolean);
      return options.filter((value) => value.toLowerCase().includes(wanted.toLowerCase())).map((value) => ({ value, id: value, title: value }));
    },
    find: async (text, _context, services, given) => {
      const choices = (await findChosenField(services, given))?.choices ?? [];
      return choices.length === 0 || choices.some(({ value }) => value === text) ? text : null;
    },
  }),
);

const setBase = { scopes: ['workspace'], permission: 'customFields.set', icon: 'rows', keywords: ['attribute', 'value', 'fill in'] } as const;

const ownOnly = 'You can only set your own custom fields';

/** As the server asks it: one's own fields, and with the right to change fields those of everybody. */
const canSetForPerson = ({ permissions, user }: Context, personId: number): boolean => permissions.has('customFields.write') || personId === user?.id;

const companyField = createFieldArg('Company', ({ company }) => company?.id ?? null);

const organizationField = createFieldArg('Organization', findOrganizationId);

const personField = createFieldArg('User', (_context, given) => Number(given.person) || null);

const setCommands: readonly Command[] = [
  command({
    ...setBase,
    group: 'Company',
    id: 'customFields.fillCompany',
    title: 'Set company custom field',
    permission: 'company.update',
    args: { field: companyField, value: valueArg },
    run: async ({ context, args, services }) => services.customFields.fill(args.field, context.company ? [context.company.id] : [], args.value ?? null),
  }),
  command({
    ...setBase,
    group: 'Company',
    id: 'customFields.fillOrganization',
    title: 'Set organization custom field',
    permission: 'customFields.write',
    available: (context) => findOrganizationId(context) !== null || { reason: 'This company isn’t in an organization' },
    args: { field: organizationField, value: valueArg },
    run: async ({ context, args, services }) => {
      const id = findOrganizationId(context);
      return services.customFields.fill(args.field, id === null ? [] : [id], args.value ?? null);
    },
  }),
  command({
    ...setBase,
    group: 'Company',
    id: 'customFields.fillPerson',
    title: 'Set user custom field',
    keywords: ['attribute', 'value', 'fill in', 'user', 'agent', 'person'],
    args: {
      person: arg.search({
        label: 'User',
        search: async (context, services, query) =>
          (await services.customFields.people())
            .filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(query.trim().toLowerCase()))
            .map((each) => ({
              value: each,
              id: String(each.id),
              title: each.name,
              detail: each.email,
              icon: 'user',
              reason: canSetForPerson(context, each.id) ? undefined : ownOnly,
            })),
        find: async (id, _context, services) => (await services.customFields.people()).find((each) => String(each.id) === id) ?? null,
      }),
      field: personField,
      value: valueArg,
    },
    run: async ({ context, args, services }) => {
      if (!canSetForPerson(context, args.person.id)) throw new Error(ownOnly);
      return services.customFields.fill(args.field, [args.person.id], args.value ?? null);
    },
  }),
];

/** Commands over custom fields. */
export const customFieldCommands: readonly Command[] = [...manageCommands, ...setCommands];
