/** Rows of SMS verification, in the open transaction of their company. */
import type { Selectable } from 'kysely';
import type { SmsLane, SmsStatus } from '#contract/smsVerification/enums.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { SmsBrandsTable, SmsCampaignNumbersTable, SmsCampaignsTable, SmsLanesTable } from './tables.ts';

export type BrandRow = Selectable<SmsBrandsTable>;
export type CampaignRow = Selectable<SmsCampaignsTable>;
export type LaneRow = Selectable<SmsLanesTable>;
export type NumberRow = Selectable<SmsCampaignNumbersTable> & { readonly number: string; readonly number_sid: string | null; readonly number_status: number };

/** A campaign of the open company, locked. Refuses one that is missing or another company's. */
export async function lockCampaign(id: number): Promise<CampaignRow> {
  const row = await currentTransaction()
    .selectFrom('sms_campaigns')
    .selectAll()
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return row;
}

/** A campaign of the open company; null when it is gone. */
export async function findCampaign(id: number): Promise<CampaignRow | null> {
  const row = await currentTransaction().selectFrom('sms_campaigns').selectAll().where('company_id', '=', companyId()).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** A brand that the open company sees: its own or its organization's. Refuses any other. */
export async function getBrand(id: number): Promise<BrandRow> {
  const row = await currentTransaction().selectFrom('sms_brands').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return row;
}

/** The digits of a brand's tax number, by which the carrier knows a legal entity. */
export const toTaxDigits = ({ details }: BrandRow): string => (details.taxId ?? '').replace(/\D/g, '');

/** For draft brands whose legal entity is registered already: the registered brand, by the draft's id. It takes the draft's place when a registration is submitted. */
export async function listRegisteredBrands(brands: readonly BrandRow[]): Promise<ReadonlyMap<number, BrandRow>> {
  const drafts = brands.filter((brand) => brand.is_draft && toTaxDigits(brand) !== '');
  if (drafts.length === 0) return new Map();
  const rows = await currentTransaction()
    .selectFrom('sms_brands')
    .selectAll()
    .where('is_draft', '=', false)
    .where('tax_digits', 'in', drafts.map(toTaxDigits))
    .orderBy('id')
    .execute();
  return new Map(
    drafts.flatMap((draft) => {
      const registered = rows.find(({ tax_digits: digits }) => digits === toTaxDigits(draft));
      return registered ? [[draft.id, registered]] : [];
    }),
  );
}

/** Numbers of campaigns, in the order of the numbers. */
export function listCampaignNumbers(campaignIds: readonly number[]): Promise<NumberRow[]> {
  return currentTransaction()
    .selectFrom('sms_campaign_numbers')
    .innerJoin('phone_numbers', 'phone_numbers.id', 'sms_campaign_numbers.number_id')
    .where('sms_campaign_numbers.company_id', '=', companyId())
    .where('campaign_id', 'in', campaignIds)
    .selectAll('sms_campaign_numbers')
    .select(['phone_numbers.number', 'phone_numbers.carrier_sid as number_sid', 'phone_numbers.status as number_status'])
    .orderBy('phone_numbers.number')
    .execute();
}

/** Numbers of a lane that wait begin to wait now: until then nothing was asked of the carrier. */
export const restartWaiting = (campaignId: number, lane: SmsLane) =>
  currentTransaction()
    .updateTable('sms_campaign_numbers')
    .set({ waits_since: new Date() })
    .where('company_id', '=', companyId())
    .where('campaign_id', '=', campaignId)
    .where('lane', '=', lane)
    .where('state', '=', 'adding')
    .execute();

export function listLanes(campaignIds: readonly number[]): Promise<LaneRow[]> {
  return currentTransaction().selectFrom('sms_lanes').selectAll().where('company_id', '=', companyId()).where('campaign_id', 'in', campaignIds).execute();
}

/** Changes a lane unless it is over; true when something changed. */
export async function updateLane(
  campaignId: number,
  lane: SmsLane,
  change: { readonly status: SmsStatus; readonly reason: string | null; readonly code: string | null },
): Promise<boolean> {
  const changed = await currentTransaction()
    .updateTable('sms_lanes')
    .set(change)
    .where('company_id', '=', companyId())
    .where('campaign_id', '=', campaignId)
    .where('lane', '=', lane)
    .where('canceled_at', 'is', null)
    .where((eb) => eb.or([eb('status', '<>', change.status), eb('reason', 'is distinct from', change.reason), eb('code', 'is distinct from', change.code)]))
    .returning('lane')
    .executeTakeFirst();
  return changed !== undefined;
}
