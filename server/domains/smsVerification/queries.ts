/** Reading SMS verifications. */
import { sql } from 'kysely';
import type { Media } from '#contract/core/entities.ts';
import type { SmsBrand, SmsVerification } from '#contract/smsVerification/entities.ts';
import type { SmsLane } from '#contract/smsVerification/enums.ts';
import { computeFees, type Fee, type FeeKind, feeSchedule, sumFees } from '#contract/smsVerification/fees.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { formatFileUrl } from '../../files/links.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { formatOptInPageUrl, getOptInToken } from './optInPage.ts';
import { type BrandRow, type CampaignRow, type LaneRow, listCampaignNumbers, listLanes, listRegisteredBrands, type NumberRow } from './repository.ts';

/** Statuses of a lane that a submission takes up. */
const submittable: ReadonlySet<string> = new Set(['draft', 'rejected']);

/** Recorded fees of a campaign, in cents, and of which kinds. */
export async function readRecordedFees(campaignIds: readonly number[]): Promise<ReadonlyMap<number, RecordedFees>> {
  const rows = await currentTransaction()
    .selectFrom('sms_fees')
    .where('company_id', '=', companyId())
    .where('campaign_id', 'in', campaignIds)
    .select(['campaign_id', 'kind', 'cents'])
    .execute();
  const byCampaign = Map.groupBy(rows, ({ campaign_id: id }) => Number(id));
  return new Map(
    [...byCampaign].map(([id, fees]) => [id, { cents: fees.reduce((sum, { cents }) => sum + cents, 0), kinds: new Set(fees.map(({ kind }) => kind)) }]),
  );
}

interface RecordedFees {
  readonly cents: number;
  readonly kinds: ReadonlySet<FeeKind>;
}

interface DueBasis {
  readonly brand: BrandRow;
  readonly campaign: CampaignRow;
  readonly lanes: readonly LaneRow[];
  readonly numbers: readonly Pick<NumberRow, 'lane'>[];
  readonly recorded: RecordedFees | undefined;
}

/** The fees that submitting a campaign costs now. What was recorded and never done, since an earlier step was refused, is not asked for again; a review that was held is. */
export function computeDue({ brand, campaign, lanes, numbers, recorded }: DueBasis): readonly Fee[] {
  const wasReviewed = campaign.carrier_sid !== null;
  return computeAllDue(brand, campaign, lanes, numbers).filter(({ kind }) => !recorded?.kinds.has(kind) || (kind === 'campaign_review' && wasReviewed));
}

function computeAllDue(brand: BrandRow, campaign: CampaignRow, lanes: readonly LaneRow[], numbers: readonly Pick<NumberRow, 'lane'>[]): readonly Fee[] {
  const local = lanes.find(({ lane }) => lane === 'local');
  const isDue = numbers.some(({ lane }) => lane === 'local') && (!local || submittable.has(local.status));
  return computeFees({
    hasLocal: isDue,
    isBrandRegistered: brand.carrier_sid !== null || (!brand.is_draft && brand.status !== 'rejected'),
    isCampaignRegistered: campaign.carrier_sid !== null,
    volume: campaign.details.monthlyVolume ?? '10_000',
  });
}

/** Fees as they are shown. */
export const formatFees = (fees: readonly Fee[], recordedCents: number): SmsVerification['fees'] => ({
  dueToday: sumFees(fees),
  asOf: feeSchedule.asOf,
  items: fees.map(({ kind, cents }) => ({ kind, amount: cents / 100 })),
  recorded: recordedCents / 100,
});

async function loadPictures({ sealer }: Services, ids: readonly number[]): Promise<Map<number, Media>> {
  if (ids.length === 0) return new Map();
  const company = companyId();
  const rows = await currentTransaction()
    .selectFrom('files')
    .where('company_id', '=', company)
    .where('id', 'in', ids)
    .select(['id', 'name', 'content_type', 'bytes'])
    .execute();
  return new Map(
    rows.map(({ id, name, content_type: contentType, bytes }) => [
      id,
      { id, name, contentType, bytes, url: formatFileUrl(sealer, { companyId: company, fileId: id }) },
    ]),
  );
}

async function loadBrands(ids: readonly number[]): Promise<Map<number, { readonly row: BrandRow; readonly campaigns: number }>> {
  const rows = await currentTransaction().selectFrom('sms_brands').selectAll().where('id', 'in', ids).execute();
  const { rows: counts } = await sql<{ brand_id: number; campaigns: number }>`select * from count_brand_campaigns(${[...ids]}::bigint[])`.execute(
    currentTransaction(),
  );
  const countOf = new Map(counts.map(({ brand_id: id, campaigns }) => [Number(id), Number(campaigns)]));
  return new Map(rows.map((row) => [row.id, { row, campaigns: countOf.get(row.id) ?? 0 }]));
}

