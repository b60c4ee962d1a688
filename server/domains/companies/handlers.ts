/** Companies over HTTP (spec 2.7 Companies and organizations). */
import { sql } from 'kysely';
import type { routes } from '#contract/index.ts';
import { fold } from '#contract/text/fold.ts';
import { withCompanyTransaction } from '../../access/companyTransaction.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { noLogo, sendLogo, storeLogo, withLogo } from '../../files/logos.ts';
import { assertOwnHost, findMembership } from '../../http/authorize.ts';
import { AppError } from '../../http/errors.ts';
import type { Handlers } from '../../http/handlers.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import { createPageMeta } from '../../lists/pageMeta.ts';
import type { Services } from '../../services.ts';
import { brandCompany } from './branding.ts';
import { readChanges } from './changes.ts';
import { readAreaCodes, readCompany } from './company.ts';
import { type CompanyAccess, listCompanyAccess, loadSlimCompanies } from './companyAccess.ts';
import { continueCreation, findCreation, readCreation } from './creation.ts';
import { createCompany } from './founding.ts';
import { readWishes } from './wishes.ts';

const handlersOfLookup: Pick<Handlers<typeof routes.companies>, 'lookup' | 'slim'> = {
  lookup: async ({ query, authUser, services }) => {
    const reach = await services.tenancy.identity(() => listCompanyAccess(authUser));
    const asked = query.id !== undefined || query.slug !== undefined;
    const found = asked
      ? reach.find((company) => (query.id === undefined || company.id === query.id) && (query.slug === undefined || company.slug === query.slug))
      : undefined;
    const { rows } = await services.tenancy.identity(() =>
      sql<{ legacy: number }>`select count_legacy_companies(${reach.map(({ id }) => id)}::bigint[])::int as legacy`.execute(currentTransaction()),
    );
    const counts = { legacyCount: rows[0]?.legacy ?? 0, count: reach.length };
    if (!found) return { company: null, ...counts };
    const [slim] = await loadSlimCompanies(services, authUser.userId, [found]);
    return { company: slim ? { ...slim, ...(await included(services, found, query.include ?? '')) } : null, ...counts };
  },

  slim: async ({ query, authUser, services }) => {
    const words = fold(query.q ?? '')
      .split(/\s+/)
      .filter((word) => word !== '');
    const all = await services.tenancy.identity(() => listCompanyAccess(authUser));
    const units = query.businessUnits ?? [];
    const found = all.filter(
      (company) =>
        (units.length === 0 || (company.organizationId !== null && units.includes(company.organizationId))) &&
        words.every((word) => fold(company.name).includes(word)),
    );
    const { page, perPage } = query;
    const data = await loadSlimCompanies(services, authUser.userId, found.slice((page - 1) * perPage, page * perPage));
    return { data, meta: createPageMeta(page, perPage, found.length) };
  },
};

async function included(services: Services, company: CompanyAccess, include: string) {
  const names = include.split(',').map((name) => name.trim());
  const businessUnits = company.organizationId === null ? [] : [{ id: company.organizationId, name: company.organizationName ?? '' }];
  return {
    ...(names.includes('business-units') ? { businessUnits } : {}),
    ...(names.includes('user_count') ? { userCount: await countUsers(services, company.id) } : {}),
  };
}

async function countUsers(services: Services, id: number): Promise<number> {
  const row = await services.tenancy.identity(() =>
    currentTransaction()
      .selectFrom('memberships')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('company_id', '=', id)
      .executeTakeFirstOrThrow(),
  );
  return Number(row.count);
}

export const handlers: Handlers<typeof routes.companies> = {
  ...handlersOfLookup,

  create: async ({ body, authUser, services }) => {
    assertOwnHost(authUser);
    const wishes = readWishes(services, body);
    const id = await createCompany(services, authUser.userId, body, wishes);
    failpoint('companies.create: made');
    const membership = await services.tenancy.identityReading(() => findMembership(authUser.userId, id));
    if (!membership) throw new AppError('not_found');
    await continueCreation(services, { membership, authUser }, wishes);
    return services.tenancy.companyReading([id], authUser.userId, async () => ({
      ...(await readCompany(membership, authUser.userId)),
      creation: await readCreation(services),
    }));
  },

  // At a company's own host companies are not created, and no other one is read.
  creation: async ({ query, authUser, services }) => ({ data: authUser.onlyCompanyId === null ? await findCreation(services, authUser.userId, query) : null }),

  get: ({ membership, authUser }) => readCompany(membership, authUser.userId),

  update: async ({ body, membership, authUser }) => {
    const { name, timezone, accent, linksEnabled, isOnboardingRequired, defaultAreaCode, clear } = body;
    const columns = {
      ...(name === undefined ? {} : { name }),
      ...(timezone === undefined ? {} : { timezone }),
      ...(accent === undefined ? {} : { accent: accent.toLowerCase() }),
      ...(linksEnabled === undefined ? {} : { links_enabled: linksEnabled }),
      ...(isOnboardingRequired === undefined ? {} : { is_onboarding_required: isOnboardingRequired }),
      ...(defaultAreaCode === undefined ? {} : { default_area_code: defaultAreaCode }),
      ...(clear?.includes('defaultAreaCode') ? { default_area_code: null } : {}),
    };
    if (Object.keys(columns).length > 0) {
      await currentTransaction().updateTable('companies').set(columns).where('id', '=', companyId()).execute();
      recordChange({ kind: 'company-updated', id: companyId(), actorId: authUser.userId });
    }
    return readCompany(membership, authUser.userId);
  },

  brand: async ({ body, files, membership, authUser, services, request }) => {
    const within = withCompanyTransaction(services, { membership, authUser });
    const logo = await storeLogo(services.files, files, `companies/${membership.companyId}`);
    await withLogo(services.files, logo, () => within(() => brandCompany(body, logo, authUser, request.ip)));
    return within(() => readCompany(membership, authUser.userId));
  },

  logo: async ({ services, reply }) => {
    const row = await currentTransaction().selectFrom('companies').select(['logo_key', 'logo_type']).where('id', '=', companyId()).executeTakeFirst();
    return sendLogo(services.files, row ?? noLogo, reply);
  },

  areaCodes: () => readAreaCodes(),
  changes: ({ query, membership, authUser }) => readChanges(membership, authUser, query.after),
};
