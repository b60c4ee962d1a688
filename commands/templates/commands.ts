/** Number templates: the list, and putting one on a selection of numbers, with the difference shown first. */

import type { NumberTemplate } from '#contract/templates/entities.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import type { Review } from '../core/outcome.ts';
import { formatCount, getRows, getSampleNames } from '../core/rows.ts';
import type { Services } from '../core/services.ts';
import type { Context, RowSelection } from '../core/types.ts';

const templatesBase = { group: 'Number templates', permission: 'numbers.route' } as const;

const templateBase = { group: 'Number templates', scopes: ['templates'], rows: { kind: 'template', max: 1 } } as const;

const getTemplate = (context: Context): NumberTemplate => {
  const row = getRows(context, 'template')?.rows[0];
  if (!row) throw new Error('Choose a template first');
  return row;
};

const getNumbers = (context: Context): RowSelection<'number'> => {
  const on = getRows(context, 'number');
  if (!on) throw new Error('Choose a number first');
  return on;
};

const templateArg = arg.search<NumberTemplate>({
  label: 'Which template',
  search: async (_context, services, words) =>
    (await services.templates.all())
      .filter(({ name }) => name.toLowerCase().includes(words.trim().toLowerCase()))
      .map((template) => {
        const routes = Object.keys(template.routes).length;
        return { value: template, id: String(template.id), title: template.name, detail: routes === 1 ? '1 route' : `${routes} routes`, icon: 'layers' };
      }),
  find: async (id, _context, services) =>
    (await services.templates.all()).find((each) => String(each.id) === id || each.name.toLowerCase() === id.trim().toLowerCase()) ?? null,
});

async function createReview(template: NumberTemplate, on: RowSelection<'number'>, services: Services): Promise<Review> {
  const { changed, skipped, differences } = await services.templates.preview(template, on);
  const nothing = changed === 0 ? '. None would change.' : '';
  return {
    sentence: `Apply template “${template.name}” to ${formatCount(changed === 0 ? on.count : changed, 'number')}${nothing}`,
    count: on.count,
    sample: [],
    skipped,
    differences,
    verb: 'apply',
    undoNote: 'You can undo this. Numbers changed in the meantime keep their changes.',
  };
}

const numberCommands: readonly Command[] = [
  command({
    ...templatesBase,
    id: 'templates.apply',
    title: 'Apply template to numbers',
    keywords: ['number template', 'apply', 'routing', 'bulk', 'same', 'put'],
    icon: 'layers',
    scopes: ['numbers', 'number'],
    rows: { kind: 'number', matching: true },
    offline: false,
    args: { template: templateArg },
    review: ({ context, args, services }) => createReview(args.template, getNumbers(context), services),
    run: async ({ context, args, services }) => services.templates.apply(args.template, getNumbers(context)),
  }),
  command({
    ...templatesBase,
    id: 'templates.saveOf',
    title: 'Save routing as template',
    keywords: ['number template', 'create', 'copy', 'new'],
    icon: 'save',
    scopes: ['numbers', 'number'],
    rows: { kind: 'number', max: 1 },
    args: { name: arg.words('Template name', 100, (context) => getRows(context, 'number')?.rows[0]?.label) },
    run: async ({ context, args, services }) => {
      const [number] = getNumbers(context).rows;
      if (!number) throw new Error('Choose a number first');
      return services.templates.saveOf(number, args.name);
    },
  }),
];

/** Commands of number templates. */
export const templateCommands: readonly Command[] = [
  command({
    ...templatesBase,
    id: 'templates.create',
    title: 'Create number template',
    keywords: ['new', 'add', 'routing', 'make'],
    icon: 'plus',
    scopes: ['workspace'],
    args: {
      name: arg.words('Template name', 100),
      line: arg.text<string>({
        label: 'Call routing',
        hint: '1 → +1 415 555 0100, +1 415 555 0101 stagger 20s; 2 → voicemail',
        parse: (text) => (text.trim() === '' ? { ok: false, error: 'Enter a phone number or voicemail' } : { ok: true, value: text }),
      }),
    },
    run: async ({ args, services }) => services.templates.create(args.name, args.line),
  }),
  command({
    ...templateBase,
    id: 'templates.open',
    title: 'Open template',
    keywords: ['edit', 'routing', 'change'],
    icon: 'phone-forwarded',
    permission: 'numbers.read',
    quiet: true,
    run: async ({ context, services }) => services.templates.open(getTemplate(context).id),
  }),
  command({
    ...templatesBase,
    ...templateBase,
    id: 'templates.rename',
    title: 'Rename template',
    keywords: ['name', 'edit'],
    icon: 'pencil',
    args: { name: arg.words('Template name', 100, (context) => getRows(context, 'template')?.rows[0]?.name) },
    run: async ({ context, args, services }) => services.templates.rename(getTemplate(context), args.name),
  }),
  command({
    ...templatesBase,
    id: 'templates.remove',
    title: 'Delete templates',
    keywords: ['delete', 'number template', 'remove'],
    icon: 'trash',
    scopes: ['templates'],
    rows: 'template',
    review: ({ context }) => {
      const on = getRows(context, 'template');
      if (!on) return null;
      return {
        sentence: `Delete ${formatCount(on.count, 'template')}. Numbers that use them keep their current routing`,
        count: on.count,
        sample: getSampleNames(on),
        skipped: [],
        verb: 'remove',
        undoNote: 'You can undo this',
      };
    },
    run: async ({ context, services }) => {
      const on = getRows(context, 'template');
      if (!on) throw new Error('Choose a template first');
      const outcome = await services.templates.remove(on);
      if (on.mode !== 'cursor') services.table?.clearSelection();
      return outcome;
    },
  }),
  ...numberCommands,
];
