/** Campaigns, as commands reach them. */
import type { Campaign, CampaignEvent, CampaignReviewRow } from '#contract/campaigns/entities.ts';
import type { DisplayedState, RecipientState, ReviewLine } from '#contract/campaigns/enums.ts';
import type { CampaignDraft, UserEvent } from '#machines/campaign/index.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';

/** Campaigns, for commands. What acts on a campaign goes through its flow, shown or not. */
export interface CampaignServices {
  /** Opens the editor of the new campaign: the one that is written already, or an empty one. */
  create(): void;
  open(id: number): void;
  /** Opens a new campaign with the fields of another. Rejects while another new one is not saved. */
  duplicate(campaign: Campaign): Promise<void>;
  /** Shows the list in one state; undefined: in all. */
  filter(state: DisplayedState | undefined): void;
  /** Shows the people of a line of the review. */
  showLine(line: ReviewLine): void;
  /** Shows the people of the report in one state. */
  showEvents(state: RecipientState): void;
  /** Puts a merge field where the text is being written. */
  insert(token: string): void;
  attach(): void;
  save(): CommandOutcomePromise;
  /** Sends what was reviewed; its undo stops it before the first text. */
  arm(isSample: boolean): CommandOutcomePromise;
  /** Stops what is about to be sent. */
  stop(): CommandOutcomePromise;
  pause(campaign: Campaign): CommandOutcomePromise;
  resume(campaign: Campaign): CommandOutcomePromise;
  reopen(campaign: Campaign): CommandOutcomePromise;
  remove(campaign: Campaign): CommandOutcomePromise;
  /** Asks the carrier about the texts that are not confirmed. */
  ask(campaign: Campaign): CommandOutcomePromise;
  /** Sends the texts that are not confirmed again. */
  resend(campaign: Campaign): CommandOutcomePromise;
  /** Opens the conversation of a recipient, and the reply to it. */
  reply(event: CampaignEvent, campaign: Campaign | undefined): Promise<void>;
}

/** Types the area adds to those shared by all commands. */
export interface CampaignsTypes {
  readonly rows: { readonly campaign: Campaign; readonly campaignEvent: CampaignEvent; readonly campaignRecipient: CampaignReviewRow };
  readonly scopes: 'campaigns' | 'campaignForm' | 'campaignReview' | 'campaignReport';
  readonly panes: 'campaigns' | 'campaign';
  readonly services: { readonly campaigns: CampaignServices };
  readonly flows: { readonly campaign: UserEvent };
  readonly handles: {
    /** The campaign a pane shows; id null: the new one. */
    readonly campaign: { readonly companyId: number; readonly id: number | null };
    /** The editor: puts a merge field at the caret of the message, in place of the signs that asked for it. */
    readonly campaignText: { readonly insert: (token: string) => void };
  };
  readonly context: {
    /** Fields of the campaign that is open; null where none is. */
    readonly campaignDraft: CampaignDraft | null;
  };
}
