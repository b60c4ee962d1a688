/** A group of contacts as an argument. */
import { createNamedArg } from '../core/namedArg.ts';
import { formatCount } from '../core/rows.ts';

interface GroupArgOptions {
  /** Offers to make the group that was typed and does not exist. */
  readonly isNew?: boolean;
  /** True where contacts are added or removed: virtual groups can't be chosen. */
  readonly isFilled?: boolean;
}

/** Asks for one of the company's groups. */
export const createGroupArg = ({ isNew = false, isFilled = false }: GroupArgOptions = {}) =>
  createNamedArg({
    label: 'Group',
    noun: 'group',
    icon: 'users',
    all: ({ groups }) => groups.all(),
    getName: ({ name }) => name,
    getDetail: ({ virtual, contactCount }) => `${formatCount(contactCount, 'contact')}${virtual ? ' · saved filter' : ''}`,
    getReason: ({ virtual }) => (isFilled && virtual ? 'A saved filter has no contacts of its own' : undefined),
    ...(isNew ? { create: { permission: 'groups.write', maxName: 100, run: (name, { groups }) => groups.create(name) } } : {}),
  });
