/** Calls of a company, with what was said in them. */
import type { Insertable } from 'kysely';
import type { TranscriptSegment } from '#contract/calls/entities.ts';
import { currentTransaction } from '#server/db/tenancy.ts';
import type { CallsTable } from '#server/domains/calls/tables.ts';
import { saveTranscript } from '#server/domains/calls/transcripts.ts';
import { addItem } from '#server/domains/conversations/repository.ts';
import type { TestCompany } from './harness.ts';
import { type Line, minute, type Stage } from './stage.ts';

type Given = Partial<Insertable<CallsTable>> & { readonly at?: number; readonly said?: readonly (readonly ['agent' | 'customer', string])[] };

/** Turns of speech as segments of four seconds each. */
export const segmentsOf = (said: readonly (readonly ['agent' | 'customer', string])[]): TranscriptSegment[] =>
  said.map(([speaker, transcript], at) => ({ channel: speaker === 'agent' ? 0 : 1, speaker, transcript, startTime: at * 4, endTime: at * 4 + 4 }));

/** Puts a call into a company, `at` minutes after noon. */
export async function putCall(stage: Stage, company: TestCompany, line: Line, recipient: string, { at = 0, said, ...given }: Given = {}): Promise<number> {
  return stage.within(async () => {
    const row = { result: 'answered' as const, started_at: minute(at), is_inbound: true, duration: 30, ...given };
    const { id } = await currentTransaction()
      .insertInto('calls')
      .values({ company_id: company.id, number_id: line.id, recipient, ...row })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addItem({ conversationId: null, numberId: line.id, recipient, type: 'call', isInbound: row.is_inbound, createdAt: minute(at), callId: id });
    if (said) await saveTranscript({ id, startedAt: minute(at) }, segmentsOf(said));
    return id;
  });
}
