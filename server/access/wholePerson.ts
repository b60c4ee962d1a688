/** Settings of a person in all of their companies: a company's own host is in that company's hands, and changes nothing in the others. */
import type { Config } from '../config.ts';
import type { Tenancy } from '../db/tenancy.ts';
import { listCompanyAccess } from '../domains/companies/companyAccess.ts';
import { AppError } from '../http/errors.ts';
import type { AuthUser } from '../http/handlers.ts';

interface Needed {
  readonly tenancy: Pick<Tenancy, 'identityReading'>;
  readonly config: Pick<Config, 'publicUrl'>;
}

/** Refuses at a company's own host, with the address where it works, unless the person reaches that company alone. `what`: begins the sentence, in the plural. */
export async function assertWholePerson({ tenancy, config }: Needed, authUser: AuthUser, what: string): Promise<void> {
  const { userId, isStaff, onlyCompanyId } = authUser;
  if (onlyCompanyId === null) return;
  const reach = await tenancy.identityReading(() => listCompanyAccess({ userId, onlyCompanyId: null }));
  if (isStaff || reach.some(({ id }) => id !== onlyCompanyId))
    throw new AppError('forbidden', { message: `${what} apply to all of your companies. Change them at ${config.publicUrl}.` });
}
