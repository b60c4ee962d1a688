/** Rules of integrations: by which a call of a kind is told or left out. Weighed in the database, by the filter of calls: in a trial as when it is told. */
import { sql } from 'kysely';
import { withoutValue } from '#contract/calls/enums.ts';
import type { CallFilter } from '#contract/calls/filters.ts';
import type { ConversionRules, RuleTrial } from '#contract/integrations/entities.ts';
import { adProviders, type CallKind, type ConversionKind, callKinds, conversionKindLabel } from '#contract/integrations/enums.ts';
import { integrationLimits } from '#contract/integrations/limits.ts';
import { parseRule } from '#contract/text/callRule.ts';
import { toCallParams } from '#contract/text/callSearch.ts';
import { isOwnOrShared } from '../../access/sharing.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Membership } from '../../http/handlers.ts';
import { getCompanyZone } from '../../lists/dateRange.ts';
import { narrowCalls } from '../calls/filter.ts';
import { kindsOfCalls, parametersOf } from './kinds.ts';
import { lockIntegration, updateConversions } from './outbox.ts';
import type { StoredRule, StoredRules } from './tables.ts';

/** Rules as replies have them, in the order of the kinds. */
export const listRules = (rules: StoredRules): ConversionRules['rules'] =>
  callKinds.flatMap((kind) => {
    const rule = rules[kind];
    return rule === undefined ? [] : [{ kind, rule: rule.line }];
  });

/** Reads a line with the company's own words. Refuses one that can’t be read, and names of nothing. */
async function readRule(line: string): Promise<StoredRule> {
  const own = currentTransaction();
  const world = {
    numbers: await own.selectFrom('phone_numbers').select(['id', 'label', 'number']).where('company_id', '=', companyId()).execute(),
    tags: await own.selectFrom('tags').select(['id', 'name']).where(isOwnOrShared('tags')).execute(),
  };
  const rule = parseRule(line, world);
  if (!rule.ok) throw new AppError('invalid', { field: 'rule', message: rule.error });
  const { numbers, tag_ids: tagIds, dniPools, ...rest } = toCallParams(rule.value, world, await getCompanyZone());
  const pools: CallFilter['dniPools'] = typeof dniPools === 'object' ? dniPools.map(Number) : dniPools === undefined ? undefined : withoutValue;
  const filter: CallFilter = {
    ...rest,
    ...(numbers === undefined ? {} : { numbers: numbers.map(Number) }),
    ...(tagIds === undefined ? {} : { tag_ids: tagIds.map(Number) }),
    ...(pools === undefined ? {} : { dniPools: pools }),
  };
  return { line, filter };
}

const findIntegration = async (id: number) => {
  const row = await currentTransaction()
    .selectFrom('integrations')
    .select(['provider', 'rules'])
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return row;
};

function checkKind(provider: keyof typeof kindsOfCalls, kind: CallKind): void {
  if (!kindsOfCalls[provider].includes(kind))
    throw new AppError('invalid', { field: 'kind', message: `${conversionKindLabel[kind]} isn’t an event of this integration` });
}

/** Sets the rule of a kind, or takes it away. Refuses a kind that the integration isn’t told of, and a rule that can’t be read. */
export async function setRule(id: number, { kind, rule }: { readonly kind: CallKind; readonly rule?: string | undefined }): Promise<ConversionRules> {
  const { provider } = await findIntegration(id);
  checkKind(provider, kind);
  const { rules: before } = await lockIntegration(provider, id);
  const { [kind]: _, ...others } = before;
  const rules: StoredRules = rule === undefined ? others : { ...others, [kind]: await readRule(rule) };
  await currentTransaction()
    .updateTable('integrations')
    .set({ rules: JSON.stringify(rules), updated_at: new Date() })
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .execute();
  recordChange({ kind: 'integration-updated', id });
  return { integrationId: id, rules: listRules(rules) };
}

/** Counts by the parameter that named a click; null for none. `matched`: with the visitor's own client id. */
export interface Counted {
  readonly click: string | null;
  readonly count: number;
  readonly matched: number;
}

