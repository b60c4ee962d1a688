/** A role as an argument: those whose every right the person holds. */
import { listPermissions, type Permission, type Role, roles } from '#contract/core/permissions.ts';
import { capitalize } from '#contract/text/capitalize.ts';
import { arg } from '../core/args.ts';
import type { Context } from '../core/types.ts';

/** Purpose of a role, beside its name. */
const purpose: Readonly<Record<Role, string>> = {
  owner: 'Everything',
  administrator: 'Manages numbers, users and settings',
  billing: 'Billing, payment and registrations',
  reporting: 'Reads conversations and reports',
  user: 'Conversations, contacts and calls',
};

/** Why the person can't give a role; undefined where they can. */
export const getRoleReason = (role: Role, permissions: ReadonlySet<Permission>): string | undefined =>
  listPermissions(role).every((permission) => permissions.has(permission)) ? undefined : 'Includes permissions you don’t have';

/** Asks for one of the roles. A role with a right the person lacks can’t be chosen. */
export const createRoleArg = (getCurrent: (context: Context) => Role | undefined = () => undefined) =>
  arg.list<Role>({
    label: 'Role',
    getCurrent,
    options: ({ permissions }) =>
      roles.map((role) => ({
        value: role,
        id: role,
        title: capitalize(role),
        detail: purpose[role],
        reason: getRoleReason(role, permissions),
      })),
  });
