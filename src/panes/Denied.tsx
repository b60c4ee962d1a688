/** In place of a pane that one may not see: which roles may, and people who have them. Fetched when it is needed, since it takes the whole table of permissions. */
import { formatRequiredRoles } from '#commands/core/requiredRoles.ts';
import type { Permission } from '#contract/core/permissions.ts';
import { RoleHolders } from '../shared/RoleHolders.tsx';
import { DeniedState } from '../ui/index.ts';

export default function Denied({ permission }: { permission: Permission }) {
  return (
    <DeniedState>
      {formatRequiredRoles(permission)}. <RoleHolders permission={permission} />
    </DeniedState>
  );
}
