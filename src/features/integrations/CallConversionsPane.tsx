/** Conversions of a call at each integration, with their outcome and its reason. */
import { useQuery } from '@tanstack/react-query';
import type { CallConversion, CallConversions } from '#contract/integrations/entities.ts';
import { type ConversionState, conversionKindLabel, conversionStateLabel, providerLabel } from '#contract/integrations/enums.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { toPlainError } from '../../api/errors.ts';
import { PaneBody, PaneHeader, type PaneProps, useRegisterPane } from '../../panes/index.ts';
import sheet from '../../ui/Card.module.css';
import { CardRow } from '../../ui/CardRow.tsx';
import { FutureTime } from '../../ui/FutureTime.tsx';
import { Chip, EmptyState, ErrorState, LoadingLine, RelativeTime, SkeletonRows } from '../../ui/index.ts';
import { createCallConversionsQuery } from './data.ts';
import css from './Integrations.module.css';

export function CallConversionsPane({ paneId, params }: PaneProps) {
  const companyId = useCompanyId();
  const id = Number(params.id);
  if (companyId === null || !Number.isSafeInteger(id) || id <= 0)
    return (
      <>
        <PaneHeader title="Conversions of a call" />
        {companyId !== null && <EmptyState icon="circle-help">Select a call to see its conversions.</EmptyState>}
      </>
    );
  return <OneCall key={`${companyId}/${id}`} paneId={paneId} companyId={companyId} id={id} />;
}

function OneCall({ paneId, companyId, id }: { readonly paneId: string; readonly companyId: number; readonly id: number }) {
  const app = useApp();
  const commands = useCommands();
  const query = useQuery(createCallConversionsQuery(app, companyId, id));
  useRegisterPane(paneId, () => ({ scopes: ['callConversions'], subject: null }));
  const told = query.data;
  return (
    <>
      <PaneHeader title="Conversions of a call" />
      <PaneBody>
        <LoadingLine active={query.isFetching} />
        {told && told.data.length > 0 && <Card told={told} />}
        {told && told.data.length === 0 && (
          <EmptyState
            icon="chart"
            action={{ title: 'Connect Google Analytics', keys: commands.keys('integrations.beginGa4'), onAct: () => commands.run('integrations.beginGa4') }}
          >
            No integrations yet, so no call is reported anywhere.
          </EmptyState>
        )}
        {!told && query.isPending && <SkeletonRows rows={6} />}
        {!told && query.isError && (
          <ErrorState action={{ title: 'Try again', onAct: () => void query.refetch() }}>
            {toPlainError(query.error).status === 404 ? 'Call not found, or you don’t have access.' : toPlainError(query.error).message}
          </ErrorState>
        )}
      </PaneBody>
    </>
  );
}

const stateTones: Readonly<Record<ConversionState, 'green' | 'amber' | 'red' | undefined>> = {
  held: 'amber',
  intent: 'amber',
  accepted: 'green',
  refused: 'red',
  unknown: 'amber',
  withdrawn: undefined,
};

function Card({ told }: { readonly told: CallConversions }) {
  const groups = [...Map.groupBy(told.data, ({ integrationId }) => integrationId).values()];
  return (
    <div className={sheet.card} data-pane-focus tabIndex={0} role="group" aria-label="Conversions of a call">
      {told.data.some(({ provider }) => provider === 'ga4') && (
        <dl className={`${sheet.block} ${sheet.rows} ${css.facts}`}>
          <CardRow label="Website visitor">{told.hasVisitor ? 'Known' : 'Unknown: no visitor was shown this number'}</CardRow>
          <CardRow label="Analytics ID">
            {told.hasClientId ? 'Known: events join the visitor’s session' : 'Unknown: the caller counts as a visitor of their own'}
          </CardRow>
        </dl>
      )}
      {groups.map((rows) => (
        <div key={rows[0]?.integrationId} className={sheet.block}>
          <h3 className={sheet.heading}>
            {rows[0] && providerLabel[rows[0].provider]}, {rows[0]?.integrationName}
          </h3>
          <ul className={css.conversions}>
            {rows.map((row) => (
              <li key={row.kind} data-kind={row.kind} data-state={row.state ?? 'none'}>
                <span className={css.kind}>{conversionKindLabel[row.kind]}</span>
                <span className={css.mark}>
                  <Mark state={row.state} />
                </span>
                <span className={css.reason}>
                  {row.reason}
                  <When row={row} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function Mark({ state }: { readonly state: CallConversion['state'] }) {
  if (state === null) return <Chip small>Not counted</Chip>;
  const tone = stateTones[state];
  return (
    <Chip small {...(tone === undefined ? {} : { tone })}>
      {conversionStateLabel[state]}
    </Chip>
  );
}

function When({ row }: { readonly row: CallConversion }) {
  if (row.dueAt !== null)
    return (
      <span className={css.quiet}>
        {' '}
        Leaves: <FutureTime at={row.dueAt} />
      </span>
    );
  if (row.sentAt === null) return null;
  return (
    <span className={css.quiet}>
      {' '}
      <RelativeTime at={row.sentAt} />
      {row.isMatched === true && ', with the visitor’s ID'}
    </span>
  );
}
