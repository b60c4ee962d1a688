/** Props of the parts of a campaign's pane. */
import type { CampaignSnapshot } from '#machines/campaign/index.ts';
import type { PaneProps } from '../../panes/index.ts';
import type { PaneState } from '../../panes/paneStates.ts';
import type { CampaignEntry } from './campaignStore.ts';

/** Props of the parts of the pane. */
export interface CampaignProps extends Pick<PaneProps, 'paneId' | 'isFocused'> {
  readonly companyId: number;
  readonly entry: CampaignEntry;
  readonly snapshot: CampaignSnapshot;
  readonly state: string;
  /** State each reports to commands. */
  readonly told: Partial<PaneState>;
}
