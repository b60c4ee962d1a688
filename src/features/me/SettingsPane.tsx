/** All settings there are, each with its present value: Enter runs the command that changes it. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Setting } from '#commands/me/types.ts';
import { type App, useApp, useAppState, useCompanyId, useMay } from '../../api/app.ts';
import { type CommandRunner, useCommands } from '../../api/commands.ts';
import { keys } from '../../api/queries.ts';
import { useCommandHost } from '../../keys/host.ts';
import type { PaneProps } from '../../panes/index.ts';
import { filterRows, PlainListPane } from '../../panes/PlainListPane.tsx';
import { createMutedQuery } from '../../shared/muted.ts';
import { useNumbers } from '../../shared/numbers.ts';
import type { Column } from '../../table/index.ts';
import { EmptyState, KeyCaps } from '../../ui/index.ts';
import { listSettings, markFirst } from './settings.ts';

const createPhonesQuery = (app: App) =>
  queryOptions({ queryKey: keys.me('phones'), queryFn: ({ signal }) => app.api.call('me.phones', { signal }), staleTime: 0 });
const createSessionsQuery = (app: App) =>
  queryOptions({ queryKey: keys.me('sessions'), queryFn: ({ signal }) => app.api.call('auth.sessions', { signal }), staleTime: 0 });

const createColumns = (commands: CommandRunner): readonly Column<Setting>[] => [
  {
    id: 'section',
    header: 'Section',
    width: 156,
    min: 88,
    rank: 'text',
    render: ({ section, isFirst }) => <span className={isFirst ? undefined : 'sr-only'}>{section}</span>,
  },
  { id: 'title', header: 'Setting', width: 184, min: 120, hideable: false, rank: 'lead', render: (row) => row.title },
  { id: 'value', header: 'Value', width: 136, min: 80, grow: 1, hideable: false, render: (row) => row.value },
  {
    id: 'keys',
    header: 'Shortcut',
    headerHidden: true,
    width: 72,
    min: 56,
    align: 'end',
    render: ({ command }) => <KeyCaps keys={commands.keys(command)} />,
  },
];
const drops = ['keys'];
const none: readonly Setting[] = [];
const formatSearchText = ({ section, title, value }: Setting) => `${section} ${title} ${value}`;

/** The answers of the server together: what is still awaited, what failed, and how to ask again. */
function useServerSettings() {
  const app = useApp();
  const companyId = useCompanyId();
  const may = useMay('conversations.read');
  const hasMuted = companyId !== null && may;
  const phones = useQuery(createPhonesQuery(app));
  const sessions = useQuery(createSessionsQuery(app));
  const muted = useQuery({ ...createMutedQuery(app, companyId ?? 0), enabled: hasMuted });
  const asked = [phones, sessions, ...(hasMuted ? [muted] : [])];
  const isKnown = phones.data !== undefined && sessions.data !== undefined && (!hasMuted || muted.data !== undefined);
  const failed = asked.find(({ isError }) => isError);
  const server = useMemo(
    () => (isKnown && phones.data && sessions.data ? { phones: phones.data.phones, sessions: sessions.data.data.length, muted: muted.data ?? [] } : null),
    [isKnown, phones.data, sessions.data, muted.data],
  );
  return {
    server,
    query: {
      isPending: server === null && failed === undefined,
      isFetching: asked.some(({ isFetching }) => isFetching),
      isError: failed !== undefined,
      error: failed?.error ?? null,
      refetch: () => Promise.all(asked.map(({ refetch }) => refetch())),
    },
  };
}

export function SettingsPane({ paneId }: PaneProps) {
  const host = useCommandHost();
  const commands = useCommands();
  const companyId = useCompanyId();
  const [q, setQ] = useState<string | undefined>();
  const { server, query } = useServerSettings();
  const columns = useMemo(() => createColumns(commands), [commands]);
  const user = useAppState((state) => state.user);
  const keymap = useAppState((state) => state.keymap);
  const preferences = useAppState((state) => state.preferences);
  const permissions = useAppState((state) => state.permissions);
  const numbers = useNumbers(companyId);
  // The context itself is not followed: the pane is part of what changes it.
  const all = useMemo(
    () => (server === null ? none : listSettings(host.registry, { ...host.source.get(), user, keymap, preferences, permissions, numbers }, server)),
    [host, server, user, keymap, preferences, permissions, numbers],
  );
  const rows = useMemo(() => markFirst(filterRows(all, q, formatSearchText)), [all, q]);
  return (
    <PlainListPane
      paneId={paneId}
      kind="setting"
      scope="settings"
      title="Settings"
      detail={user === null ? '' : `${user.name} · ${user.email}`}
      columns={columns}
      drops={drops}
      rows={rows}
      query={query}
      getRowId={(row) => row.id}
      formatSearchText={formatSearchText}
      placeholder="Setting, section or value"
      search={{ q, set: setQ }}
      onOpen={({ command, args }) => commands.run(command, args)}
      empty={<EmptyState icon="settings">No settings yet.</EmptyState>}
    />
  );
}
