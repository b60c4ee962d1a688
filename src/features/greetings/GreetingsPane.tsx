/** Greetings pane: greetings by name, with the uses of each; the form covers the list while one is made or changed. */
import { useQuery } from '@tanstack/react-query';
import type { Greeting } from '#contract/greetings/entities.ts';
import { toDraftKey } from '#machines/drafts.ts';
import { getReason, userEvents } from '#machines/greetingEdit/index.ts';
import { isIn } from '#machines/state.ts';
import { useApp, useCompanyId, useMay } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { PaneHeader, type PaneProps } from '../../panes/index.ts';
import { PlainListPane } from '../../panes/PlainListPane.tsx';
import { UnsavedDrafts } from '../../panes/UnsavedLine.tsx';
import { useFlow } from '../../panes/useFlow.ts';
import { useKeptDrafts } from '../../store/keptDrafts.ts';
import type { Column } from '../../table/index.ts';
import { EmptyState, Icon, RelativeTime } from '../../ui/index.ts';
import { usePlaying } from './audio.ts';
import { createGreetingsQuery } from './data.ts';
import { greetingDrafts, greetingForms } from './form.ts';
import { GreetingForm } from './GreetingForm.tsx';

function PlayingIcon({ id }: { id: number }) {
  return usePlaying() === id ? <Icon name="volume" tone="green" label="Playing" /> : <Icon name="megaphone" tone="muted" label="Greeting" />;
}
const formatUses = ({ uses }: Greeting) => [...new Set(uses.map(({ label, number }) => label || number))].join(', ');

const columns: readonly Column<Greeting>[] = [
  { id: 'mark', header: 'Kind', headerHidden: true, width: 32, min: 32, hideable: false, render: (row) => <PlayingIcon id={row.id} /> },
  { id: 'name', header: 'Name', width: 150, min: 96, hideable: false, rank: 'lead', render: (row) => <span>{row.name}</span> },
  { id: 'words', header: 'Text', width: 260, min: 96, grow: 1, rank: 'text', render: (row) => <span>{row.content ?? row.media?.name ?? ''}</span> },
  { id: 'voice', header: 'Voice', width: 96, min: 64, rank: 'text', render: (row) => <span>{row.voice ?? 'uploaded'}</span> },
  { id: 'uses', header: 'Used by', width: 160, min: 72, grow: 1, render: (row) => <span>{formatUses(row)}</span> },
  { id: 'updated_at', header: 'Updated', width: 96, min: 56, align: 'end', rank: 'quiet', render: (row) => <RelativeTime at={row.updatedAt} /> },
];
const drops = ['updated_at', 'voice', 'words'];
const none: readonly Greeting[] = [];
const formatSearchText = (row: Greeting) => [row.name, row.content, formatUses(row)].join(' ');

export function GreetingsPane(props: PaneProps) {
  const companyId = useCompanyId();
  return companyId === null ? <PaneHeader title="Greetings" /> : <Greetings {...props} companyId={companyId} />;
}

function Greetings({ paneId, companyId }: PaneProps & { companyId: number }) {
  const app = useApp();
  const commands = useCommands();
  const mayWrite = useMay('numbers.route');
  const { entry, snapshot, state, flow } = useFlow(greetingForms, companyId, { userEvents, getReason });
  const { actor } = entry;
  const isOpen = !isIn(snapshot, 'closed');
  const query = useQuery(createGreetingsQuery(app, companyId));
  const kept = useKeptDrafts(greetingDrafts, companyId, query.data ?? none);
  return (
    <PlainListPane
      paneId={paneId}
      kind="greeting"
      scope="greetings"
      title="Greetings"
      columns={columns}
      drops={drops}
      rows={query.data ?? none}
      query={query}
      getRowId={(row) => row.id}
      formatSearchText={formatSearchText}
      placeholder="Name, text or number"
      onOpen={() => commands.run('greetings.edit')}
      actions={mayWrite ? [{ icon: 'plus', label: 'Create greeting', command: 'greetings.create' }] : []}
      above={
        isOpen ? (
          <GreetingForm key={toDraftKey(snapshot.context.draft)} actor={actor} snapshot={snapshot} state={state} companyId={companyId} />
        ) : (
          <UnsavedDrafts names={kept.map(({ name }) => name.trim() || 'new greeting')} />
        )
      }
      more={{
        scopes: isOpen ? ['greetingForm', 'greetings', 'list'] : ['greetings', 'list'],
        flows: { greetingEdit: flow },
        handles: {
          send: { greetingEdit: (event) => actor.send(event) },
          back: () => {
            if (!isOpen) return false;
            actor.send({ type: 'greeting.closed' });
            return true;
          },
        },
      }}
      empty={
        <EmptyState
          icon="megaphone"
          {...(mayWrite
            ? { action: { title: 'Create greeting', keys: commands.keys('greetings.create'), onAct: () => commands.run('greetings.create') } }
            : {})}
        >
          No greetings yet. Callers hear the default greeting until you create one.
        </EmptyState>
      }
    />
  );
}
