/** Card section with where a call came from: its source, and the visitors who had its number, each with its chance where there are several. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CallSource } from '#contract/dni/entities.ts';
import { deviceTypeLabel } from '#contract/dni/enums.ts';
import { type App, useApp, useMay } from '../api/app.ts';
import { useCommands } from '../api/commands.ts';
import { keys } from '../api/queries.ts';
import sheet from '../ui/Card.module.css';
import { CardRow } from '../ui/CardRow.tsx';
import { ChipButton, RelativeTime } from '../ui/index.ts';

const createCallSourceQuery = (app: App, companyId: number, callId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'calls', 'source', callId),
    queryFn: ({ signal }) => app.api.call('dni.callSource', { companyId, params: { callId }, signal }),
  });

/** Shows where a call came from; nothing for calls of numbers outside of pools. */
export function CallSourceCard({ companyId, callId }: { readonly companyId: number; readonly callId: number }) {
  const app = useApp();
  const { data } = useQuery(createCallSourceQuery(app, companyId, callId));
  if (!data || (data.pool === null && data.visitors.length === 0)) return null;
  return (
    <div className={sheet.block} role="group" aria-label="Source">
      <h3 className={sheet.heading}>Source</h3>
      {data.visitors.length === 0 ? (
        <NoVisitor source={data} />
      ) : (
        data.visitors.map((visitor, index) => <Visitor key={visitor.activityId ?? index} visitor={visitor} of={data} />)
      )}
      <OpenVisit source={data} />
    </div>
  );
}

function NoVisitor({ source: { source, pool } }: { readonly source: CallSource }) {
  return (
    <dl className={sheet.rows}>
      <CardRow label="Source">{source}</CardRow>
      <CardRow label="Pool">{pool?.name}</CardRow>
      <CardRow label="Visitor">No visitor had this number when it was called</CardRow>
    </dl>
  );
}

function Visitor({ visitor, of }: { readonly visitor: CallSource['visitors'][number]; readonly of: CallSource }) {
  const isSure = of.visitors.length === 1;
  return (
    <dl className={sheet.rows} data-share={visitor.share.toFixed(2)}>
      <CardRow label={isSure ? 'Source' : `${Math.round(visitor.share * 100)}% likely`}>
        {[visitor.source, visitor.sourceDetail].filter((part) => part !== null).join(': ')}
      </CardRow>
      {visitor.firstSource !== visitor.source && <CardRow label="First source">{visitor.firstSource}</CardRow>}
      {visitor.campaign !== null && <CardRow label="Campaign">{visitor.campaign}</CardRow>}
      <CardRow label="Last page">
        {visitor.lastPage}, <RelativeTime at={visitor.lastSeenAt} />
      </CardRow>
      {isSure && <CardRow label="Landing page">{visitor.landingPage}</CardRow>}
      <CardRow label="Device">{deviceTypeLabel[visitor.deviceType]}</CardRow>
      {isSure && <CardRow label="Pool">{of.pool?.name}</CardRow>}
    </dl>
  );
}

function OpenVisit({ source: { visitors } }: { readonly source: CallSource }) {
  const commands = useCommands();
  const may = useMay('dni.read');
  if (!may || visitors[0]?.activityId === undefined || visitors[0].activityId === null) return null;
  return (
    <div className={sheet.chips}>
      <ChipButton icon="globe" keys={commands.keys('dni.openVisitOfCall')} onClick={() => commands.run('dni.openVisitOfCall')}>
        Open visit
      </ChipButton>
    </div>
  );
}
