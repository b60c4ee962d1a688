/** Guards actions reserved to the user in person. */
import type { Role } from '#contract/core/permissions.ts';
import { assertInPerson } from '../../http/authorize.ts';
import type { AuthUser } from '../../http/handlers.ts';

/** Refuses (403) staff who would make somebody an owner in the name of the one they act as (S-050): an owner stays when the acting has ended. */
export function rejectOwnerByStaff(caller: AuthUser, role: Role): void {
  if (role === 'owner') assertInPerson(caller);
}
