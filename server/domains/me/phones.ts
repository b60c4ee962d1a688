/** A person's own phones, in their profile: they name who answered, and ring while the person's schedule says so. */

import { sql } from 'kysely';
import { callingDefaults } from '#contract/calling/entities.ts';
import { hasPermission } from '#contract/core/permissions.ts';
import { normalisePhone } from '#contract/text/e164.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { listCompanyAccess } from '../companies/companyAccess.ts';
import { assertWholePerson } from '../companies/wholePerson.ts';
import { checkForwardDestination } from '../routing/limits.ts';

/** Phones of a person, in the order they were given. Runs in an identity transaction. */
export async function readPhones(userId: number): Promise<{ phones: string[] }> {
  const rows = await currentTransaction().selectFrom('user_phones').select('number').where('user_id', '=', userId).orderBy('position').execute();
  return { phones: rows.map(({ number }) => number) };
}

const reject = (at: number, message: string): never => {
  throw new AppError('invalid', { field: `phones.${at}`, message });
};

/** Countries calls may go to from any of the person's companies, and those of the numbers that are the companies' own lines. */
async function loadPhoneRules({ tenancy }: Services, userId: number, companyIds: readonly number[], numbers: readonly string[]) {
  if (companyIds.length === 0 || numbers.length === 0) return { countries: [...callingDefaults.countries], lines: new Set<string>() };
  return tenancy.companyReading(companyIds, userId, async () => {
    const limits = await currentTransaction()
      .selectFrom('calling_limits')
      .select('countries')
      .where(sql<boolean>`company_id = any (${companyIds}::bigint[])`)
      .execute();
    const lines = await currentTransaction()
      .selectFrom('phone_numbers')
      .select('number')
      .where(sql<boolean>`company_id = any (${companyIds}::bigint[])`)
      .where(sql<boolean>`number = any (${numbers}::text[])`)
      .where('status', '<>', 2)
      .execute();
    const countries = limits.flatMap((row) => row.countries);
    return { countries: [...new Set([...callingDefaults.countries, ...countries])], lines: new Set(lines.map(({ number }) => number)) };
  });
}

/** Those of these phones that numbers or templates of companies ring: a person who has one would decide by their schedule whether calls get through. */
async function rungAmong({ tenancy }: Services, userId: number, companyIds: readonly number[], numbers: readonly string[]): Promise<ReadonlySet<string>> {
  if (companyIds.length === 0 || numbers.length === 0) return new Set();
  const routings = (table: 'number_routings' | 'number_templates') => sql`
    select forward ->> 'number' as number from ${sql.table(table)} t, jsonb_array_elements(t.routes) route, jsonb_array_elements(route -> 'forwards') forward
    where t.company_id = any (${companyIds}::bigint[]) and forward ->> 'number' = any (${numbers}::text[])`;
  const { rows } = await tenancy.companyReading(companyIds, userId, () =>
    sql<{ number: string }>`
      ${routings('number_routings')} union ${routings('number_templates')} union
      select forward_number from phone_numbers where company_id = any (${companyIds}::bigint[]) and forward_number = any (${numbers}::text[])`.execute(
      currentTransaction(),
    ),
  );
  return new Set(rows.map(({ number }) => number));
}

/** Those of these phones that somebody has who works in a company of the person: who answered would not be known. */
async function takenAmong(userId: number, numbers: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await currentTransaction()
    .selectFrom('user_phones')
    .select('number')
    .where('user_id', '<>', userId)
    .where(sql<boolean>`number = any (${numbers}::text[])`)
    .where(
      sql<boolean>`user_id in (select theirs.user_id from memberships theirs join memberships mine on mine.company_id = theirs.company_id where mine.user_id = ${userId})`,
    )
    .execute();
  return new Set(rows.map(({ number }) => number));
}

/** Replaces the phones of a person. Rejects, at its place, what is no phone, what may not be rung, a line of a company of theirs, a colleague's phone, and a phone a company's numbers ring already, unless they may change how these ring. */
export async function savePhones(services: Services, authUser: AuthUser, typed: readonly string[]): Promise<{ phones: string[] }> {
  await assertWholePerson(services, authUser, 'Your phones');
  const { userId } = authUser;
  const read = typed.map((text, at) => normalisePhone(text) ?? reject(at, `“${text}” is not a phone number`));
  const phones = [...new Set(read)];
  const reach = await services.tenancy.identityReading(() => listCompanyAccess({ userId, onlyCompanyId: null }));
  const { countries, lines } = await loadPhoneRules(
    services,
    userId,
    reach.map(({ id }) => id),
    phones,
  );
  const had = new Set((await services.tenancy.identityReading(() => readPhones(userId))).phones);
  const cannotRoute = reach.filter(({ role }) => !hasPermission(role, 'numbers.route')).map(({ id }) => id);
  const added = phones.filter((number) => !had.has(number));
  const rung = await rungAmong(services, userId, cannotRoute, added);
  for (const [at, number] of read.entries()) {
    const refusal = checkForwardDestination(number, { countries });
    if (refusal !== null) reject(at, refusal);
    if (lines.has(number)) reject(at, `${displayPhone(number)} is a number of your company. Use a phone outside of it.`);
    if (rung.has(number)) reject(at, `${displayPhone(number)} is already a destination in your company. Ask an administrator to assign it to you.`);
  }
  return services.tenancy.identity(async () => {
    // Two people who give the same phone at once: one after the other.
    await sql`select pg_advisory_xact_lock(hashtext('user_phones'))`.execute(currentTransaction());
    const taken = await takenAmong(userId, phones);
    for (const [at, number] of read.entries()) if (taken.has(number)) reject(at, `Another user of your company has ${displayPhone(number)}`);
    await currentTransaction().deleteFrom('user_phones').where('user_id', '=', userId).execute();
    if (phones.length > 0)
      await currentTransaction()
        .insertInto('user_phones')
        .values(phones.map((number, position) => ({ user_id: userId, number, position })))
        .execute();
    return readPhones(userId);
  });
}
