/** A vendor of ads: accounts there, which one is chosen, and whether it is told. What asks the vendor opens its own transactions. */
import type { RouteBody } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import type { AdIntegration } from '#contract/integrations/entities.ts';
import { type AdKind, type AdProvider, adKinds } from '#contract/integrations/enums.ts';
import { type ActingUser, withCompanyTransaction } from '../../access/companyTransaction.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import type { AdAccounts, AdChoice, AdNames, AdSettings } from '../../vendors/adPlatform.ts';
import { askAs, getAdPlatform, reconnectFirst } from './grants.ts';
import { readAds, setActive } from './oauth.ts';
import { lockIntegration } from './outbox.ts';

/** The field of an activation that names the account. */
const accountFields: Readonly<Record<AdProvider, string>> = { 'google-ads': 'customer_id', 'meta-ads': 'account_id', 'microsoft-ads': 'account_id' };

/** Managers and accounts (CALL-219, CALL-224, CALL-229). */
export async function listAdAccounts(services: Services, actor: ActingUser, provider: AdProvider, id: number, managerId: string | null): Promise<AdAccounts> {
  const { status } = await withCompanyTransaction(services, actor)(() => readAds(provider, id));
  if (status === 'reconnect') throw new AppError('invalid', { message: reconnectFirst });
  const vendor = getAdPlatform(services, provider);
  return askAs(services, actor, provider, id, (token) => vendor.listAccounts(token, managerId));
}

/** An account to be activated. `checkNames`, before anything is made, and `check` refuse what the vendor calls otherwise than it was shown. */
interface AdActivation extends AdChoice {
  readonly events: readonly AdKind[] | undefined;
  readonly checkNames?: (names: AdNames) => void;
  readonly check?: (settings: AdSettings) => void;
}

/** Refuses a name that is not the vendor's own. */
export function checkName(field: string, shown: string | undefined, real: string | null | undefined): void {
  if (shown !== undefined && shown !== real) throw new AppError('invalid', { field, message: `The vendor calls it “${real ?? ''}”. Choose it again` });
}

/** Activates an account with its conversion actions, or changes what an active one is told (CALL-220). Refuses one that the connection does not reach. */
export async function activateAds<P extends AdProvider>(
  services: Services,
  actor: ActingUser,
  provider: P,
  id: number,
  { events, check, checkNames, ...chosen }: AdActivation,
): Promise<AdIntegration<P>> {
  const { managers, accounts } = await listAdAccounts(services, actor, provider, id, chosen.managerId);
  const account = accounts.find((each) => each.id === chosen.accountId);
  if (!account) throw new AppError('invalid', { field: accountFields[provider], message: 'The connection reaches no such account. Choose one of the list' });
  // Some vendors reach every account by a manager.
  const choice = { ...chosen, managerId: chosen.managerId ?? account.managerId };
  const names = { account: account.name, manager: managers.find((each) => each.id === choice.managerId)?.name ?? null };
  checkNames?.(names);
  const vendor = getAdPlatform(services, provider);
  const settings = await askAs(services, actor, provider, id, (token) => vendor.prepare(token, choice, names));
  check?.(settings);
  return withCompanyTransaction(
    services,
    actor,
  )(async () => {
    const row = await lockIntegration(provider, id);
    // Goals that were made before are not ready any sooner.
    const known = row.settings !== null && 'actionIds' in row.settings && row.settings.accountId === settings.accountId ? row.settings.readyAt : null;
    const settled = { ...settings, readyAt: settings.readyAt ?? known ?? null };
    const before = adKinds.filter((kind) => row.events.includes(kind));
    await currentTransaction()
      .updateTable('integrations')
      .set({ settings: JSON.stringify(settled), events: [...(events ?? (before.length === 0 ? adKinds : before))], problem: null, updated_at: new Date() })
      .where('company_id', '=', companyId())
      .where('id', '=', id)
      .execute();
    await setActive(id, true);
    return readAds(provider, id);
  });
}

/** Activates Google Ads (CALL-220). Whether its conversion actions are separate stays as it was where that is left out. */
export async function activateGoogleAds(
  services: Services,
  actor: ActingUser,
  id: number,
  { managerCustomerId, customerId, createSeparateActions, events }: RouteBody<typeof routes.integrations.activateGoogleAds>,
): Promise<AdIntegration<'google-ads'>> {
  const { config } = await withCompanyTransaction(services, actor)(() => readAds('google-ads', id));
  const isSeparate = createSeparateActions ?? config.createSeparateActions;
  return activateAds(services, actor, 'google-ads', id, { managerId: managerCustomerId ?? null, accountId: customerId, isSeparate, events });
}

/** Deactivates it (CALL-222); what waits is withdrawn. */
export async function deactivateAds<P extends AdProvider>(provider: P, id: number): Promise<AdIntegration<P>> {
  const row = await lockIntegration(provider, id);
  if (row.settings === null) throw new AppError('invalid', { message: 'Choose an account first' });
  await setActive(id, false);
  return readAds(provider, id);
}
