/** API keys of the company, and the one that was just made. */
import { useQuery } from '@tanstack/react-query';
import type { ApiKey } from '#contract/apiKeys/entities.ts';
import { apiKeyScopeLabel, apiKeyStateLabel } from '#contract/apiKeys/enums.ts';
import { capitalize } from '#contract/text/capitalize.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { type PaneProps, useView } from '../../panes/index.ts';
import { PlainListPane } from '../../panes/PlainListPane.tsx';
import { ShownSecret } from '../../shared/ShownSecret.tsx';
import type { Column } from '../../table/index.ts';
import { FutureTime } from '../../ui/FutureTime.tsx';
import { Chip, EmptyState, RelativeTime } from '../../ui/index.ts';
import { createApiKeysQuery } from './data.ts';
import { shownKeys } from './keyStore.ts';

const none: readonly ApiKey[] = [];
const drops = ['created', 'createdBy', 'start', 'expires', 'scope', 'lastUsed'];

const formatSearchText = (row: ApiKey) => [row.name, row.start, row.role, apiKeyScopeLabel[row.scope], row.createdBy.name].join(' ');

function formatExpiry({ expiresAt, state }: ApiKey) {
  if (expiresAt === null) return <span>Never</span>;
  return state === 'expired' ? <RelativeTime at={expiresAt} /> : <FutureTime at={expiresAt} />;
}

const columns: readonly Column<ApiKey>[] = [
  { id: 'name', header: 'Name', width: 180, min: 120, grow: 2, hideable: false, rank: 'lead', render: (row) => <span title={row.name}>{row.name}</span> },
  {
    id: 'state',
    header: 'Status',
    width: 88,
    min: 64,
    render: (row) => (
      <Chip small {...(row.state === 'active' ? { tone: 'green' } : {})}>
        {apiKeyStateLabel[row.state]}
      </Chip>
    ),
  },
  { id: 'start', header: 'Prefix', width: 140, min: 96, rank: 'quiet', render: (row) => <code>{row.start}…</code> },
  { id: 'role', header: 'Role', width: 112, min: 88, rank: 'text', render: (row) => capitalize(row.role) },
  { id: 'scope', header: 'Scope', width: 120, min: 88, rank: 'text', render: (row) => apiKeyScopeLabel[row.scope] },
  {
    id: 'createdBy',
    header: 'Created by',
    width: 132,
    min: 88,
    grow: 1,
    rank: 'text',
    render: (row) => <span title={row.createdBy.name}>{row.createdBy.name}</span>,
  },
  { id: 'created', header: 'Created', width: 92, min: 64, align: 'end', rank: 'quiet', render: (row) => <RelativeTime at={row.createdAt} /> },
  {
    id: 'expires',
    header: 'Expires',
    width: 188,
    min: 112,
    align: 'end',
    rank: 'quiet',
    render: formatExpiry,
  },
  {
    id: 'lastUsed',
    header: 'Last used',
    width: 92,
    min: 64,
    align: 'end',
    rank: 'quiet',
    render: (row) => (row.lastUsedAt === null ? <span>Never</span> : <RelativeTime at={row.lastUsedAt} />),
  },
];

export function ApiKeysPane({ paneId }: PaneProps) {
  const app = useApp();
  const commands = useCommands();
  const companyId = useCompanyId();
  const query = useQuery({ ...createApiKeysQuery(app, companyId ?? 0), enabled: companyId !== null });
  const create = { title: 'Create API key', keys: commands.keys('apiKeys.create'), onAct: () => commands.run('apiKeys.create') };
  return (
    <PlainListPane
      paneId={paneId}
      kind="apiKey"
      scope="apiKeys"
      title="API keys"
      columns={columns}
      drops={drops}
      rows={query.data ?? none}
      query={query}
      getRowId={(row) => row.id}
      formatSearchText={formatSearchText}
      placeholder="Name, role or creator"
      rowTone={(row) => (row.state === 'active' ? 'plain' : 'dim')}
      actions={[{ icon: 'plus', label: 'Create API key', command: 'apiKeys.create' }]}
      above={<NewKey companyId={companyId} />}
      empty={
        <EmptyState icon="key" action={create}>
          No API keys yet. A key lets your own software use the API, within the key’s role and scope.
        </EmptyState>
      }
    />
  );
}

function NewKey({ companyId }: { readonly companyId: number | null }) {
  const { name, secret } = useView(shownKeys, companyId);
  if (secret === null) return null;
  return (
    <ShownSecret
      label="API key"
      secret={secret}
      copy={{ label: 'Copy API key', command: 'apiKeys.copySecret' }}
      hide={{ label: 'Hide API key', command: 'apiKeys.hideSecret' }}
    >
      Key of {name}. It isn’t shown again: copy it now, and send it as Authorization: Bearer.
    </ShownSecret>
  );
}