/** Calls that count as a kind, as the triggers of the outbox have it (0251_oauth_integrations.sql). */
const counting: Readonly<Record<CallKind, string>> = {
  call: "calls.is_inbound and calls.result <> 'blocked'",
  missed: "calls.is_inbound and calls.result = 'missed'",
  voicemail: "calls.is_inbound and calls.result = 'voicemail'",
  lead: 'calls.is_lead',
  appointment: 'calls.is_appointment',
};

/** Calls since an instant that count as a kind and fit a filter, with the visits they came from; on the numbers the person works. */
const selectCounting = async (membership: Pick<Membership, 'companyId' | 'numberIds'>, kind: CallKind, filter: CallFilter, since: Date) =>
  (await narrowCalls(membership, filter))
    .leftJoin('dni_sessions', 'dni_sessions.id', 'calls.dni_session_id')
    .where('calls.started_at', '>=', since)
    .where('calls.is_live', '=', false)
    .where(sql<boolean>`${sql.raw(counting[kind])}`);

/** Counts by the parameter that named a click, for each kind that an integration has a rule for. Refuses one that is missing. */
export async function countByRules(membership: Membership, id: number, since: Date): Promise<ReadonlyMap<CallKind, readonly Counted[]>> {
  const { rules } = await findIntegration(id);
  const counts = new Map<CallKind, readonly Counted[]>();
  for (const kind of callKinds) {
    const rule = rules[kind];
    if (rule === undefined) continue;
    const rows = await (await selectCounting(membership, kind, rule.filter, since))
      .select([
        'dni_sessions.click_parameter as click',
        sql<number>`count(*)::int`.as('count'),
        sql<number>`(count(*) filter (where dni_sessions.ga_client_id is not null))::int`.as('matched'),
      ])
      .groupBy('dni_sessions.click_parameter')
      .execute();
    counts.set(kind, rows);
  }
  return counts;
}

/** Tries a rule on the calls of the last days, on the numbers the person works. Refuses as `setRule` does. */
export async function tryRule(
  membership: Membership,
  id: number,
  { kind, rule }: { readonly kind: CallKind; readonly rule: string },
  now = new Date(),
): Promise<RuleTrial> {
  const { provider } = await findIntegration(id);
  checkKind(provider, kind);
  const { filter } = await readRule(rule);
  const { forecastDays: days } = integrationLimits;
  const since = new Date(now.getTime() - days * 86_400_000);
  const vendor = adProviders.find((each) => each === provider);
  const isTold = vendor === undefined ? sql<boolean>`true` : sql<boolean>`dni_sessions.click_parameter = any (${parametersOf[vendor]}::text[])`;
  const count = async (by: CallFilter) =>
    (await selectCounting(membership, kind, by, since))
      .select([sql<number>`count(*)::int`.as('count'), sql<number>`(count(*) filter (where ${isTold}))::int`.as('told')])
      .executeTakeFirstOrThrow();
  const [all, fitting] = [await count({}), await count(filter)];
  return { days, count: all.count, told: all.told, matching: fitting.told };
}

interface Due {
  readonly id: number;
  readonly kind: ConversionKind;
  readonly call_id: number | null;
}

/** Withdraws those of an integration that its rules leave out. Returns the others: they may be told. */
export async function leaveOut<D extends Due>(rules: StoredRules, due: readonly D[]): Promise<readonly D[]> {
  const left = new Set<number>();
  for (const kind of callKinds) {
    const rule = rules[kind];
    const weighed = due.filter((each) => each.kind === kind);
    if (rule === undefined || weighed.length === 0) continue;
    const calls = await narrowCalls({ companyId: companyId(), numberIds: null }, rule.filter);
    const ids = weighed.flatMap(({ call_id: id }) => (id === null ? [] : [id]));
    const fitting = new Set((await calls.select('calls.id').where(sql<boolean>`calls.id = any (${ids}::bigint[])`).execute()).map(({ id }) => id));
    const out = weighed.filter(({ call_id: id }) => id !== null && !fitting.has(id)).map(({ id }) => id);
    if (out.length > 0) await updateConversions(out, { state: 'withdrawn', is_left_out: true, reason: `Left out by the rule ${rule.line}` });
    for (const id of out) left.add(id);
  }
  return due.filter(({ id }) => !left.has(id));
}
