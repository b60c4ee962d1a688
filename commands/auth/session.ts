/** The session and the selected company. */
import type { CommandOutcomePromise } from '../core/outcome.ts';

export interface SessionServices {
  signOut(): Promise<void>;
  switchCompany(companyId: number): void;
  /** Switches, and resolves when the company is open. Rejects when it can't be entered. */
  enterCompany(companyId: number): Promise<void>;
  /** Begins acting as a person (staff only), in a company of theirs where one is named; the reason stands in the audit log. */
  impersonate(userId: number, reason: string, companyId?: number): Promise<void>;
  /** The reason last given by the member of staff in this window: likely the next one. */
  getLastReason(): string | undefined;
  leaveImpersonation(): Promise<void>;
  /** The person’s own phones, E.164. */
  loadPhones(): Promise<readonly string[]>;
  /** Replaces them, as they were typed. */
  savePhones(phones: readonly string[]): CommandOutcomePromise;
  endSession(sessionId: string): CommandOutcomePromise;
}
