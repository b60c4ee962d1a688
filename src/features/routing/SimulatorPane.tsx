/** Simulator: a call played ahead of time, step by step, each with its reason; and the faults in the number's routing. */
import { useQuery } from '@tanstack/react-query';
import type { SimulatedCall } from '#contract/routing/entities.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { PaneBody, PaneHeader, type PaneProps, useRegisterPane, useView } from '../../panes/index.ts';
import { useNumbers } from '../../shared/numbers.ts';
import { displayPhone, EmptyState, ErrorState, formatNumberName, Icon, IconButton, type IconName, LoadingLine, useTimeZone } from '../../ui/index.ts';
import { createLintsQuery, createSimulationQuery, simulations } from './data.ts';
import css from './Routing.module.css';

const icons: Readonly<Record<string, IconName>> = {
  caller: 'check',
  greeting: 'volume',
  menu: 'hash',
  extension: 'hash',
  hours: 'clock',
  caps: 'shield',
  skipped: 'clock',
  ring: 'phone-incoming',
  answered: 'check',
  unanswered: 'phone-missed',
  voicemail: 'voicemail',
  rejected: 'ban',
};

const formatClock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

function Steps({ call }: { call: SimulatedCall }) {
  const { callerId } = call;
  return (
    <>
      <ol className={css.steps}>
        {call.steps.map(({ at, kind, title, why }, place) => (
          <li key={place}>
            <Icon name={icons[kind] ?? 'info'} tone="muted" />
            <span>{title}</span>
            <span className={css.clock}>{formatClock(at)}</span>
            {why !== '' && <span className={css.why}>{why}</span>}
          </li>
        ))}
        <li>
          <Icon name="id-card" tone="muted" />
          <span>
            {callerId === null
              ? 'No destination is called'
              : `Caller ID shown: ${displayPhone(callerId.number)}, ${callerId.isCallers ? 'the caller’s number' : 'your number'}`}
          </span>
        </li>
      </ol>
      {call.lints.map(({ message, level }) => (
        <p key={message} className={css.lint} data-level={level}>
          <Icon name="warning" tone={level === 'error' ? 'red' : 'amber'} label={level} />
          <span>{message}</span>
        </p>
      ))}
    </>
  );
}

function LintList({ companyId }: { companyId: number }) {
  const app = useApp();
  const { data } = useQuery(createLintsQuery(app, companyId));
  if (!data) return null;
  const wrong = data.data.filter(({ lints }) => lints.some(({ level }) => level === 'error')).length;
  return (
    <p className={css.lint} data-level={wrong === 0 ? undefined : 'error'}>
      <Icon name={wrong === 0 ? 'check' : 'warning'} tone={wrong === 0 ? 'green' : 'amber'} />
      <span>
        {data.checked.toLocaleString('en-US')} {data.checked === 1 ? 'number' : 'numbers'} checked,{' '}
        {wrong === 0 ? 'no problems found' : `${wrong.toLocaleString('en-US')} with problems`}.
      </span>
    </p>
  );
}

export function SimulatorPane({ paneId, params }: PaneProps) {
  const app = useApp();
  const commands = useCommands();
  const companyId = useCompanyId();
  const zone = useTimeZone();
  const input = useView(simulations, companyId);
  const numberId = input.numberId ?? (params.id === undefined ? undefined : Number(params.id));
  const numbers = useNumbers(companyId);
  const number = numbers.find(({ id }) => id === numberId);
  const name = number === undefined ? null : formatNumberName(number);
  const query = useQuery({ ...createSimulationQuery(app, companyId ?? 0, { ...input, numberId }), enabled: companyId !== null && numberId !== undefined });
  useRegisterPane(paneId, () => ({ scopes: ['simulator'], subject: name, open: { number } }));
  const when =
    input.at === undefined ? 'now' : new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'long', hour: 'numeric', minute: '2-digit' }).format(input.at);
  const sentence = name ? `from ${input.from ?? 'an anonymous caller'} to ${name}, ${when}${input.keys === undefined ? '' : `, pressing ${input.keys}`}` : '';
  return (
    <>
      <PaneHeader title="Routing simulator" detail={name}>
        <IconButton name="zap" label="Run again" keys={commands.keys('routing.simulate')} onClick={() => commands.run('routing.simulate')} />
      </PaneHeader>
      <PaneBody>
        <LoadingLine active={query.isFetching} />
        <div className={css.editor} data-pane-focus tabIndex={0} role="region" aria-label="Simulated call">
          {numberId === undefined && (
            <EmptyState icon="zap" action={{ title: 'Test call routing', onAct: () => commands.run('routing.simulate') }}>
              Test a call: choose a number, a caller and a time.
            </EmptyState>
          )}
          {sentence !== '' && <p className={css.asked}>{sentence}</p>}
          {query.isError && <ErrorState action={{ title: 'Try again', onAct: () => void query.refetch() }}>{query.error.message}</ErrorState>}
          {query.data && <Steps call={query.data} />}
          {companyId !== null && query.data && <LintList companyId={companyId} />}
        </div>
      </PaneBody>
    </>
  );
}
