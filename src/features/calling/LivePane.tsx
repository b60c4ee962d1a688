/** Calls that go on now: who rings where, step by step. */
import { useQuery } from '@tanstack/react-query';
import type { LiveCall } from '#contract/calling/entities.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import type { PaneProps } from '../../panes/index.ts';
import { PlainListPane } from '../../panes/PlainListPane.tsx';
import { displayPhone, EmptyState } from '../../ui/index.ts';
import { createLiveCallsQuery } from './data.ts';
import { formatState, liveColumns } from './liveColumns.tsx';

const drops = ['tags', 'number'];
const none: readonly LiveCall[] = [];
const formatSearchText = (row: LiveCall) => [row.recipient, displayPhone(row.recipient), row.contact?.name, row.number.label, formatState(row)].join(' ');

export function LivePane({ paneId }: PaneProps) {
  const app = useApp();
  const commands = useCommands();
  const companyId = useCompanyId();
  const query = useQuery({ ...createLiveCallsQuery(app, companyId ?? 0), enabled: companyId !== null });
  const rows = query.data ?? none;
  const ringing = rows.filter(({ state }) => state === 'ringing').length;
  return (
    <PlainListPane
      paneId={paneId}
      kind="liveCall"
      scope="live"
      isFeed
      title="Live calls"
      detail={`${rows.length.toLocaleString('en-US')} live${ringing > 0 ? ` · ${ringing.toLocaleString('en-US')} ringing` : ''}`}
      columns={liveColumns}
      drops={drops}
      rows={rows}
      query={query}
      getRowId={(row) => row.id}
      formatSearchText={formatSearchText}
      placeholder="Caller, number or destination"
      onOpen={() => commands.run('live.open')}
      empty={<EmptyState icon="phone-call">No live calls. Calls appear here from the first ring until they end.</EmptyState>}
    />
  );
}
