/** A tag as an argument: found by its words, named by its id or by itself. */
import { arg } from '../core/args.ts';
import { formatCount } from '../core/rows.ts';
import type { Services } from '../core/services.ts';
import type { Context } from '../core/types.ts';

/** A name that fits a tag. */
const maxName = 60;

/** Makes the tag that was typed, where no tag has the name, and returns its id. */
async function createTag(name: string, { tags }: Services): Promise<string> {
  await tags.create(name);
  const created = (await tags.all()).find((tag) => tag.name.toLowerCase() === name.toLowerCase());
  if (!created) throw new Error('The tag was not created');
  return String(created.id);
}

/** Asks for one of the company's tags; `isNew` offers to make one that is typed and does not exist. */
export const createTagArg = (label: string, isNew = false) =>
  arg.search({
    label,
    ...(isNew
      ? {
          create: {
            isAllowed: ({ permissions }: Context) => permissions.has('numbers.write'),
            getTitle: (text: string) => `Create tag “${text.slice(0, maxName)}”`,
            run: (text: string, services: Services) => createTag(text.slice(0, maxName), services),
          },
        }
      : {}),
    search: async (_context, services, query) =>
      (await services.tags.all())
        .filter(({ name }) => name.toLowerCase().includes(query.trim().toLowerCase()))
        .map((tag) => ({ value: tag, id: String(tag.id), title: tag.name, detail: formatCount(tag.numbers, 'number'), icon: 'tag' })),
    find: async (id, _context, services) =>
      (await services.tags.all()).find((tag) => String(tag.id) === id || tag.name.toLowerCase() === id.trim().toLowerCase()) ?? null,
  });
