/** Creates a company (CALL-094): its creator becomes the owner (RULE-012). What else was asked for is committed with it (`creation.ts`). */
import { randomUUID } from 'node:crypto';
import { reservedSlugs } from '#contract/companies/slugs.ts';
import type { RouteBody } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import { getDefaultTimeZone } from '#contract/text/zones.ts';
import { unapproved } from '../../access/approval.ts';
import { currentTransaction, runAfterCommit } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { countAttempts, tooManyRequestsError } from '../auth/rateLimiter.ts';
import { insertWishes, type Wishes } from './wishes.ts';

type Body = RouteBody<typeof routes.companies.create>;

const slugLetters = 60;

/** `Señor Tacos & Co.` → `senor-tacos-co`; a name without a single letter or digit of ASCII is `company`. */
export function toSlug(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, slugLetters)
    .replaceAll(/^-+|-+$/g, '');
  return plain === '' ? 'company' : plain;
}

/** Slugs to try in this order: the name's own unless a path of the app needs it, then numbered ones, then one that nobody has. */
function* slugsFor(name: string): Generator<string> {
  const slug = toSlug(name);
  if (!reservedSlugs.has(slug)) yield slug;
  for (let at = 2; at <= 5; at += 1) yield `${slug}-${at}`;
  yield `${slug}-${randomUUID().slice(0, 8)}`;
}

async function insertCompany({ config }: Pick<Services, 'config'>, userId: number, body: Body, key: string): Promise<number> {
  const { name, timezone, defaultAreaCode } = body.companyInfo;
  const initial = await findSettings(body.businessUnitId);
  for (const slug of slugsFor(name)) {
    const row = await currentTransaction()
      .insertInto('companies')
      .values({
        name,
        slug,
        timezone: timezone ?? initial?.timezone ?? (await ownZone(userId)),
        links_enabled: initial?.links_enabled ?? false,
        organization_id: body.businessUnitId ?? null,
        default_area_code: defaultAreaCode ?? null,
        founded_by: userId,
        founding_key: key,
        is_onboarding_required: true,
        ...(config.newCompanies === 'approved' ? unapproved : {}),
      })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (row) return row.id;
  }
  throw new AppError('conflict');
}

/** Settings that new companies of the organization begin with. */
async function findSettings(organizationId: number | undefined) {
  if (organizationId === undefined) return undefined;
  return currentTransaction().selectFrom('organizations').select(['timezone', 'links_enabled']).where('id', '=', organizationId).executeTakeFirst();
}

async function ownZone(userId: number): Promise<string> {
  const person = await currentTransaction().selectFrom('users').select('timezone').where('id', '=', userId).executeTakeFirst();
  return person?.timezone ?? getDefaultTimeZone();
}

/** Only who administers an organization adds a company to it; to others it does not exist. */
async function assertAdministers(userId: number, organizationId: number): Promise<void> {
  const row = await currentTransaction()
    .selectFrom('organization_users')
    .select('id')
    .where('user_id', '=', userId)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
}

/** The company that a person created under a key. Runs in an identity transaction. */
const findFounded = (userId: number, key: string) =>
  currentTransaction()
    .selectFrom('companies')
    .select(['id', 'name', 'timezone', 'default_area_code', 'organization_id'])
    .where('founded_by', '=', userId)
    .where('founding_key', '=', key)
    .executeTakeFirst();

/** Refuses (409) a key under which another company was created: what is sent beside the name may be left out, and is the company's where it is sent. */
function assertSameCompany({ companyInfo, businessUnitId }: Body, founded: NonNullable<Awaited<ReturnType<typeof findFounded>>>): void {
  const { name, timezone, defaultAreaCode } = companyInfo;
  const isOther =
    name !== founded.name ||
    (timezone !== undefined && timezone !== founded.timezone) ||
    (defaultAreaCode !== undefined && defaultAreaCode !== founded.default_area_code) ||
    (businessUnitId !== undefined && businessUnitId !== founded.organization_id);
  if (isOther)
    throw new AppError('conflict', {
      field: 'key',
      message: `${founded.name} was created under this key; nothing was changed. Use a new key for another company.`,
    });
}

/**
 * Creates the company with its owner, what it is to have, and the job that goes on if this process dies; returns its id. The same key again returns the same
 * company. Opens an identity transaction.
 */
export async function createCompany(services: Services, userId: number, body: Body, wishes: Wishes): Promise<number> {
  const key = body.key ?? randomUUID();
  const founded = await services.tenancy.identity(async () => {
    // The person's row is locked, so that two tries side by side are one after the other.
    await currentTransaction().selectFrom('users').select('id').where('id', '=', userId).forUpdate().executeTakeFirstOrThrow();
    const before = await findFounded(userId, key);
    if (before) {
      assertSameCompany(body, before);
      return before.id;
    }
    if (wishes.token !== null)
      throw new AppError('invalid', {
        field: 'billing_info.chargify_token',
        message: 'A card belongs to one company. Create the company first, enter its card, then send the same key again with the token.',
      });
    const waitSeconds = await countAttempts([{ allowance: 'foundings', whose: userId }]);
    if (waitSeconds > 0) return { waitSeconds };
    if (body.businessUnitId !== undefined) await assertAdministers(userId, body.businessUnitId);
    const id = await insertCompany(services, userId, body, key);
    await currentTransaction().insertInto('memberships').values({ company_id: id, user_id: userId, role: 'owner' }).execute();
    await insertWishes(services, id, userId, wishes);
    runAfterCommit(() => services.realtime.user(userId, { kind: 'membership-changed', companyId: id }));
    return id;
  });
  if (typeof founded !== 'number') throw tooManyRequestsError(founded.waitSeconds);
  return founded;
}
