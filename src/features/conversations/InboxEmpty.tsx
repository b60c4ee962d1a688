/** Empty state of the inbox. */
import { useQuery } from '@tanstack/react-query';
import { useApp, useCompanyId, useMay } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { createNumbersQuery } from '../../shared/numbers.ts';
import { EmptyState } from '../../ui/index.ts';
import type { InboxView } from './data.ts';
import { FirstActions } from './FirstActions.tsx';

export default function InboxEmpty({ view }: { view: InboxView }) {
  const app = useApp();
  const commands = useCommands();
  const companyId = useCompanyId();
  const mayRead = useMay('numbers.read');
  const mayWrite = useMay('conversations.work');
  const numbers = useQuery({ ...createNumbersQuery(app, companyId ?? 0), enabled: companyId !== null && mayRead });
  if (view.filter.q || view.filter.isUnread || view.filter.numberIds?.length || view.filter.types?.length)
    return (
      <EmptyState icon="filter" action={{ title: 'Clear filter', keys: commands.keys('list.clearFilter'), onAct: () => commands.run('list.clearFilter') }}>
        No conversation matches this filter.
      </EmptyState>
    );
  if (view.filter.isArchived) return <EmptyState icon="inbox">No archived conversations.</EmptyState>;
  // Of who may not see the numbers, nothing is known.
  if (numbers.data?.length === 0) return <FirstActions />;
  const start = { title: 'Start conversation', keys: commands.keys('conversations.start'), onAct: () => commands.run('conversations.start') };
  return (
    <EmptyState icon="inbox" action={mayWrite ? start : undefined}>
      Inbox is empty. New calls and messages appear here.
    </EmptyState>
  );
}
