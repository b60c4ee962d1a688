/** Who may do something, in words. */
import { type Permission, type Role, rolesWith } from '#contract/permissions.ts';

const roleWords: Record<Role, string> = { owner: 'owners', administrator: 'administrators', billing: 'billing', reporting: 'reporting', user: 'users' };

/** "Owners and administrators only". */
export function whoMay(permission: Permission): string {
  const words = rolesWith(permission).map((role) => roleWords[role]);
  const last = words.pop() ?? 'nobody';
  const sentence = words.length === 0 ? last : `${words.join(', ')} and ${last}`;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)} only`;
}
