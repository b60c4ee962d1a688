/** Integrations in one table; the form takes the list's place while one is added or changed. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { FlowView } from '#commands/core/types.ts';
import type { IntegrationRow } from '#commands/integrations/types.ts';
import { vendorIcons } from '#commands/integrations/vendorIcons.ts';
import { conversionKindLabel, type IntegrationStatus, integrationStatusLabel, type OAuthProvider, providerLabel } from '#contract/integrations/enums.ts';
import { integrationLimits } from '#contract/integrations/limits.ts';
import { formatNumber } from '#contract/text/number.ts';
import { type Ga4Snapshot, getReason, userEvents } from '#machines/ga4Integration/index.ts';
import { getReason as getOAuthReason, userEvents as oauthEvents } from '#machines/integration/index.ts';
import { isIn } from '#machines/state.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { FormPane } from '../../panes/FormPane.tsx';
import { PaneHeader, type PaneProps } from '../../panes/index.ts';
import { PlainListPane } from '../../panes/PlainListPane.tsx';
import { UnsavedDrafts } from '../../panes/UnsavedLine.tsx';
import { useFlow } from '../../panes/useFlow.ts';
import { useKeptDrafts } from '../../store/keptDrafts.ts';
import type { Column } from '../../table/index.ts';
import { Chip, EmptyState, Icon, RelativeTime } from '../../ui/index.ts';
import { formatAdAccount, isAds } from './adsCalls.ts';
import { createIntegrationsQuery, type IntegrationList } from './data.ts';
import { Ga4Form } from './Ga4Form.tsx';
import { type Ga4Actor, ga4Drafts, ga4Store } from './ga4Store.ts';
import { oauthStore } from './oauthStore.ts';

const none: readonly IntegrationRow[] = [];
const drops = ['waiting', 'lastSent', 'problem', 'unknown', 'refused', 'events'];

const getEvents = (row: IntegrationRow) => (row.provider === 'ga4' ? row.events : row.config.events);
/** Events that are told, each with its rule: `Lead (longer:60), call`. */
const formatEvents = (row: IntegrationRow) =>
  getEvents(row)
    .map((kind, at) => {
      const rule = row.rules.find((each) => each.kind === kind)?.rule;
      return `${at === 0 ? conversionKindLabel[kind] : conversionKindLabel[kind].toLowerCase()}${rule === undefined ? '' : ` (${rule})`}`;
    })
    .join(', ');
const getVendor = (row: IntegrationRow) => providerLabel[row.provider];
/** The stream, the workspace with its channel, the account of ads, or the stage of a CRM's deals with its account: the choice first, since the end may be cut. */
const formatAccount = (row: IntegrationRow) => {
  if (row.provider === 'ga4') return row.measurementId;
  if (row.provider === 'team-chat') return row.config.channelName === null ? row.name : `${row.name} #${row.config.channelName}`;
  if (isAds(row)) {
    const account = formatAdAccount(row);
    return account === null ? row.name : `${account} · ${row.name}`;
  }
  return row.config.stageName === null ? row.name : `${row.config.pipelineName}, ${row.config.stageName} · ${row.name}`;
};
/** The status of a row; one that is at work may have a problem all the same. */
const getStatus = (row: IntegrationRow): IntegrationStatus => (row.provider === 'ga4' ? (row.isActive ? 'active' : 'inactive') : row.status);
/** Names the day on which a connection ends that can’t be renewed, once it is near; null elsewhere. */
const formatEnding = (row: IntegrationRow): string | null => {
  if (row.provider === 'ga4' || row.endsAt === null || Date.parse(row.endsAt) - Date.now() > integrationLimits.endingDays * 86_400_000) return null;
  return `Ends ${endingFormat.format(new Date(row.endsAt))}`;
};
const endingFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const formatProblem = (row: IntegrationRow): string => {
  const ending = formatEnding(row);
  return row.problem ?? (ending === null ? '' : `${ending}. Reconnect before then.`);
};
const formatCount = (count: number) => (count === 0 ? '' : formatNumber(count));
const brands: Readonly<Record<OAuthProvider, string>> = {
  'team-chat': 'Slack',
  'lead-crm': 'HubSpot',
  'google-ads': 'AdWords',
  'meta-ads': 'Facebook Instagram',
  'microsoft-ads': 'Bing',
};
const formatSearchText = (row: IntegrationRow) =>
  [getVendor(row), row.provider === 'ga4' ? '' : brands[row.provider], formatAccount(row), formatEvents(row), formatProblem(row)].join(' ');

