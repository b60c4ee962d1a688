/** The tenant, as commands reach it. */
import type { ChangeResult } from '#commands/core/outcome.ts';
import type { BrandField, TenantServices } from '#commands/tenant/types.ts';
import type { TenantSettings } from '#contract/tenant/entities.ts';
import { tenantMessages } from '#contract/tenant/texts.ts';
import { endsUse } from '#machines/customDomain/index.ts';
import { type App, getCompanyId } from '../../api/app.ts';
import type { ServiceDeps } from '../../panes/index.ts';
import { choosePicture } from '../../ui/chooseFile.ts';
import { createDomainQuery, createTenantQuery } from './data.ts';
import { domainStore } from './domainStore.ts';

const fields = ['name', 'accent', 'supportEmail'] as const;
type Brand = { readonly [F in BrandField]: string | null };

const pick = ({ name, accent, supportEmail }: TenantSettings): Brand => ({ name, accent, supportEmail });

/** Saves parts of the brand; null goes back to the installation's own. */
async function save(app: App, companyId: number, brand: Partial<Brand>, isLogoCleared = false): Promise<void> {
  const clear = [...fields.filter((field) => brand[field] === null), ...(isLogoCleared ? (['logo'] as const) : [])];
  const set = Object.fromEntries(fields.flatMap((field) => (typeof brand[field] === 'string' ? [[field, brand[field]]] : [])));
  const saved = await app.api.call('tenant.update', { companyId, body: { ...set, ...(clear.length > 0 ? { clear } : {}) } });
  app.queries.setQueryData(createTenantQuery(app, companyId).queryKey, saved);
}

/** Changes the brand. Undo restores the previous values. */
async function change(app: App, title: string, changes: Partial<Brand>): Promise<ChangeResult> {
  const companyId = getCompanyId(app);
  const before = pick(await app.queries.fetchQuery({ ...createTenantQuery(app, companyId), staleTime: 0 }));
  await save(app, companyId, changes);
  const was: Partial<Brand> = Object.fromEntries(fields.flatMap((field) => (changes[field] === undefined ? [] : [[field, before[field]]])));
  return { message: tenantMessages.updated, undo: { title, run: () => save(app, companyId, was) } };
}

const titles: Readonly<Record<BrandField, string>> = { name: 'Set brand name', accent: 'Set brand color', supportEmail: 'Set support email' };

/** Commands over the tenant, as the app provides them. */
export function createTenantServices({ app }: ServiceDeps): TenantServices {
  const saveLogo = async (companyId: number, file: File | null) => {
    const input = file ? { body: {}, files: [{ field: 'logo', file }] } : { body: { clear: ['logo' as const] } };
    const saved = await app.api.call('tenant.update', { companyId, ...input });
    app.queries.setQueryData(createTenantQuery(app, companyId).queryKey, saved);
  };
  const loadTenant = () => app.queries.fetchQuery({ ...createTenantQuery(app, getCompanyId(app)), staleTime: 0 });
  return {
    setBrand: (field, value) => change(app, titles[field], { [field]: value }),
    hasLogo: async () => (await loadTenant()).logoUrl !== null,
    resetBrand: async () => {
      const nothing = { name: null, accent: null, supportEmail: null };
      if ((await loadTenant()).logoUrl === null) return change(app, 'Reset brand', nothing);
      // The logo's file is deleted, so the reset can't be undone.
      await save(app, getCompanyId(app), nothing, true);
      return { message: tenantMessages.updated };
    },
    endedHost: async () => {
      const companyId = getCompanyId(app);
      const place = domainStore.entries().find(({ key }) => key === companyId);
      if (!place) return null;
      const { draft } = place.entry.actor.getSnapshot().context;
      // An open form has the domain as it was: another user may have put it to use since.
      const current = await app.queries.fetchQuery({ ...createDomainQuery(app, companyId), staleTime: 0 });
      return endsUse(draft, current) ? current.appUrl : null;
    },
    chooseLogo: () => {
      const companyId = getCompanyId(app);
      choosePicture((file) => {
        saveLogo(companyId, file).then(
          () => app.notify({ tone: 'success', message: tenantMessages.updated }),
          (error: unknown) => app.notifyError(error),
        );
      });
    },
    removeLogo: async () => {
      await saveLogo(getCompanyId(app), null);
      return { message: tenantMessages.updated };
    },
    brand: async (field) => (await app.queries.ensureQueryData(createTenantQuery(app, getCompanyId(app))))[field] ?? undefined,
    senderRecords: async () => (await app.queries.ensureQueryData(createTenantQuery(app, getCompanyId(app)))).emailSender?.records ?? [],
    records: async () => (await app.queries.ensureQueryData(createDomainQuery(app, getCompanyId(app)))).records,
  };
}