/** The last four digits of a tax number. */
const maskTaxId = (taxId: string): string => taxId.replace(/\d(?=(?:\D*\d){4})/g, '•');

/** Details of a brand as a company may see them: of another company's what stands on the registration's face, not who answers for it. */
function showDetails({ company_id: company, details }: BrandRow): BrandRow['details'] {
  if (company === companyId()) return details;
  const { legalName, brandName, website, vertical, entityType } = details;
  const shown = { legalName, brandName, website, vertical, entityType, taxId: maskTaxId(details.taxId ?? '') };
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined));
}

async function toVerifications(services: Services, rows: readonly CampaignRow[]): Promise<SmsVerification[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const lanes = Map.groupBy(await listLanes(ids), (lane) => lane.campaign_id);
  const numbers = Map.groupBy(await listCampaignNumbers(ids), (number) => number.campaign_id);
  const brands = await loadBrands(rows.map(({ brand_id: brand }) => brand));
  const registered = await listRegisteredBrands([...brands.values()].map(({ row }) => row));
  const pictures = await loadPictures(
    services,
    rows.flatMap(({ details }) => details.optins.flatMap(({ supportingFiles }) => supportingFiles)),
  );
  const recorded = await readRecordedFees(ids);
  const optInPageUrl = formatOptInPageUrl(services, await getOptInToken());
  return rows.map((row) => {
    const brand = brands.get(row.brand_id);
    if (!brand) throw new AppError('not_found');
    const ofLane = lanes.get(row.id) ?? [];
    const statusOf = (lane: SmsLane) => ofLane.find((each) => each.lane === lane)?.status ?? 'draft';
    const ofNumbers = numbers.get(row.id) ?? [];
    const fees = recorded.get(row.id);
    const { optins, ...details } = row.details;
    return {
      id: row.id,
      brand: {
        id: row.brand_id,
        isDraft: brand.row.is_draft,
        status: brand.row.status,
        isShared: brand.campaigns > 1,
        isOwn: brand.row.company_id === companyId(),
        ...showDetails(brand.row),
      },
      campaign: {
        isDraft: row.is_draft,
        ...details,
        optins: optins.map((optin) => ({ ...optin, supportingFiles: optin.supportingFiles.flatMap((id) => pictures.get(id) ?? []) })),
        numbers: ofNumbers.map(({ number_id: id, number, lane, state, reason }) => ({ id, number, lane, state, reason })),
      },
      status: { local: statusOf('local'), tollFree: statusOf('toll_free') },
      isSubmitted: row.submitted_at !== null,
      rejections: ofLane.flatMap(({ lane, status, code, reason }) =>
        status === 'rejected' || status === 'suspended' ? [{ lane, code, message: reason ?? 'The carrier gave no reason' }] : [],
      ),
      fees: formatFees(
        computeDue({ brand: registered.get(row.brand_id) ?? brand.row, campaign: row, lanes: ofLane, numbers: ofNumbers, recorded: fees }),
        fees?.cents ?? 0,
      ),
      optInPageUrl,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
    };
  });
}

/** Verifications of the open company, newest first. */
export async function listVerifications(services: Services) {
  const rows = await currentTransaction()
    .selectFrom('sms_campaigns')
    .selectAll()
    .where('company_id', '=', companyId())
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  return { data: await toVerifications(services, rows), meta: { total: rows.length } };
}

/** One verification. Refuses one that is missing or another company's. */
export async function getVerification(services: Services, id: number): Promise<SmsVerification> {
  const rows = await currentTransaction().selectFrom('sms_campaigns').selectAll().where('company_id', '=', companyId()).where('id', '=', id).execute();
  const [verification] = await toVerifications(services, rows);
  if (!verification) throw new AppError('not_found');
  return verification;
}

/** Brands that the company may register under. */
export async function listBrands(): Promise<{ data: SmsBrand[] }> {
  const rows = await currentTransaction()
    .selectFrom('sms_brands')
    .select('id')
    .where((eb) => eb.or([eb('company_id', '=', companyId()), eb('is_draft', '=', false)]))
    .orderBy('id')
    .limit(200)
    .execute();
  if (rows.length === 0) return { data: [] };
  const brands = await loadBrands(rows.map(({ id }) => id));
  return {
    data: [...brands.values()].map(({ row, campaigns }) => ({
      id: row.id,
      legalName: row.details.legalName ?? '',
      taxId: maskTaxId(row.details.taxId ?? ''),
      status: row.status,
      campaigns,
    })),
  };
}