const columns: readonly Column<IntegrationRow>[] = [
  {
    id: 'vendor',
    header: 'Vendor',
    headerHidden: true,
    width: 32,
    min: 32,
    hideable: false,
    render: (row) => <Icon name={vendorIcons[row.provider]} tone="muted" />,
  },
  { id: 'name', header: 'Integration', width: 150, min: 110, hideable: false, rank: 'lead', render: (row) => <span>{getVendor(row)}</span> },
  {
    id: 'account',
    header: 'Account',
    width: 190,
    min: 110,
    grow: 1,
    hideable: false,
    rank: 'text',
    render: (row) => <span title={formatAccount(row)}>{formatAccount(row)}</span>,
  },
  {
    id: 'status',
    header: 'Status',
    width: 100,
    min: 64,
    render: (row) => {
      const status = getStatus(row);
      if (status === 'inactive') return <Chip small>{integrationStatusLabel.inactive}</Chip>;
      if (status === 'reconnect')
        return (
          <Chip small tone="red">
            {integrationStatusLabel.reconnect}
          </Chip>
        );
      if (status === 'connected')
        return (
          <Chip small tone="amber">
            {row.provider === 'team-chat' ? 'No channel' : integrationStatusLabel.connected}
          </Chip>
        );
      const ending = formatEnding(row);
      if (row.problem === null && ending !== null)
        return (
          <Chip small tone="amber">
            {ending}
          </Chip>
        );
      return (
        <Chip small tone={row.problem === null ? 'green' : 'red'}>
          {row.problem === null ? integrationStatusLabel.active : 'Problem'}
        </Chip>
      );
    },
  },
  { id: 'events', header: 'Events', width: 200, min: 96, grow: 1, rank: 'text', render: (row) => <span title={formatEvents(row)}>{formatEvents(row)}</span> },
  { id: 'waiting', header: 'Waiting', width: 72, min: 60, align: 'end', rank: 'text', render: (row) => <span>{formatCount(row.conversions.waiting)}</span> },
  { id: 'accepted', header: 'Accepted', width: 80, min: 68, align: 'end', rank: 'text', render: (row) => <span>{formatCount(row.conversions.accepted)}</span> },
  { id: 'refused', header: 'Refused', width: 76, min: 64, align: 'end', rank: 'text', render: (row) => <span>{formatCount(row.conversions.refused)}</span> },
  {
    id: 'unknown',
    header: 'Not confirmed',
    width: 104,
    min: 72,
    align: 'end',
    rank: 'text',
    render: (row) => <span>{formatCount(row.conversions.unknown)}</span>,
  },
  {
    id: 'problem',
    header: 'Problem',
    width: 180,
    min: 96,
    grow: 1,
    rank: 'quiet',
    render: (row) => <span title={formatProblem(row) || undefined}>{formatProblem(row)}</span>,
  },
  {
    id: 'lastSent',
    header: 'Last accepted',
    width: 104,
    min: 64,
    align: 'end',
    rank: 'quiet',
    render: (row) => (row.lastSentAt === null ? <span /> : <RelativeTime at={row.lastSentAt} />),
  },
];

export function IntegrationsPane({ paneId }: PaneProps) {
  const companyId = useCompanyId();
  return companyId === null ? <PaneHeader title="Integrations" /> : <Integrations key={companyId} paneId={paneId} companyId={companyId} />;
}

interface Props {
  readonly paneId: string;
  readonly companyId: number;
  readonly actor: Ga4Actor;
  readonly snapshot: Ga4Snapshot;
  readonly flow: FlowView;
}

function Integrations(place: Pick<Props, 'paneId' | 'companyId'>) {
  const { entry, snapshot, flow } = useFlow(ga4Store, place.companyId, { userEvents, getReason });
  const props = { ...place, actor: entry.actor, snapshot, flow };
  return isIn(snapshot, 'editing', 'saving') ? <Form {...props} /> : <List {...props} />;
}

function Form({ paneId, companyId, actor, snapshot, flow }: Props) {
  const { id, savedMeasurementId } = snapshot.context.draft;
  return (
    <FormPane
      paneId={paneId}
      title={id === null ? 'Connect Google Analytics' : 'Edit GA4 integration'}
      subject={id === null ? 'New integration' : savedMeasurementId}
      scopes={['ga4Form', 'integrations']}
      flows={{ ga4Integration: flow }}
      send={{ ga4Integration: (event) => actor.send(event) }}
      getCloseReason={() => getReason(actor.getSnapshot(), 'stream.closed')}
      onClose={() => actor.send({ type: 'stream.closed' })}
      closeCommand="integrations.closeGa4"
    >
      <Ga4Form companyId={companyId} actor={actor} snapshot={snapshot} />
    </FormPane>
  );
}

