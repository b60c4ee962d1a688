/** Says of pasted addresses who is new, known, invited or a member. Whether a stranger has an account is not told: that is between us and them (S-031). */
import { sql } from 'kysely';
import { Email } from '#contract/core/schema.ts';
import type { routes } from '#contract/index.ts';
import { readAddress } from '#contract/invites/addresses.ts';
import type { CheckedAddress } from '#contract/invites/entities.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import type { Handler } from '../../http/handlers.ts';
import { formatUserName } from '../auth/users.ts';
import { companiesWithPermission, listCompanyAccess } from '../companies/companyAccess.ts';
import { findUserRoom } from './planLimits.ts';

/** POST /company/{companyId}/invite/check */
export const checkAddresses: Handler<typeof routes.invites.check> = async ({ body: { lines }, authUser, membership, services }) => {
  const parsed = lines.map((line) => {
    const { success, data } = Email.safeParse(readAddress(line));
    return { line, email: success ? data : null };
  });
  const emails = [...new Set(parsed.flatMap(({ email }) => (email === null ? [] : [email])))];
  const reach = await services.tenancy.identityReading(() => listCompanyAccess(authUser));
  const companyIds = companiesWithPermission(reach, 'users.read').map(({ id }) => id);
  const { people, invited } = await services.tenancy.companyReading(companyIds, authUser.userId, async () => ({
    people: await currentTransaction()
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select(['users.email', 'users.first_name', 'users.last_name', 'memberships.company_id'])
      .where(sql<boolean>`users.email = any (${emails}::citext[])`)
      .execute(),
    invited: await currentTransaction()
      .selectFrom('invites')
      .select(['email', sql<boolean>`expires_at <= now()`.as('is_expired')])
      .where('company_id', '=', membership.companyId)
      .where('accepted_at', 'is', null)
      .where('removed_at', 'is', null)
      .where(sql<boolean>`email = any (${emails}::citext[])`)
      .execute(),
  }));
  const known = new Map(people.map((person) => [person.email.toLowerCase(), person]));
  const members = new Set(people.filter((person) => person.company_id === membership.companyId).map(({ email }) => email.toLowerCase()));
  const open = new Map(invited.map(({ email, is_expired }) => [email.toLowerCase(), is_expired]));
  const seen = new Set<string>();
  let left = (await services.tenancy.companyReading([membership.companyId], authUser.userId, () => findUserRoom()))?.left ?? Number.POSITIVE_INFINITY;
  const stateOf = (email: string | null): CheckedAddress['state'] => {
    if (email === null) return 'invalid';
    if (seen.has(email)) return 'double';
    seen.add(email);
    if (members.has(email)) return 'member';
    // One that has not expired has its place already.
    if (open.get(email) === false) return 'invited';
    if (left === 0) return 'over';
    left -= 1;
    if (open.has(email)) return 'invited';
    return known.has(email) ? 'known' : 'new';
  };
  return {
    data: parsed.map(({ line, email }) => {
      const person = email === null ? undefined : known.get(email);
      return { line, email, state: stateOf(email), name: person ? formatUserName(person) : null };
    }),
  };
};
