/** A label of contacts as an argument: found by its words, named by its id or by itself. */
import { arg } from '../core/args.ts';
import { formatCount } from '../core/rows.ts';
import type { Services } from '../core/services.ts';
import type { Context } from '../core/types.ts';

/** A name that fits a label. */
const maxName = 60;

async function createLabel(label: string, { contactLabels }: Services): Promise<string> {
  await contactLabels.create(label);
  const created = (await contactLabels.all()).find((each) => each.label.toLowerCase() === label.toLowerCase());
  if (!created) throw new Error('The label was not created');
  return String(created.id);
}

/** Asks for one of the company's labels; `isNew` offers to make one that is typed and does not exist. */
export const createLabelArg = (isNew = false) =>
  arg.search({
    label: 'Label',
    ...(isNew
      ? {
          create: {
            isAllowed: ({ permissions }: Context) => permissions.has('labels.write'),
            getTitle: (text: string) => `Create label “${text.slice(0, maxName)}”`,
            run: (text: string, services: Services) => createLabel(text.slice(0, maxName), services),
          },
        }
      : {}),
    search: async (_context, services, query) =>
      (await services.contactLabels.all())
        .filter(({ label }) => label.toLowerCase().includes(query.trim().toLowerCase()))
        .map((each) => ({ value: each, id: String(each.id), title: each.label, detail: formatCount(each.contactCount, 'contact'), icon: 'tag' })),
    find: async (id, _context, services) =>
      (await services.contactLabels.all()).find((each) => String(each.id) === id || each.label.toLowerCase() === id.trim().toLowerCase()) ?? null,
  });
