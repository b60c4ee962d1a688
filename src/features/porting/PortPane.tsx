/** One port-in request: where it stands, its numbers, its papers, what happened. */
import { useQuery } from '@tanstack/react-query';
import type { PortRequest } from '#contract/porting/entities.ts';
import { portDocumentLabel, portStatusLabel } from '#contract/porting/enums.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { toPlainError } from '../../api/errors.ts';
import { PaneBody, PaneHeader, type PaneProps, useRegisterPane } from '../../panes/index.ts';
import sheet from '../../ui/Card.module.css';
import { CardRow } from '../../ui/CardRow.tsx';
import { ChipButton, displayPhone, EmptyState, ErrorState, formatAbsoluteTime, LoadingLine, PhoneText, SkeletonRows, useTimeZone } from '../../ui/index.ts';
import { createPortQuery } from './data.ts';
import css from './Porting.module.css';
import { formatNumbers, PortMark } from './portColumns.tsx';

export function PortPane({ paneId, params }: PaneProps) {
  const companyId = useCompanyId();
  const id = Number(params.id);
  if (companyId === null || !Number.isSafeInteger(id) || id <= 0)
    return (
      <>
        <PaneHeader title="Port-in request" />
        {companyId !== null && <EmptyState icon="phone-incoming">Select a request to see its status.</EmptyState>}
      </>
    );
  return <OnePort paneId={paneId} companyId={companyId} id={id} />;
}

function OnePort({ paneId, companyId, id }: { readonly paneId: string; readonly companyId: number; readonly id: number }) {
  const app = useApp();
  const query = useQuery(createPortQuery(app, companyId, id));
  const port = query.data;
  useRegisterPane(paneId, () => ({
    scopes: ['port'],
    rows: port ? { kind: 'port', rows: [port], mode: 'cursor', count: 1 } : null,
    subject: port ? formatNumbers(port) : null,
  }));
  return (
    <>
      <PaneHeader title="Port-in request" />
      <PaneBody>
        <LoadingLine active={query.isFetching} />
        {port && <Card port={port} />}
        {!port && query.isPending && <SkeletonRows rows={8} />}
        {!port && query.isError && (
          <ErrorState action={{ title: 'Try again', onAct: () => void query.refetch() }}>
            {toPlainError(query.error).status === 404 ? 'Request not found, or you don’t have access.' : toPlainError(query.error).message}
          </ErrorState>
        )}
      </PaneBody>
    </>
  );
}

function Card({ port }: { readonly port: PortRequest }) {
  const commands = useCommands();
  return (
    <div className={sheet.card} data-pane-focus tabIndex={0} role="group" aria-label={`Port-in request for ${formatNumbers(port)}`}>
      <div className={sheet.block}>
        <h3 className={sheet.name}>{formatNumbers(port)}</h3>
        <div className={sheet.chips}>
          <PortMark status={port.status} />
        </div>
        {port.reason && <p className={css.reason}>{port.reason}</p>}
        {port.numbers.some(({ status }) => status === 'rejected') && (
          <div className={sheet.chips}>
            <ChipButton icon="phone-incoming" keys={commands.keys('porting.begin')} onClick={() => commands.run('porting.begin')}>
              Start new request
            </ChipButton>
          </div>
        )}
      </div>
      <div className={sheet.block} role="group" aria-label="Numbers of the request">
        <h3 className={sheet.heading}>Numbers</h3>
        <ul className={css.list}>
          {port.numbers.map((each) => (
            <li key={each.number}>
              <PhoneText number={each.number} />
              <PortMark status={each.status} />
              {each.reason && <span className={css.quiet}>{each.reason}</span>}
            </li>
          ))}
        </ul>
      </div>
      <dl className={`${sheet.block} ${sheet.rows}`}>
        <CardRow label="From">{port.losingCarrier}</CardRow>
        <CardRow label="Account">
          {[port.customerName, port.accountEnding && `…${port.accountEnding}`, port.hasPin && 'PIN on file'].filter(Boolean).join(' · ')}
        </CardRow>
        <CardRow label="Authorized person">{`${port.authorizedName} · ${port.authorizedEmail}`}</CardRow>
        <CardRow label="Address">{`${port.street}, ${port.city}, ${port.state} ${port.zip}`}</CardRow>
        <CardRow label="Target date">{port.targetDate ?? 'Earliest available'}</CardRow>
      </dl>
      <div className={sheet.block} role="group" aria-label="Documents">
        <h3 className={sheet.heading}>Documents</h3>
        <div className={sheet.chips}>
          {port.documents.map(({ kind }) => (
            <ChipButton key={kind} icon="file" onClick={() => commands.run('porting.document', { kind })}>
              {portDocumentLabel[kind]}
            </ChipButton>
          ))}
        </div>
      </div>
      <Steps port={port} />
    </div>
  );
}

function Steps({ port: { statuses = [], numbers } }: { readonly port: PortRequest }) {
  const zone = useTimeZone();
  const isOne = numbers.length === 1;
  return (
    <div className={sheet.block} role="group" aria-label="History">
      <h3 className={sheet.heading}>History</h3>
      <ol className={css.list}>
        {statuses.map((step, at) => (
          <li key={at}>
            <time dateTime={step.at}>{formatAbsoluteTime(step.at, zone)}</time>
            <span>{step.number === null || isOne ? portStatusLabel[step.status] : `${displayPhone(step.number)}: ${portStatusLabel[step.status]}`}</span>
            {step.detail && <span className={css.quiet}>{step.detail}</span>}
          </li>
        ))}
      </ol>
    </div>
  );
}
