/** Colleagues whose role has a permission that one’s own lacks: people to ask. */
import { listRolesWith, type Permission } from '#contract/core/permissions.ts';
import { useCompanyId } from '../api/app.ts';
import { useColleagues } from './colleagues.ts';

const most = 3;

/** "Ask Ana Silva, Ravi Patel or 2 others."; null where nobody is known. */
export function formatHolders(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const isShort = names.length <= most;
  const named = isShort ? [...names] : names.slice(0, most - 1);
  const last = isShort ? named.pop() : `${names.length - named.length} others`;
  return `Ask ${named.length === 0 ? last : `${named.join(', ')} or ${last}`}.`;
}

/** Names of those to ask; nothing while they load, and for those who may not see the users. */
export function RoleHolders({ permission }: { readonly permission: Permission }) {
  const colleagues = useColleagues(useCompanyId() ?? 0);
  const able = listRolesWith(permission);
  return formatHolders(colleagues.filter(({ role }) => able.includes(role)).map(({ name }) => name));
}
