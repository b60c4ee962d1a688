/** People of a company over HTTP (spec 2.7 Users). */
import type { routes } from '#contract/index.ts';
import type { Handlers } from '../../http/handlers.ts';
import { changeMember, removeMember } from './members.ts';
import { updateOwn, updatePassword } from './own.ts';
import { listUsers } from './queries.ts';

export const handlers: Handlers<typeof routes.users> = {
  ofCompany: async () => {
    const data = await listUsers();
    return { data, meta: { total: data.length } };
  },
  updatePassword,
  update: updateOwn,
  change: changeMember,
  remove: removeMember,
};
