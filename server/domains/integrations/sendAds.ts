/** Tells a vendor of ads the calls that a click on one of its ads led to. */
import { type AdProvider, adKinds, providerLabel } from '#contract/integrations/enums.ts';
import { integrationLimits } from '#contract/integrations/limits.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import type { Services } from '../../services.ts';
import type { AdConversion, AdReceipt, AdSettings } from '../../vendors/adPlatform.ts';
import { computeKeyedHash } from '../auth/secrets.ts';
import type { conversionsSend } from './jobs.ts';
import { parametersOf } from './kinds.ts';
import { type Lane, runLane } from './lane.ts';

/** Vendors take a thousand and more by one request. As many are asked about one by one where one of them is told only for all. */
const mostAtOnce = 100;

/** A conversion with the account it goes to. */
interface Task {
  readonly settings: AdSettings;
  readonly conversion: AdConversion;
}

const readClick = (callId: number) =>
  currentTransaction()
    .selectFrom('calls')
    .innerJoin('dni_sessions', 'dni_sessions.id', 'calls.dni_session_id')
    .select([
      'dni_sessions.click_parameter as parameter',
      'dni_sessions.click_id as click',
      'dni_sessions.started_at as clickedAt',
      'calls.started_at as at',
      'calls.value',
    ])
    .where('calls.company_id', '=', companyId())
    .where('calls.id', '=', callId)
    .executeTakeFirst();

/** Sends what is due at a vendor of ads (`runLane`). */
export async function sendAds(services: Services, job: NonNullable<typeof conversionsSend.given>, provider: AdProvider): Promise<void> {
  const platform = services.ads[provider];
  if (platform === null) return;
  const hours = integrationLimits.adHours[provider];
  // Another installation may tell the same account, and has calls of the same ids.
  const installation = computeKeyedHash(services, 'ad conversion', provider).slice(0, 12);
  const lane: Lane<Task, AdReceipt> = {
    provider,
    hours,
    staleReason: `Older than ${hours / 24} days, so it wasn’t sent`,
    emptyReason: `No click on an ad of ${providerLabel[provider]} led to this call`,
    // Most calls come from elsewhere: that is no fault.
    emptyState: 'withdrawn',
    isReceipt: (receipt) => 'actionId' in receipt,
    isChosen: ({ settings }) => settings !== null,
    prepare: async ({ kind: counted, callId, occurredAt: countedAt }, { settings }) => {
      const kind = adKinds.find((each) => each === counted);
      const found = await readClick(callId);
      if (!found?.click || !found.parameter || kind === undefined || settings === null || !('actionIds' in settings)) return null;
      if (!parametersOf[provider].includes(found.parameter)) return null;
      const click = { parameter: found.parameter, id: found.click };
      const { clickedAt, at } = found;
      const key = `keyline-${callId}-${kind}-${installation}`;
      const value = kind === 'call' ? null : found.value;
      return { settings, conversion: { kind, key, click, clickedAt, at, countedAt, value } };
    },
    most: mostAtOnce,
    isSafeTwice: true,
    send: (accessToken, tasks) => {
      const [first] = tasks;
      return first === undefined
        ? Promise.resolve([])
        : platform.convert(
            accessToken,
            first.settings,
            tasks.map(({ conversion }) => conversion),
          );
    },
    withdraw: (accessToken, receipt) => platform.withdraw(accessToken, receipt),
    ...(platform.confirm ? { confirm: platform.confirm } : {}),
  };
  return runLane(services, job, lane);
}
