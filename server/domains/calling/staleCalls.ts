/** Calls the carrier told no end of: ended by what is known once nothing was heard of them for longer than any call lasts. */
import { sql } from 'kysely';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import type { Services } from '../../services.ts';
import { applyCallEvent, computeSecondsSince, lockCall } from './callRepository.ts';

/** The carrier itself ends a call after four hours. */
const silentHours = 5;

/** Ends them, company by company. */
export async function endSilent({ tenancy }: Pick<Services, 'tenancy'>, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - silentHours * 3_600_000);
  const { rows } = await tenancy.identity(() =>
    sql<{ company_id: number; call_id: number }>`select company_id, call_id from silent_calls(${before})`.execute(currentTransaction()),
  );
  for (const { company_id: company, call_id: id } of rows) {
    await tenancy.company([company], null, async () => {
      const call = await currentTransaction()
        .selectFrom('calls')
        .select(['carrier_sid', 'number_id', 'recipient', 'last_heard_at'])
        .where('company_id', '=', companyId())
        .where('id', '=', id)
        .executeTakeFirst();
      if (!call?.carrier_sid || !call.last_heard_at) return;
      const row = await lockCall({ carrierSid: call.carrier_sid, numberId: call.number_id, caller: call.recipient }, now);
      const heard = computeSecondsSince(row, call.last_heard_at);
      await applyCallEvent(row, { type: 'call.ended', seconds: heard, at: heard }, now);
    });
  }
}
