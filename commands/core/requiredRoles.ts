/** Roles a permission requires, in words. */
import { listRolesWith, type Permission, permissions, type Role } from '#contract/core/permissions.ts';

const roleNames: Record<Role, string> = { owner: 'owners', administrator: 'administrators', billing: 'billing', reporting: 'reporting', user: 'users' };

/** "Only owners and administrators can edit numbers". */
export function formatRequiredRoles(permission: Permission): string {
  const words = listRolesWith(permission).map((role) => roleNames[role]);
  const last = words.pop() ?? 'support staff';
  const roles = words.length === 0 ? last : `${words.join(', ')} and ${last}`;
  return `Only ${roles} can ${permissions[permission]}`;
}
