/** The campaigns of a company, with their states and counts: Enter opens one beside. */
import { displayedStates } from '#contract/campaigns/enums.ts';
import { useApp, useCompanyId, useMay } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { type PaneProps, usePagedList, useView } from '../../panes/index.ts';
import { PagedListPane } from '../../panes/PagedListPane.tsx';
import type { FilterChip } from '../../table/index.ts';
import { EmptyState } from '../../ui/index.ts';
import { campaignColumns, campaignDrops } from './campaignColumns.tsx';
import { allCampaigns, type CampaignsView, campaignViews, createCampaignsQuery } from './data.ts';
import { formatState } from './texts.ts';

const createChips = ({ state }: CampaignsView): FilterChip[] =>
  displayedStates.map((each) => ({
    ...(state === each ? { id: 'list.clearFilter' } : { id: 'campaigns.filter', args: { state: each } }),
    label: formatState(each),
    active: state === each,
  }));

export function CampaignsPane({ paneId, isFocused }: PaneProps) {
  const app = useApp();
  const commands = useCommands();
  const companyId = useCompanyId();
  const mayWrite = useMay('campaigns.write');
  const view = useView(campaignViews, companyId);
  const { query, rows, total } = usePagedList(companyId, createCampaignsQuery(app, companyId ?? 0, view));
  const isNarrowed = view.state !== undefined || view.q !== undefined;
  return (
    <PagedListPane
      paneId={paneId}
      isFocused={isFocused}
      kind="campaign"
      scope="campaigns"
      title="Campaigns"
      columns={campaignColumns}
      drops={campaignDrops}
      rows={rows}
      total={total}
      query={query}
      getRowId={(row) => row.id}
      search={{ label: 'Search campaigns', placeholder: 'Title', q: view.q, onChange: (q) => campaignViews.change(companyId, { q }) }}
      chips={createChips(view)}
      filterKey={JSON.stringify([view.state, view.q])}
      clearedKey={JSON.stringify([allCampaigns.state, allCampaigns.q])}
      onClearFilter={() => campaignViews.change(companyId, { state: undefined, q: undefined })}
      sort={view.sort}
      onSort={(sort) => campaignViews.change(companyId, { sort })}
      subject={(row) => row.title}
      rowTone={(row) => (row.status === 'canceled' ? 'dim' : 'plain')}
      onOpen={() => commands.run('campaigns.open')}
      opens="campaign"
      actions={mayWrite ? [{ icon: 'plus', label: 'Create campaign', command: 'campaigns.create' }] : []}
      empty={
        isNarrowed ? (
          <EmptyState icon="filter" action={{ title: 'Show all campaigns', onAct: () => commands.run('list.clearFilter') }}>
            No campaign matches this filter.
          </EmptyState>
        ) : (
          <EmptyState
            icon="send"
            {...(mayWrite
              ? { action: { title: 'Create campaign', keys: commands.keys('campaigns.create'), onAct: () => commands.run('campaigns.create') } }
              : {})}
          >
            No campaigns yet. A campaign sends one text to a group of contacts.
          </EmptyState>
        )
      }
    />
  );
}
