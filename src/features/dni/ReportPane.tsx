/** One report: calls and visits by pool and source. */
import { useQuery } from '@tanstack/react-query';
import type { DniReport } from '#contract/dni/entities.ts';
import { getZoneLabel } from '#contract/text/zones.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { toPlainError } from '../../api/errors.ts';
import { PaneBody, PaneHeader, type PaneProps, useRegisterPane } from '../../panes/index.ts';
import sheet from '../../ui/Card.module.css';
import { EmptyState, ErrorState, LoadingLine, SkeletonRows } from '../../ui/index.ts';
import css from './Dni.module.css';
import { createReportsQuery } from './data.ts';
import { formatReportDays } from './reportDays.ts';

export function ReportPane({ paneId, params }: PaneProps) {
  const companyId = useCompanyId();
  const id = Number(params.id);
  if (companyId === null || !Number.isSafeInteger(id) || id <= 0)
    return (
      <>
        <PaneHeader title="DNI report" />
        {companyId !== null && <EmptyState icon="chart">Select a report to see its calls.</EmptyState>}
      </>
    );
  return <OneReport paneId={paneId} companyId={companyId} id={id} />;
}

function OneReport({ paneId, companyId, id }: { readonly paneId: string; readonly companyId: number; readonly id: number }) {
  const app = useApp();
  const query = useQuery(createReportsQuery(app, companyId));
  const report = query.data?.find((each) => each.id === id);
  useRegisterPane(paneId, () => ({ scopes: ['dniReport'], subject: report ? report.scopeName : null }));
  return (
    <>
      <PaneHeader title="DNI report" />
      <PaneBody>
        <LoadingLine active={query.isFetching} />
        {report && <Report report={report} />}
        {!report && query.isPending && <SkeletonRows rows={8} />}
        {!report && query.isSuccess && <EmptyState icon="chart">Report not found, or you don’t have access.</EmptyState>}
        {!report && query.isError && (
          <ErrorState action={{ title: 'Try again', onAct: () => void query.refetch() }}>{toPlainError(query.error).message}</ErrorState>
        )}
      </PaneBody>
    </>
  );
}

const counts = ['sessions', 'calls', 'answered', 'missed', 'firstTime', 'leads', 'value'] as const;
/** Columns that are there whatever the counts; the others only where they say something. */
const always: ReadonlySet<string> = new Set(['sessions', 'calls', 'answered', 'missed']);
const heads: Readonly<Record<(typeof counts)[number], string>> = {
  sessions: 'Sessions',
  calls: 'Calls',
  answered: 'Answered',
  missed: 'Missed',
  firstTime: 'First-time',
  leads: 'Leads',
  value: 'Value',
};
const format = (count: number) => (count === 0 ? '–' : count.toLocaleString('en-US'));

function Report({ report }: { readonly report: DniReport }) {
  const isOfMany = report.scope === 'businessUnit';
  const columns = counts.filter((name) => always.has(name) || report.totals[name] > 0);
  return (
    <div className={sheet.card} data-pane-focus tabIndex={0} role="group" aria-label={`DNI report of ${report.scopeName}`}>
      <div className={sheet.block}>
        <h3 className={sheet.name}>{report.scopeName}</h3>
        <p className={css.quiet}>{`${formatReportDays(report)}, ${getZoneLabel(report.timezone)}`}</p>
      </div>
      <div className={`${sheet.block} ${css.scroll}`} tabIndex={0} role="group" aria-label="Calls by pool and source">
        {report.rows.length === 0 ? (
          <p className={css.quiet}>No calls and no visitor sessions in these days.</p>
        ) : (
          <table className={css.table}>
            <thead>
              <tr>
                {isOfMany && <th scope="col">Company</th>}
                <th scope="col">Pool</th>
                <th scope="col">Source</th>
                {columns.map((name) => (
                  <th key={name} scope="col" className={css.count}>
                    {heads[name]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {report.rows.map((row) => (
                <tr key={`${row.companyId} ${row.poolId} ${row.source}`}>
                  {isOfMany && <td>{row.companyName}</td>}
                  <td>{row.poolName}</td>
                  <td>{row.source}</td>
                  {columns.map((name) => (
                    <td key={name} className={css.count}>
                      {format(row[name])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={isOfMany ? 3 : 2}>
                  Total
                </th>
                {columns.map((name) => (
                  <td key={name} className={css.count}>
                    {format(report.totals[name])}
                  </td>
                ))}
              </tr>
            </tfoot>
          </table>
        )}
      </div>
    </div>
  );
}
