/** The session and the selected company. */
import type { Done } from './services.ts';

export interface SessionServices {
  signOut(): Promise<void>;
  switchCompany(companyId: number): void;
  /** Begins acting as a person (staff only); the reason stands in the audit log. */
  impersonate(userId: number, reason: string): Promise<void>;
  leaveImpersonation(): Promise<void>;
  endSession(sessionId: string): Done;
}
