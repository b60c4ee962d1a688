/** One number: what it is, what it costs, what hangs on it. Everything that can be changed is a command away. */

import { useQuery } from '@tanstack/react-query';
import { formatCount } from '#commands/core/rows.ts';
import { formatDollars } from '#contract/core/money.ts';
import type { NumberDetail } from '#contract/numbers/entities.ts';
import { lineTypeLabel, numberProviderLabel, numberStatusLabel, numberTypeLabel } from '#contract/numbers/enums.ts';
import { useApp, useCompanyId, useMay } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { toPlainError } from '../../api/errors.ts';
import { PaneBody, PaneHeader, type PaneProps, useRegisterPane } from '../../panes/index.ts';
import sheet from '../../ui/Card.module.css';
import { CardRow } from '../../ui/CardRow.tsx';
import { Chip, EmptyState, ErrorState, IconButton, LoadingLine, PhoneText, RelativeTime, SkeletonRows } from '../../ui/index.ts';
import { createNumberQuery } from './data.ts';
import css from './Number.module.css';
import { formatRouting } from './numberColumns.tsx';

export function NumberPane({ paneId, params }: PaneProps) {
  const app = useApp();
  const commands = useCommands();
  const companyId = useCompanyId();
  const mayWrite = useMay('numbers.write');
  const id = Number(params.id);
  const isId = Number.isSafeInteger(id) && id > 0;
  const query = useQuery({ ...createNumberQuery(app, companyId ?? 0, id), enabled: companyId !== null && isId });
  const number = isId ? (query.data ?? null) : null;
  useRegisterPane(paneId, () => ({ scopes: ['number'], open: { number: number ?? undefined }, subject: number ? number.label || number.number : null }));
  return (
    <>
      <PaneHeader title="Number">
        {mayWrite && number && (
          <IconButton
            name="pencil"
            label="Change the label of the number"
            keys={commands.keys('numbers.label')}
            onClick={() => commands.run('numbers.label')}
          />
        )}
      </PaneHeader>
      <PaneBody>
        <LoadingLine active={query.isFetching} />
        {number && <Card number={number} />}
        {!isId && <EmptyState icon="hash">Select a number to see its details.</EmptyState>}
        {isId && query.isPending && <SkeletonRows rows={8} />}
        {query.isError && (
          <ErrorState action={{ title: 'Try again', onAct: () => void query.refetch() }}>
            {toPlainError(query.error).status === 404 ? 'Number not found, or you don’t have access.' : toPlainError(query.error).message}
          </ErrorState>
        )}
      </PaneBody>
    </>
  );
}

const getProvider = (id: number): string => {
  const label = Object.entries(numberProviderLabel).find(([known]) => Number(known) === id)?.[1] ?? '';
  return label.charAt(0).toUpperCase() + label.slice(1);
};
const formatOnOff = (isOn: boolean) => (isOn ? 'on' : 'off');
const events = { call: 'Inbound call', voicemail: 'New voicemail', message: 'Inbound text', fax: 'Inbound fax' } as const;
const actions = { lead: 'mark as lead', archive: 'archive conversation', note: 'noted' } as const;

function Card({ number }: { number: NumberDetail }) {
  const type = number.type === 2 ? numberTypeLabel[2] : number.type === 3 ? numberTypeLabel[3] : numberTypeLabel[1];
  return (
    <div className={`${sheet.card} ${css.card}`} data-pane-focus tabIndex={0} role="group" aria-label={`Number ${number.label || number.number}`}>
      <div className={sheet.block}>
        <h3 className={sheet.name}>{number.label || <PhoneText number={number.number} mono={false} />}</h3>
        <PhoneText number={number.number} />
        {number.vanity && <span className={sheet.none}> {number.vanity}</span>}
        <div className={sheet.chips}>
          {number.status !== 0 && <Chip tone={number.status === 1 ? 'amber' : 'red'}>{numberStatusLabel[number.status]}</Chip>}
          {number.tags.map((tag) => (
            <Chip key={tag.id}>{tag.name}</Chip>
          ))}
        </div>
      </div>
      <dl className={`${sheet.block} ${sheet.rows}`}>
        <CardRow label="Type">{`${type}, ${lineTypeLabel[number.lineType === 2 ? 2 : 1]}`}</CardRow>
        <CardRow label="Call routing">{[formatRouting(number), number.lineType === 2 ? '' : number.hoursLabel].filter(Boolean).join(', ')}</CardRow>
        <CardRow label="Texting">{formatOnOff(number.smsEnabled)}</CardRow>
        <CardRow label="Transcription">{formatOnOff(number.callTranscriptionEnabled)}</CardRow>
        <CardRow label="Provider">{getProvider(number.providerId)}</CardRow>
        <CardRow label="Monthly cost">{number.monthlyCost > 0 ? formatDollars(number.monthlyCost) : ''}</CardRow>
        <CardRow label="Calls, 30 days">{formatCount(number.calls30Days, 'call')}</CardRow>
        <CardRow label="Added">
          <RelativeTime at={number.createdAt} />
        </CardRow>
        {number.port && <CardRow label="Origin">Ported in</CardRow>}
        {number.eavAttributeValues.map((each) => (
          <CardRow key={each.attributeId} label={each.name}>
            {each.value}
          </CardRow>
        ))}
      </dl>
      <div className={sheet.block}>
        <h4 className={sheet.heading}>Triggers</h4>
        {number.triggers.length === 0 && <span className={sheet.none}>No triggers.</span>}
        {number.triggers.map((trigger) => (
          <p key={trigger.id} className={css.line}>
            {`${events[trigger.event]}: ${actions[trigger.action]}${trigger.value === null ? '' : `, “${trigger.value}”`}${trigger.isEnabled ? '' : ' (off)'}`}
          </p>
        ))}
      </div>
    </div>
  );
}
