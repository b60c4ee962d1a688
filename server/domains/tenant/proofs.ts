/** Proofs of domains and senders over time: one lasts while its records do. */
import { tenantLimits } from '#contract/tenant/limits.ts';

/** Result of a look for a proof: `missing` where another value or none is there for certain, `silent` where no answer came. */
export type Evidence = 'found' | 'missing' | 'silent';

/** A proof as its row has it. `missing_since`: first look of those in a row that missed it. */
interface Proof {
  readonly verified_at: Date | null;
  readonly missing_since: Date | null;
}

const keptMs = tenantLimits.proofDays * 86_400_000;

/** Returns when a proof ends unless it is found before; null while it is there. */
export const getProofEnd = ({ verified_at: verifiedAt, missing_since: since }: Proof): Date | null =>
  verifiedAt === null || since === null ? null : new Date(since.getTime() + keptMs);

/** Computes a proof after a look. Ends it when it is missing again `proofDays` after it was first missing; a look without an answer changes nothing. */
export function keepProof(proof: Proof, evidence: readonly Evidence[]): Proof {
  const { verified_at, missing_since } = proof;
  if (verified_at === null) return { verified_at, missing_since: null };
  if (!evidence.includes('missing')) return { verified_at, missing_since: evidence.includes('silent') ? missing_since : null };
  const end = getProofEnd(proof);
  if (end !== null && end.getTime() <= Date.now()) return { verified_at: null, missing_since: null };
  return { verified_at, missing_since: missing_since ?? new Date() };
}
