/** The tags of the company: Enter shows the numbers that have one. */
import { useQuery } from '@tanstack/react-query';
import type { Tag } from '#contract/tags/entities.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import type { PaneProps } from '../../panes/index.ts';
import { PlainListPane } from '../../panes/PlainListPane.tsx';
import { createTagsQuery } from '../../shared/tags.ts';
import type { Column } from '../../table/index.ts';
import { Chip, EmptyState } from '../../ui/index.ts';

const none: readonly Tag[] = [];
const columns: readonly Column<Tag>[] = [
  { id: 'name', header: 'Tag', width: 200, min: 96, grow: 1, hideable: false, rank: 'lead', render: (row) => <Chip small>{row.name}</Chip> },
  {
    id: 'scope',
    header: 'Scope',
    width: 120,
    min: 72,
    rank: 'text',
    render: (row) => <span>{row.businessUnitId === null ? 'This company' : 'The organization'}</span>,
  },
  { id: 'numbers', header: 'Numbers', width: 88, min: 64, align: 'end', render: (row) => <span>{row.numbers.toLocaleString('en-US')}</span> },
];
const drops = ['scope'];

export function TagsPane({ paneId }: PaneProps) {
  const app = useApp();
  const commands = useCommands();
  const companyId = useCompanyId();
  const query = useQuery({ ...createTagsQuery(app, companyId ?? 0), enabled: companyId !== null });
  return (
    <PlainListPane
      paneId={paneId}
      kind="tag"
      scope="tags"
      title="Tags"
      columns={columns}
      drops={drops}
      rows={query.data ?? none}
      query={query}
      getRowId={(row) => row.id}
      formatSearchText={(row) => row.name}
      placeholder="Name"
      onOpen={(row) => commands.run('numbers.showTag', { tag: String(row.id) })}
      actions={[{ icon: 'plus', label: 'Create a tag', command: 'tags.create' }]}
      empty={
        <EmptyState icon="tag" action={{ title: 'Create a tag', keys: commands.keys('tags.create'), onAct: () => commands.run('tags.create') }}>
          No tags yet.
        </EmptyState>
      }
    />
  );
}
