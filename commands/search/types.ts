/** Searches over what the person may see (GET /search), and over everything for support staff. */

import type { StaffCompany } from '#contract/auth/entities.ts';
import type { SearchHit } from '#contract/me/entities.ts';

export type SearchKind = SearchHit['kind'];

/** A person staff may act as. */
export interface StaffUser {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly companies: readonly string[];
}

/** Query of a staff search: words, or the one row of an id. */
export type StaffQuery = { readonly q: string } | { readonly id: number };

export interface LookupServices {
  /** Ranked hits; `kinds` empty: all. `companyId` narrows. Rejects when aborted. */
  search(query: string, kinds: readonly SearchKind[], signal: AbortSignal, companyId?: number): Promise<readonly SearchHit[]>;
  /** People of the newest conversations of the selected company, the latest first. */
  recentPeople(signal: AbortSignal): Promise<readonly SearchHit[]>;
  /** People staff may act as, best first. */
  staffUsers(wanted: StaffQuery, signal?: AbortSignal): Promise<readonly StaffUser[]>;
  /** Any company, best first, with whom staff may act as there. */
  staffCompanies(wanted: StaffQuery, signal?: AbortSignal): Promise<readonly StaffCompany[]>;
  /** The users of the selected company with their own phones. */
  colleagues(): Promise<readonly { id: number; name: string; phones: readonly string[] }[]>;
  /** Providers that sign in here. */
  providers(): Promise<readonly { id: string; name: string }[]>;
  sessions(): Promise<readonly { id: string; deviceName: string | null; address: string; isCurrent: boolean }[]>;
}

/** The search field of a list. */
interface SearchFieldServices {
  /** To the next suggestion, and past the last one into the list; to the one before. */
  move(step: 1 | -1): void;
}

/** Types the area adds to those shared by all commands. */
export interface SearchTypes {
  readonly scopes: 'searchField';
  readonly services: { readonly lookup: LookupServices; readonly searchField: SearchFieldServices };
  readonly handles: { readonly searchField: SearchFieldServices };
}
