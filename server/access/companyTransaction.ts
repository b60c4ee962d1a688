/** Runs work in a company transaction; for handlers that must not hold one open during an external call. */
import type { AuthUser, Membership } from '../http/handlers.ts';
import type { Services } from '../services.ts';

/** Acting user, and their company. */
export interface ActingUser {
  readonly membership: Pick<Membership, 'companyId'>;
  readonly authUser: Pick<AuthUser, 'userId' | 'onlyCompanyId' | 'apiKey'>;
}

/** The same, or the server in place of a user. */
export interface Actor {
  readonly membership: Pick<Membership, 'companyId'>;
  readonly authUser: Pick<AuthUser, 'userId'> | null;
}

/** Opens a transaction of the actor's company for each piece of work. */
export const withCompanyTransaction =
  ({ tenancy }: Pick<Services, 'tenancy'>, { membership, authUser }: Actor) =>
  <T>(work: () => Promise<T>): Promise<T> =>
    tenancy.company([membership.companyId], authUser?.userId ?? null, work);
