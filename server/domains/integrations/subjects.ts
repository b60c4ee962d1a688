/** Subjects of conversions: calls and texts with their facts. Runs in the open transaction of one company. */
import { sql } from 'kysely';
import { callQualificationLabel } from '#contract/calls/enums.ts';
import { type ConversionKind, type Ga4Kind, ga4Kinds } from '#contract/integrations/enums.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { anonymous } from '../../phone.ts';
import type { Subject } from './events.ts';

/** A conversion that is about to be sent. */
interface Ref {
  readonly id: number;
  readonly kind: ConversionKind;
  readonly call_id: number | null;
  readonly item_id: number | null;
  readonly occurred_at: Date;
}

const isGa4Kind = (kind: ConversionKind): kind is Ga4Kind => ga4Kinds.some((each) => each === kind);

const toPhone = (recipient: string): string | null => (recipient === anonymous ? null : recipient);

/** Calls with the likeliest of the visitors who had their number. */
const selectCalls = (ids: readonly number[]) =>
  currentTransaction()
    .selectFrom('calls')
    .leftJoin('dni_sessions', 'dni_sessions.id', 'calls.dni_session_id')
    .leftJoin('dni_pools', 'dni_pools.id', 'calls.dni_pool_id')
    .leftJoinLateral(
      (eb) =>
        eb.selectFrom('dni_call_visitors').selectAll().whereRef('dni_call_visitors.call_id', '=', 'calls.id').orderBy('share', 'desc').limit(1).as('visitor'),
      (join) => join.onTrue(),
    )
    .select([
      'calls.id',
      'calls.recipient',
      'calls.result',
      'calls.duration',
      'calls.ring_seconds',
      'calls.is_first_contact',
      'calls.qualification',
      'calls.department',
      'calls.outcome',
      'calls.value',
      'calls.traffic_source',
      'dni_sessions.term',
      'dni_sessions.ga_client_id',
      'dni_pools.name as pool',
      'visitor.source_detail',
      'visitor.medium',
      'visitor.campaign',
      'visitor.landing',
      'visitor.device_type',
    ])
    .where('calls.company_id', '=', companyId())
    .where(sql<boolean>`calls.id = any (${ids}::bigint[])`)
    .execute();

const toQualification = (code: number | null): string | null => (code === 1 || code === 2 || code === 3 ? callQualificationLabel[code] : null);

/** Reads what conversions are about, by their id; one whose call or text is gone is left out. */
export async function readSubjects(refs: readonly Ref[]): Promise<ReadonlyMap<number, Subject>> {
  const calls = new Map((await selectCalls(refs.flatMap(({ call_id: id }) => (id === null ? [] : [id])))).map((call) => [call.id, call]));
  const itemIds = refs.flatMap(({ item_id: id }) => (id === null ? [] : [id]));
  const texts = new Map(
    (
      await currentTransaction()
        .selectFrom('items')
        .select(['id', 'recipient'])
        .where('company_id', '=', companyId())
        .where(sql<boolean>`id = any (${itemIds}::bigint[])`)
        .execute()
    ).map((item) => [item.id, item]),
  );
  return new Map(
    refs.flatMap((ref): [number, Subject][] => {
      const { kind } = ref;
      if (!isGa4Kind(kind)) return [];
      const base = { conversionId: ref.id, companyId: companyId(), kind, occurredAt: ref.occurred_at };
      const call = ref.call_id === null ? undefined : calls.get(ref.call_id);
      const text = ref.item_id === null ? undefined : texts.get(ref.item_id);
      if (text) return [[ref.id, { ...base, phone: toPhone(text.recipient), clientId: null, value: null, facts: {} }]];
      if (!call) return [];
      const facts = {
        source: call.traffic_source,
        source_detail: call.source_detail,
        medium: call.medium,
        campaign: call.campaign,
        term: call.term,
        landing_page: call.landing,
        pool: call.pool,
        device: call.device_type,
        result: call.result,
        duration: call.duration,
        ring_seconds: call.ring_seconds,
        first_contact: call.is_first_contact ? 'yes' : 'no',
        qualification: toQualification(call.qualification),
        department: call.department,
        outcome: call.outcome,
        value: call.value,
      };
      return [[ref.id, { ...base, phone: toPhone(call.recipient), clientId: call.ga_client_id, value: call.value, facts }]];
    }),
  );
}
