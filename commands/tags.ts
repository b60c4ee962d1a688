/** Tags and custom fields of the company: their lists, and making, changing and deleting them. */
import { eavEntityTypes } from '#contract/enums.ts';
import { arg } from './args.ts';
import { type Command, command } from './command.ts';
import { rowsOf } from './rows.ts';
import type { Context } from './types.ts';

const words = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
const tag = (context: Context) => {
  const row = rowsOf(context, 'tag')?.rows[0];
  if (!row) throw new Error('Choose a tag first');
  return row;
};
const field = (context: Context) => {
  const row = rowsOf(context, 'customField')?.rows[0];
  if (!row) throw new Error('Choose a custom field first');
  return row;
};
const onTag = { group: 'Numbers', scopes: ['tags'], permission: 'numbers.write', rows: { kind: 'tag', max: 1 } } as const;
const onField = { group: 'Numbers', scopes: ['customFields'], permission: 'customFields.write', rows: { kind: 'customField', max: 1 } } as const;

const choicesArg = arg.text({
  label: 'Choices, parted by commas',
  hint: 'Such as West, East; none: any text',
  initial: (context: Context) =>
    rowsOf(context, 'customField')
      ?.rows[0]?.choices.map(({ value }) => value)
      .join(', '),
  parse: (text) => ({ ok: true, value: words(text) }),
});

export const tagCommands: readonly Command[] = [
  command({
    group: 'Numbers',
    id: 'tags.create',
    title: 'Create a tag',
    keywords: ['new', 'add'],
    icon: 'tag',
    scopes: ['workspace'],
    permission: 'numbers.write',
    args: { name: arg.words('Name', 60) },
    run: async ({ args, services }) => services.tags.create(args.name),
  }),
  command({
    ...onTag,
    id: 'tags.rename',
    title: 'Rename the tag',
    keywords: ['edit', 'change'],
    icon: 'pencil',
    args: { name: arg.words('Name', 60, (context) => rowsOf(context, 'tag')?.rows[0]?.name) },
    run: async ({ context, args, services }) => services.tags.rename(tag(context), args.name),
  }),
  command({
    ...onTag,
    id: 'tags.delete',
    title: 'Delete the tag',
    keywords: ['remove'],
    icon: 'trash',
    review: ({ context }) => ({
      sentence: `Deletes ${tag(context).name} and takes it off ${tag(context).numbers} numbers`,
      count: 1,
      sample: [tag(context).name],
      skipped: [],
      verb: 'delete',
      undoNote: 'You can take it back with z',
      dangerous: true,
    }),
    run: async ({ context, services }) => services.tags.remove(tag(context)),
  }),
  command({
    group: 'Numbers',
    id: 'customFields.create',
    title: 'Create a custom field',
    keywords: ['new', 'attribute', 'eav'],
    icon: 'rows',
    scopes: ['workspace'],
    permission: 'customFields.write',
    args: {
      entityType: arg.one('On what', eavEntityTypes, {
        Number: 'Numbers',
        Company: 'Companies',
        TrackingPool: 'Tracking pools',
        Organization: 'Organizations',
        User: 'Users',
        Call: 'Calls',
      }),
      name: arg.words('Name', 60),
      choices: arg.optional(choicesArg),
      scope: arg.one('For whom', ['company', 'organization'], { company: 'This company', organization: 'All companies of the organization' }),
    },
    run: async ({ args, services }) =>
      services.customFields.create({ entityType: args.entityType, name: args.name, choices: args.choices ?? [], isShared: args.scope === 'organization' }),
  }),
  command({
    ...onField,
    id: 'customFields.rename',
    title: 'Rename the custom field',
    keywords: ['edit', 'change'],
    icon: 'pencil',
    args: { name: arg.words('Name', 60, (context) => rowsOf(context, 'customField')?.rows[0]?.name) },
    run: async ({ context, args, services }) => services.customFields.rename(field(context), args.name),
  }),
  command({
    ...onField,
    id: 'customFields.choices',
    title: 'Change the choices of the custom field',
    keywords: ['options', 'values', 'list'],
    icon: 'list-checks',
    args: { choices: arg.optional(choicesArg) },
    run: async ({ context, args, services }) => services.customFields.setChoices(field(context), args.choices ?? []),
  }),
  command({
    ...onField,
    id: 'customFields.default',
    title: 'Change the default of the custom field',
    keywords: ['initial', 'value'],
    icon: 'pencil',
    args: { value: arg.optional(arg.words('Default; none empties it', 500, (context) => rowsOf(context, 'customField')?.rows[0]?.defaultValue ?? undefined)) },
    run: async ({ context, args, services }) => services.customFields.setDefault(field(context), args.value ?? null),
  }),
  command({
    ...onField,
    id: 'customFields.delete',
    title: 'Delete the custom field',
    keywords: ['remove'],
    icon: 'trash',
    review: ({ context }) => ({
      sentence: `Deletes ${field(context).name} with all its values`,
      count: 1,
      sample: [field(context).name],
      skipped: [],
      verb: 'delete',
      undoNote: 'This cannot be taken back',
      dangerous: true,
    }),
    run: async ({ context, services }) => services.customFields.remove(field(context)),
  }),
  command({
    group: 'Company',
    id: 'customFields.fillCompany',
    title: 'Set a custom field of this company',
    keywords: ['attribute', 'value', 'fill in'],
    icon: 'building',
    scopes: ['workspace'],
    permission: 'customFields.set',
    args: {
      field: arg.search({
        label: 'Which field',
        search: async (_context, services, query) =>
          (await services.customFields.all())
            .filter(({ entityType, name }) => entityType === 'Company' && name.toLowerCase().includes(query.trim().toLowerCase()))
            .map((each) => ({ value: each, id: String(each.id), title: each.name, detail: each.choices.map(({ value }) => value).join(', ') })),
        find: async (id, _context, services) => (await services.customFields.all()).find((each) => String(each.id) === id) ?? null,
      }),
      value: arg.optional(arg.words('Value; none empties it', 500)),
    },
    run: async ({ context, args, services }) => services.customFields.fill(args.field, context.company ? [context.company.id] : [], args.value ?? null),
  }),
];
