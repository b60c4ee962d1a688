/**
 * Reading over several companies (AMB-92 `companies`, `businessUnits`). Each is read in a transaction of its own, by the rights the person has there and in
 * its own days. Companies in which the person may not read this are left out without a word.
 */
import type { Permission } from '#contract/core/permissions.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Membership } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { companiesWithPermission, listCompanyAccess } from './companyAccess.ts';

/** A person in a company, and the numbers they work there. */
export type Reader = Pick<Membership, 'companyId' | 'numberIds'>;

/** The person who asks, in the open company. */
export interface Asking {
  readonly authUser: AuthUser;
  readonly membership: Membership;
  readonly services: Services;
}

/** The part of a filter that names companies. */
interface Named {
  readonly companies?: readonly number[] | undefined;
  readonly businessUnits?: readonly number[] | undefined;
}

/** True where others than the open company are named, or may be. */
export const namesOthers = ({ companyId }: Pick<Membership, 'companyId'>, { companies = [], businessUnits = [] }: Named): boolean =>
  businessUnits.length > 0 || companies.some((id) => id !== companyId);

/** Refuses an export of others than the open company. */
export function checkOneCompany(membership: Pick<Membership, 'companyId'>, named: Named): void {
  if (!namesOthers(membership, named)) return;
  throw new AppError('invalid', { field: named.businessUnits?.length ? 'businessUnits' : 'companies', message: 'Export one company at a time' });
}

/** The person in each company that a filter names, those of an organization too; in the open one without numbers where none is theirs to see. */
async function findReaders(
  { authUser, membership, services }: Asking,
  { companies = [], businessUnits = [] }: Named,
  permission: Permission,
): Promise<readonly Reader[]> {
  const reach = companiesWithPermission(await services.tenancy.identityReading(() => listCompanyAccess(authUser)), permission).filter(
    ({ id, organizationId, status }) =>
      status === 'active' &&
      (companies.length === 0 || companies.includes(id)) &&
      (businessUnits.length === 0 || (organizationId !== null && businessUnits.includes(organizationId))),
  );
  if (reach.length === 0) return [{ companyId: membership.companyId, numberIds: [] }];
  const readers = reach.map(({ id, numberIds }) => ({ companyId: id, numberIds }));
  // Days and time zone of the whole are those of the open company where it is among them.
  return readers.sort((one, other) => Number(other.companyId === membership.companyId) - Number(one.companyId === membership.companyId));
}

/** Reads something in each company that the query names, or in the open one where it names no other. Opens the transactions itself. */
export async function readEach<Q extends Named, T>(
  caller: Asking,
  query: Q,
  permission: Permission,
  read: (reader: Reader, query: Q) => Promise<T>,
): Promise<readonly [T, ...T[]]> {
  const { authUser, membership, services } = caller;
  const readOne = (reader: Reader, asked: Q) => services.tenancy.companyReading([reader.companyId], authUser.userId, () => read(reader, asked));
  if (!namesOthers(membership, query)) return [await readOne(membership, query)];
  const [first, ...others] = await findReaders(caller, query, permission);
  if (first === undefined) throw new Error('A search of no company');
  const asked = { ...query, companies: undefined, businessUnits: undefined };
  const replies: [T, ...T[]] = [await readOne(first, asked)];
  for (const reader of others) replies.push(await readOne(reader, asked));
  return replies;
}
