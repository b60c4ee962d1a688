/**
 * Requests to the carrier, each a row: the intent is committed before the request, the carrier's id after it. Whoever comes after a crash or a lost reply looks in
 * the carrier's lists first; nothing is made twice.
 */
import twilio from 'twilio';
import { CarrierRateLimitedError, CarrierUnreachableError } from '../../carrier/http.ts';
import type { CarrierStep, StepSids } from '../../carrier/registration.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { failpoint } from '../../jobs/failpoints.ts';

/** Owner of a step, and its transactions. */
interface StepOwner {
  readonly within: <T>(work: () => Promise<T>) => Promise<T>;
  readonly of: { readonly brandId: number } | { readonly campaignId: number };
}

/** The carrier refused a request for good, in its words. */
export class StepRejectedError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Milliseconds until a request whose answer was lost may be made again: by then it stands in the carrier's list if it was taken. */
const landsMs = 120_000;

const columnOf = (of: StepOwner['of']) => ('brandId' in of ? { brand_id: of.brandId } : { campaign_id: of.campaignId });

const selectSteps = (of: StepOwner['of']) =>
  currentTransaction()
    .selectFrom('sms_steps')
    .where('company_id', '=', companyId())
    .where('brandId' in of ? 'brand_id' : 'campaign_id', '=', 'brandId' in of ? of.brandId : of.campaignId);

/** Ids that steps of a brand or a campaign have made. */
const loadStepSids = ({ within, of }: StepOwner): Promise<Record<string, string>> =>
  within(async () => {
    const rows = await selectSteps(of).select(['kind', 'carrier_sid']).execute();
    return Object.fromEntries(rows.flatMap(({ kind, carrier_sid: sid }) => (sid === null ? [] : [[kind, sid]])));
  });

/** Makes what is missing, in order; the ids by kind. Throws `StepRejectedError` when the carrier refuses one. */
export async function takeSteps(owner: StepOwner, steps: readonly CarrierStep[]): Promise<StepSids> {
  const sids = await loadStepSids(owner);
  for (const step of steps) sids[step.kind] ??= await takeStep(owner, step, sids);
  return sids;
}

async function takeStep(owner: StepOwner, step: CarrierStep, sids: StepSids): Promise<string> {
  const { within, of } = owner;
  const before = await within(() => readIntent(of, step.kind));
  if (before || step.looksFirst) {
    const found = await step.find(sids);
    if (found !== null) return save(owner, step.kind, found);
    if (before && Date.now() - before.getTime() < landsMs) throw new Error(`The carrier may still be taking ${step.kind}: its list is looked at again first`);
  }
  const intentAt = await within(() => intend(of, step.kind, before));
  failpoint(`registration.work: ${step.kind} intended`);
  const made = await make(owner, step, sids, intentAt, before);
  failpoint(`registration.work: ${step.kind} made`);
  return save(owner, step.kind, made);
}

/** Makes one, and looks in the carrier's list wherever an answer leaves a doubt. */
async function make({ within, of }: StepOwner, step: CarrierStep, sids: StepSids, intentAt: Date, before: Date | null): Promise<string> {
  try {
    return await step.make(sids);
  } catch (error) {
    if (error instanceof CarrierRateLimitedError || error instanceof CarrierUnreachableError) {
      await within(() => replaceIntent(of, step.kind, intentAt, before));
      throw error;
    }
    if (error instanceof twilio.RestException && error.status >= 400 && error.status < 500) {
      const found = before === null ? null : await step.find(sids);
      if (found !== null) return found;
      await within(() => replaceIntent(of, step.kind, intentAt, null));
      // A key that was changed says nothing of the registration.
      if (error.status === 401 || error.status === 403 || error.status === 408) throw error;
      throw new StepRejectedError(String(error.code ?? error.status), error.message);
    }
    const found = await step.find(sids);
    if (found !== null) return found;
    throw error;
  }
}

async function readIntent(of: StepOwner['of'], kind: string): Promise<Date | null> {
  const row = await selectSteps(of).where('kind', '=', kind).select('intent_at').executeTakeFirst();
  return row?.intent_at ?? null;
}

/** Says that the carrier is asked now; answers since when. Throws when another worker does so at this moment. */
async function intend(of: StepOwner['of'], kind: string, before: Date | null): Promise<Date> {
  const intent_at = new Date();
  await currentTransaction()
    .insertInto('sms_steps')
    .values({ company_id: companyId(), ...columnOf(of), kind })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (!(await replaceIntent(of, kind, before, intent_at))) throw new Error('Another worker is making this registration');
  return intent_at;
}

/** Puts another intent in the place of the one that was read; false when it is no longer there. */
async function replaceIntent(of: StepOwner['of'], kind: string, before: Date | null, intent_at: Date | null): Promise<boolean> {
  const row = await currentTransaction()
    .updateTable('sms_steps')
    .set({ intent_at })
    .where('company_id', '=', companyId())
    .where('brandId' in of ? 'brand_id' : 'campaign_id', '=', 'brandId' in of ? of.brandId : of.campaignId)
    .where('kind', '=', kind)
    .where('carrier_sid', 'is', null)
    .where('intent_at', before === null ? 'is' : '=', before)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

async function save({ within, of }: StepOwner, kind: string, carrier_sid: string): Promise<string> {
  await within(async () => {
    const done = { carrier_sid, intent_at: null, done_at: new Date() };
    const changed = await currentTransaction()
      .updateTable('sms_steps')
      .set(done)
      .where('company_id', '=', companyId())
      .where('brandId' in of ? 'brand_id' : 'campaign_id', '=', 'brandId' in of ? of.brandId : of.campaignId)
      .where('kind', '=', kind)
      .returning('id')
      .executeTakeFirst();
    if (changed) return;
    await currentTransaction()
      .insertInto('sms_steps')
      .values({ company_id: companyId(), ...columnOf(of), kind, ...done })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  return carrier_sid;
}
