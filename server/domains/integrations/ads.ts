/** A vendor of ads: accounts there, which one is chosen, and whether it is told. What asks the vendor opens its own transactions. */
import type { GoogleAdsChoices, GoogleAdsIntegration } from '#contract/integrations/entities.ts';
import { type AdKind, type AdProvider, adKinds } from '#contract/integrations/enums.ts';
import { type ActingUser, withCompanyTransaction } from '../../access/companyTransaction.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import type { AdChoice } from '../../vendors/adPlatform.ts';
import { askAs, getAdPlatform, reconnectFirst } from './grants.ts';
import { readAds, setActive } from './oauth.ts';
import { lockIntegration } from './outbox.ts';

/** Managers and accounts (CALL-219). */
export async function listAdAccounts(
  services: Services,
  actor: ActingUser,
  provider: AdProvider,
  id: number,
  managerId: string | null,
): Promise<GoogleAdsChoices> {
  const { status } = await withCompanyTransaction(services, actor)(() => readAds(id));
  if (status === 'reconnect') throw new AppError('invalid', { message: reconnectFirst });
  const vendor = getAdPlatform(services, provider);
  return askAs(services, actor, provider, id, (token) => vendor.listAccounts(token, managerId));
}

/** Activates an account with its conversion actions, or changes what an active one is told (CALL-220). Refuses one that the connection does not reach. */
export async function activateAds(
  services: Services,
  actor: ActingUser,
  provider: AdProvider,
  id: number,
  { events, ...choice }: AdChoice & { readonly events: readonly AdKind[] | undefined },
): Promise<GoogleAdsIntegration> {
  const { customers } = await listAdAccounts(services, actor, provider, id, choice.managerId);
  const account = customers.find((each) => each.id === choice.accountId);
  if (!account) throw new AppError('invalid', { field: 'customer_id', message: 'The connection reaches no such account. Choose one of the list' });
  const vendor = getAdPlatform(services, provider);
  const settings = await askAs(services, actor, provider, id, (token) => vendor.prepare(token, choice, account.name));
  return withCompanyTransaction(
    services,
    actor,
  )(async () => {
    const row = await lockIntegration(provider, id);
    const before = adKinds.filter((kind) => row.events.includes(kind));
    await currentTransaction()
      .updateTable('integrations')
      .set({ settings: JSON.stringify(settings), events: [...(events ?? (before.length === 0 ? adKinds : before))], problem: null, updated_at: new Date() })
      .where('company_id', '=', companyId())
      .where('id', '=', id)
      .execute();
    await setActive(id, true);
    return readAds(id);
  });
}

/** Deactivates it (CALL-222); what waits is withdrawn. */
export async function deactivateAds(provider: AdProvider, id: number): Promise<GoogleAdsIntegration> {
  const row = await lockIntegration(provider, id);
  if (row.settings === null) throw new AppError('invalid', { message: 'Choose an account first' });
  await setActive(id, false);
  return readAds(id);
}
