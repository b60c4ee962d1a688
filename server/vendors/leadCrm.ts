/** The port of a lead CRM: connecting an account by OAuth, its pipelines and owners, calls and deals. Failures of the vendor never read as ours. */
import type { CrmChoices } from '#contract/integrations/entities.ts';
import type { CrmKind } from '#contract/integrations/enums.ts';
import type { OAuthVendor, VendorOutcome } from './oauthVendor.ts';

/** Choices at a CRM, with the names that the vendor gave. */
export interface CrmSettings {
  readonly pipelineId: string;
  readonly pipelineName: string;
  readonly stageId: string;
  readonly stageName: string;
  readonly ownerId: string | null;
  readonly ownerName: string | null;
}

/** A call that is recorded, or made a deal. `phone` null: the caller hid it. `seconds` null: it was not answered. */
export interface CrmReport {
  readonly kind: CrmKind;
  readonly phone: string | null;
  readonly contact: string | null;
  readonly line: string;
  readonly startedAt: Date;
  readonly seconds: number | null;
  readonly value: number | null;
  /** Address of the call in the app. */
  readonly url: string;
}

/** A record that the vendor made, by its own id. */
export interface CrmReceipt {
  readonly object: 'calls' | 'deals';
  readonly id: string;
}

/** Outcome of a report or its withdrawal. */
export type CrmOutcome = VendorOutcome<CrmReceipt>;

export interface LeadCrm extends OAuthVendor {
  /** Lists pipelines and owners. Throws `GrantLostError`, `VendorRefusedError` and `VendorSilentError`. */
  listChoices(accessToken: string): Promise<CrmChoices>;
  /** Records a call at its contact, or makes a deal of it. Never rejects. */
  report(accessToken: string, settings: CrmSettings, report: CrmReport): Promise<CrmOutcome>;
  /** Deletes what was made; what is gone counts as deleted. Never rejects. */
  withdraw(accessToken: string, receipt: CrmReceipt): Promise<CrmOutcome>;
}
