/** A group as an argument: found by its words, named by its id or by itself. */
import type { ContactGroup } from '#contract/groups/entities.ts';
import { arg } from '../core/args.ts';
import { formatCount } from '../core/rows.ts';
import type { Services } from '../core/services.ts';
import type { Context } from '../core/types.ts';

/** A name that fits a group. */
const maxName = 100;

async function createGroup(name: string, { groups }: Services): Promise<string> {
  await groups.create(name);
  const created = (await groups.all()).find((group) => group.name.toLowerCase() === name.toLowerCase());
  if (!created) throw new Error('The group was not created');
  return String(created.id);
}

const formatDetail = ({ virtual, contactCount }: ContactGroup) => `${formatCount(contactCount, 'contact')}${virtual ? ' · saved filter' : ''}`;

interface GroupArgOptions {
  /** Offers to make the group that was typed and does not exist. */
  readonly isNew?: boolean;
  /** True where contacts are added or removed: virtual groups can't be chosen. */
  readonly isFilled?: boolean;
}

/** Asks for one of the company's groups. */
export const createGroupArg = (label: string, { isNew = false, isFilled = false }: GroupArgOptions = {}) =>
  arg.search({
    label,
    ...(isNew
      ? {
          create: {
            isAllowed: ({ permissions }: Context) => permissions.has('groups.write'),
            getTitle: (text: string) => `Create group “${text.slice(0, maxName)}”`,
            run: (text: string, services: Services) => createGroup(text.slice(0, maxName), services),
          },
        }
      : {}),
    search: async (_context, services, query) =>
      (await services.groups.all())
        .filter(({ name }) => name.toLowerCase().includes(query.trim().toLowerCase()))
        .map((group) => ({
          value: group,
          id: String(group.id),
          title: group.name,
          detail: formatDetail(group),
          icon: 'users',
          ...(isFilled && group.virtual ? { reason: 'A saved filter has no contacts of its own' } : {}),
        })),
    find: async (id, _context, services) =>
      (await services.groups.all()).find((group) => String(group.id) === id || group.name.toLowerCase() === id.trim().toLowerCase()) ?? null,
  });
