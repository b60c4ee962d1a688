/** Empty state of the inbox. */
import { useCommands } from '../../api/commands.ts';
import { EmptyState } from '../../ui/index.ts';
import type { InboxView } from './data.ts';

export default function InboxEmpty({ view }: { view: InboxView }) {
  const commands = useCommands();
  if (view.filter.q || view.filter.isUnread || view.filter.numberIds?.length || view.filter.types?.length)
    return (
      <EmptyState icon="filter" action={{ title: 'Clear filter', keys: commands.keys('list.clearFilter'), onAct: () => commands.run('list.clearFilter') }}>
        No conversation matches this filter.
      </EmptyState>
    );
  return <EmptyState icon="inbox">{view.filter.isArchived ? 'No archived conversations.' : 'Inbox is empty. New calls and messages appear here.'}</EmptyState>;
}