/** Opens a row of each vendor. */
const openCommand = {
  ga4: 'integrations.editGa4',
  'team-chat': 'integrations.chooseChannel',
  'lead-crm': 'integrations.chooseStage',
  'google-ads': 'integrations.chooseAdAccount',
  'meta-ads': 'integrations.choosePixel',
  'microsoft-ads': 'integrations.chooseMicrosoftAccount',
} as const;

/** Vendors that the bar offers to connect; the palette offers all. */
const connectActions = {
  'team-chat': { icon: vendorIcons['team-chat'], label: 'Connect team chat', command: 'integrations.connectChat' },
  'lead-crm': { icon: vendorIcons['lead-crm'], label: 'Connect lead CRM', command: 'integrations.connectCrm' },
} as const;
const connectedInBar = ['team-chat', 'lead-crm'] as const;

/** The flow of a vendor, told what the server has. */
function useVendor(companyId: number, provider: OAuthProvider, data: IntegrationList | undefined) {
  const vendor = useFlow(oauthStore, { companyId, provider }, { userEvents: oauthEvents, getReason: getOAuthReason });
  const { actor } = vendor.entry;
  useEffect(() => {
    if (!data) return;
    const integration = data.oauth.find((each) => each.provider === provider) ?? null;
    actor.send({ type: 'integration.read', integration, isSetUp: data.setUp.includes(provider) });
  }, [data, actor, provider]);
  return vendor;
}

function List({ paneId, companyId, actor, snapshot, flow }: Props) {
  const app = useApp();
  const commands = useCommands();
  const query = useQuery(createIntegrationsQuery(app, companyId));
  const kept = useKeptDrafts(ga4Drafts, companyId, query.data?.rows ?? none);
  const chat = useVendor(companyId, 'team-chat', query.data);
  const crm = useVendor(companyId, 'lead-crm', query.data);
  const ads = useVendor(companyId, 'google-ads', query.data);
  const metaAds = useVendor(companyId, 'meta-ads', query.data);
  const microsoftAds = useVendor(companyId, 'microsoft-ads', query.data);
  const vendors = { 'team-chat': chat, 'lead-crm': crm, 'google-ads': ads, 'meta-ads': metaAds, 'microsoft-ads': microsoftAds };
  const { data } = query;
  const isConnectable = (provider: OAuthProvider) => data?.setUp.includes(provider) === true && !data.oauth.some((each) => each.provider === provider);
  const isLeaving = (row: IntegrationRow) =>
    row.provider === 'ga4' ? isIn(snapshot, 'deleting') && snapshot.context.target?.id === row.id : isIn(vendors[row.provider].snapshot, 'deleting');
  const connectGa4 = { title: 'Connect Google Analytics', keys: commands.keys('integrations.beginGa4'), onAct: () => commands.run('integrations.beginGa4') };
  return (
    <PlainListPane
      paneId={paneId}
      kind="integration"
      scope="integrations"
      title="Integrations"
      columns={columns}
      drops={drops}
      rows={data?.rows ?? none}
      query={query}
      getRowId={(row) => row.id}
      formatSearchText={formatSearchText}
      placeholder="Account, event or problem"
      onOpen={(row) => commands.run(row.provider !== 'ga4' && row.status === 'reconnect' ? 'integrations.reconnect' : openCommand[row.provider])}
      above={<UnsavedDrafts names={kept.map((draft) => draft.savedMeasurementId || draft.measurementId.trim() || 'new integration')} />}
      rowTone={(row) => (getStatus(row) !== 'inactive' && !isLeaving(row) ? 'plain' : 'dim')}
      actions={[
        { icon: vendorIcons.ga4, label: 'Connect Google Analytics', command: 'integrations.beginGa4' },
        ...connectedInBar.filter(isConnectable).map((provider) => connectActions[provider]),
      ]}
      more={{
        flows: {
          ga4Integration: flow,
          integration: chat.flow,
          crmIntegration: crm.flow,
          adsIntegration: ads.flow,
          metaAdsIntegration: metaAds.flow,
          microsoftAdsIntegration: microsoftAds.flow,
        },
        handles: {
          send: {
            ga4Integration: (event) => actor.send(event),
            integration: (event) => chat.entry.actor.send(event),
            crmIntegration: (event) => crm.entry.actor.send(event),
            adsIntegration: (event) => ads.entry.actor.send(event),
            metaAdsIntegration: (event) => metaAds.entry.actor.send(event),
            microsoftAdsIntegration: (event) => microsoftAds.entry.actor.send(event),
          },
        },
      }}
      empty={
        <EmptyState icon="chart" action={connectGa4}>
          No integrations yet. Send calls, texts and leads to your analytics, your ads, your team chat or your CRM: search for “connect” in the command palette.
        </EmptyState>
      }
    />
  );
}
