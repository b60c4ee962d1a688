/** Meta Ads: businesses, accounts, pixels and conversions, and which pixel is told. What asks the vendor opens its own transactions. */
import type { RouteBody } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import type { AdIntegration, MetaAdsChoices } from '#contract/integrations/entities.ts';
import type { ActingUser } from '../../access/companyTransaction.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { activateAds, checkName, listAdAccounts } from './ads.ts';
import { askAs } from './grants.ts';

type ActivateBody = RouteBody<typeof routes.integrations.activateMetaAds>;

/** Businesses; with a business, its accounts; with an account, its pixels and conversions (CALL-224). */
export async function listMetaChoices(
  services: Services,
  actor: ActingUser,
  id: number,
  { businessManagerId = null, accountId = null }: { readonly businessManagerId?: string | undefined | null; readonly accountId?: string | undefined | null },
): Promise<MetaAdsChoices> {
  const { managers, accounts } = await listAdAccounts(services, actor, 'meta-ads', id, businessManagerId);
  const platform = services.ads['meta-ads'];
  if (platform === null) throw new AppError('meta_ads_not_configured');
  const { datasets, conversions } =
    accountId === null ? { datasets: [], conversions: [] } : await askAs(services, actor, 'meta-ads', id, (token) => platform.listDatasets(token, accountId));
  return {
    businessManagers: [...managers],
    accounts: accounts.map(({ managerId, ...account }) => ({ ...account, businessManagerId: managerId })),
    pixels: [...datasets],
    conversions: conversions.map(({ datasetId, ...conversion }) => ({ ...conversion, pixelId: datasetId })),
  };
}

/** Activates a pixel, or changes what an active one is told (CALL-225). Refuses names that Meta has changed since they were shown. */
export const activateMetaAds = (services: Services, actor: ActingUser, id: number, body: ActivateBody): Promise<AdIntegration<'meta-ads'>> =>
  activateAds(services, actor, 'meta-ads', id, {
    managerId: body.businessManagerId,
    accountId: body.accountId,
    datasetId: body.pixelId,
    conversionId: body.conversionId ?? null,
    events: body.events,
    check: ({ managerName, dataset }) => {
      checkName('business_manager_name', body.businessManagerName, managerName);
      checkName('pixel_name', body.pixelName, dataset?.name);
    },
  });
