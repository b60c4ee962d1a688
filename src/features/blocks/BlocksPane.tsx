/** The blocked callers: whom the company hears no more, where, and since when. */
import { useQuery } from '@tanstack/react-query';
import type { BlockedCaller } from '#contract/blocks/entities.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { type PaneProps, useView } from '../../panes/index.ts';
import { PlainListPane } from '../../panes/PlainListPane.tsx';
import { displayPhone, EmptyState } from '../../ui/index.ts';
import { blockColumns } from './blockColumns.tsx';
import { blockViews, createBlocksQuery } from './data.ts';

const drops = ['by', 'hears', 'created_at', 'name'];
const none: readonly BlockedCaller[] = [];
const formatSearchText = (row: BlockedCaller) =>
  [row.target, displayPhone(row.target), row.contactName, row.numberLabel ?? 'everywhere', row.createdBy?.name].join(' ');

export function BlocksPane({ paneId }: PaneProps) {
  const app = useApp();
  const commands = useCommands();
  const companyId = useCompanyId();
  const view = useView(blockViews, companyId);
  const query = useQuery({ ...createBlocksQuery(app, companyId ?? 0), enabled: companyId !== null });
  return (
    <PlainListPane
      paneId={paneId}
      kind="block"
      scope="blocks"
      title="Blocked callers"
      columns={blockColumns}
      drops={drops}
      rows={query.data ?? none}
      query={query}
      getRowId={(row) => row.id}
      formatSearchText={formatSearchText}
      placeholder="Number, name or line"
      search={{ q: view.q, set: (q) => blockViews.change(companyId, { q }) }}
      actions={[{ icon: 'plus', label: 'Block a number', command: 'blocks.add' }]}
      empty={
        <EmptyState icon="ban" action={{ title: 'Block a number', keys: commands.keys('blocks.add'), onAct: () => commands.run('blocks.add') }}>
          No blocked callers yet.
        </EmptyState>
      }
    />
  );
}
