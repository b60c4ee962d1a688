/** The port of a lead CRM: connecting an account by OAuth, its pipelines and owners, calls and deals. Failures of the vendor never read as ours. */
import type { CrmChoices } from '#contract/integrations/entities.ts';
import type { CrmKind } from '#contract/integrations/enums.ts';
import type { OAuthVendor } from './oauthVendor.ts';

/** What was chosen at a CRM, with the names that the vendor gave. */
export interface CrmSettings {
  readonly pipelineId: string;
  readonly pipelineName: string;
  readonly stageId: string;
  readonly stageName: string;
  readonly ownerId: string | null;
  readonly ownerName: string | null;
}

/** A call that is recorded, or made a deal. `phone` null: an anonymous caller. `seconds` null: nobody answered. */
export interface CrmReport {
  readonly kind: CrmKind;
  readonly phone: string | null;
  readonly contact: string | null;
  readonly line: string;
  readonly startedAt: Date;
  readonly seconds: number | null;
  readonly value: number | null;
  /** Where the call is found in the app. */
  readonly url: string;
}

/** What the vendor made, as it calls it. */
export interface CrmReceipt {
  readonly object: 'calls' | 'deals';
  readonly id: string;
}

/** What became of a report or its withdrawal. `unsent`: it surely was not done and may be sent again; `unknown`: it may have been done; `lost`: the vendor no longer lets us in. */
export type CrmOutcome =
  | { readonly kind: 'accepted'; readonly receipt: CrmReceipt }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string }
  | { readonly kind: 'unsent'; readonly reason: string; readonly afterMs: number }
  | { readonly kind: 'lost'; readonly reason: string };

export interface LeadCrm extends OAuthVendor {
  /** What can be chosen. Throws `GrantLostError`, `VendorRefusedError` and `VendorSilentError`. */
  listChoices(accessToken: string): Promise<CrmChoices>;
  /** Records a call at its contact, or makes a deal of it. Never rejects. */
  report(accessToken: string, settings: CrmSettings, report: CrmReport): Promise<CrmOutcome>;
  /** Deletes what was made; what is gone counts as deleted. Never rejects. */
  withdraw(accessToken: string, receipt: CrmReceipt): Promise<CrmOutcome>;
}
