/** A tag as an argument: found by its words, named by its id or by itself. */
import { arg } from '../core/args.ts';
import { formatCount } from '../core/rows.ts';

/** Asks for one of the company's tags. */
export const createTagArg = (label: string) =>
  arg.search({
    label,
    search: async (_context, services, query) =>
      (await services.tags.all())
        .filter(({ name }) => name.toLowerCase().includes(query.trim().toLowerCase()))
        .map((tag) => ({ value: tag, id: String(tag.id), title: tag.name, detail: formatCount(tag.numbers, 'number'), icon: 'tag' })),
    find: async (id, _context, services) =>
      (await services.tags.all()).find((tag) => String(tag.id) === id || tag.name.toLowerCase() === id.trim().toLowerCase()) ?? null,
  });
