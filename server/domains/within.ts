/** Work in the company of who asks, for handlers that hold no transaction while they ask somebody outside. */
import type { Caller, Seat } from '../http/handlers.ts';
import type { Services } from '../services.ts';

/** Who asks, and in which company. */
export interface Actor {
  readonly seat: Pick<Seat, 'companyId'>;
  readonly caller: Pick<Caller, 'userId'>;
}

/** Opens a transaction of the actor's company for each piece of work. */
export const inCompanyOf =
  ({ tenancy }: Pick<Services, 'tenancy'>, { seat, caller }: Actor) =>
  <T>(work: () => Promise<T>): Promise<T> =>
    tenancy.company([seat.companyId], caller.userId, work);
