/** Searches over what the person may see (GET /search). */
import type { SearchHit } from '#contract/me.ts';

export type SearchKind = SearchHit['kind'];
/** A person staff may act as. */
export interface StaffUser {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly companies: readonly string[];
}

export interface LookupServices {
  /** Ranked hits; `kinds` empty: all. `companyId` narrows. Rejects when aborted. */
  search(query: string, kinds: readonly SearchKind[], signal: AbortSignal, companyId?: number): Promise<readonly SearchHit[]>;
  staffUsers(query: string, signal?: AbortSignal): Promise<readonly StaffUser[]>;
  /** Providers that sign in here. */
  providers(): Promise<readonly { id: string; name: string }[]>;
  sessions(): Promise<readonly { id: string; deviceName: string | null; address: string; isCurrent: boolean }[]>;
}
