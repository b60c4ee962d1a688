/** Keeping what was said in a call, and who said how much of it (spec 1.3). */
import type { TranscriptSegment } from '#contract/calls/entities.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';

/** Whole and hundredths of a percent of all speech; 0 and 0 when nobody spoke (RULE-142). */
function talkShares(segments: readonly TranscriptSegment[]): { readonly agent: number; readonly client: number } {
  const spoken = (speaker: TranscriptSegment['speaker']) =>
    segments.filter((segment) => segment.speaker === speaker).reduce((sum, { startTime, endTime }) => sum + Math.max(0, endTime - startTime), 0);
  const [agent, client] = [spoken('agent'), spoken('customer')];
  const all = agent + client;
  if (all === 0) return { agent: 0, client: 0 };
  const share = Math.round((agent / all) * 10_000) / 100;
  return { agent: share, client: Math.round((100 - share) * 100) / 100 };
}

/** Writes down what was said in a call of the open company; what was there before is replaced, so that it may come twice. */
export async function saveTranscript(
  call: { readonly id: number; readonly startedAt: Date },
  segments: readonly TranscriptSegment[],
  channels: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const ordered = [...segments].sort((a, b) => a.startTime - b.startTime || a.channel - b.channel);
  const { agent, client } = talkShares(ordered);
  const said = { agent_talk: agent, client_talk: client, channels: JSON.stringify(channels), segments: JSON.stringify(ordered) };
  await currentTransaction()
    .insertInto('transcripts')
    .values({ call_id: call.id, company_id: companyId(), started_at: call.startedAt, ...said })
    .onConflict((conflict) => conflict.column('call_id').doUpdateSet(said))
    .execute();
}
