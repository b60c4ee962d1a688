/** The form of a Google Analytics stream. */
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ConversionForecast } from '#contract/integrations/entities.ts';
import { conversionKindLabel, type Ga4Kind, ga4EventName, ga4Kinds, parameterFields } from '#contract/integrations/enums.ts';
import { parseParameters } from '#contract/integrations/parameters.ts';
import { formatNumber } from '#contract/text/number.ts';
import { isChanged } from '#machines/drafts.ts';
import type { Ga4Field, Ga4Snapshot } from '#machines/ga4Integration/index.ts';
import { getStateName, isIn } from '#machines/state.ts';
import { useApp } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { splitRefusal } from '../../shared/refusals.ts';
import { StepButton } from '../../shared/steps/StepButton.tsx';
import sheet from '../../ui/Form.module.css';
import { Checkbox, Field, LoadingLine, TextArea, TextInput } from '../../ui/index.ts';
import { useFocusOn } from '../../ui/useStartsWithFocus.ts';
import { createForecastQuery } from './data.ts';
import type { Ga4Actor } from './ga4Store.ts';
import css from './Integrations.module.css';

interface Props {
  readonly companyId: number;
  readonly actor: Ga4Actor;
  readonly snapshot: Ga4Snapshot;
}

const fieldNames = ['measurementId', 'apiSecret', 'parameters', 'events'] as const;

/** `41 in 30 days, 9 with the visitor’s ID`. */
function formatForecast({ days, data }: ConversionForecast, kind: Ga4Kind): string {
  const { count, matched } = data.find((row) => row.kind === kind) ?? { count: 0, matched: 0 };
  const visitors = matched === 0 ? '' : `, ${formatNumber(matched)} with the visitor’s ID`;
  return `${formatNumber(count)} in the last ${days} days${visitors}`;
}

export function Ga4Form({ companyId, actor, snapshot }: Props) {
  const app = useApp();
  const forecast = useQuery(createForecastQuery(app, companyId, snapshot.context.draft.id));
  const commands = useCommands();
  const place = useRef<HTMLFormElement>(null);
  const { draft } = snapshot.context;
  const refusals = splitRefusal(snapshot.context.error, fieldNames);
  useFocusOn('ga4', () => place.current?.querySelector('input')?.focus());
  const readOnly = isIn(snapshot, 'saving');
  const type = (field: Ga4Field, value: string) => actor.send({ type: 'detail.typed', field, value });
  const parameters = parseParameters(draft.parameters);
  return (
    <form
      ref={place}
      noValidate
      className={sheet.form}
      data-flow="ga4Integration"
      data-state={getStateName(snapshot)}
      data-scope="ga4Form"
      aria-label="GA4 integration"
      onSubmit={(event) => {
        event.preventDefault();
        commands.run('integrations.saveGa4');
      }}
    >
      <LoadingLine active={readOnly} />
      <div className={sheet.grid}>
        <Field label="Measurement ID" hint="Of a web stream, like G-AB12CD34EF" error={refusals.of('measurementId')}>
          <TextInput
            name="measurementId"
            data-field="measurementId"
            mono
            autoComplete="off"
            spellCheck={false}
            value={draft.measurementId}
            maxLength={30}
            readOnly={readOnly}
            onChange={({ target }) => type('measurementId', target.value)}
          />
        </Field>
        <Field
          label="API secret"
          hint={draft.id === null ? 'In Google Analytics: Data streams, Measurement Protocol API secrets' : 'Leave empty to keep the saved secret'}
          error={refusals.of('apiSecret')}
        >
          <TextInput
            name="apiSecret"
            data-field="apiSecret"
            type="password"
            autoComplete="new-password"
            value={draft.apiSecret}
            maxLength={100}
            readOnly={readOnly}
            onChange={({ target }) => type('apiSecret', target.value)}
          />
        </Field>
        <fieldset className={sheet.wide} disabled={readOnly} aria-describedby="ga4-events-error">
          <legend>Events</legend>
          <div className={`${sheet.checks} ${css.events}`}>
            {ga4Kinds.map((kind) => (
              <Checkbox key={kind} checked={draft.events.includes(kind)} onChange={() => actor.send({ type: 'kind.toggled', kind })}>
                <span className={css.event}>
                  {conversionKindLabel[kind]} <span className={css.mono}>{ga4EventName[kind]}</span>
                  {forecast.data && <span className={css.quiet}>{formatForecast(forecast.data, kind)}</span>}
                </span>
              </Checkbox>
            ))}
          </div>
          <p id="ga4-events-error" role="alert" className={refusals.of('events') ? sheet.wrong : sheet.none}>
            {refusals.of('events')}
          </p>
        </fieldset>
        <div className={sheet.wide}>
          <Field
            label="Parameters"
            hint={`One per line, like call_source = source. Fields: ${parameterFields.join(', ')}.`}
            error={refusals.of('parameters') ?? (parameters.ok ? undefined : parameters.message)}
          >
            <TextArea
              name="parameters"
              data-field="parameters"
              mono
              spellCheck={false}
              value={draft.parameters}
              maxLength={2_000}
              readOnly={readOnly}
              minRows={4}
              onChange={({ target }) => type('parameters', target.value)}
            />
          </Field>
        </div>
        <fieldset className={sheet.wide} disabled={readOnly}>
          <legend>Options</legend>
          <Checkbox checked={draft.isActive} onChange={() => actor.send({ type: 'active.toggled' })}>
            On
          </Checkbox>
        </fieldset>
      </div>
      <p className={css.about}>
        Events carry the visitor’s own Google Analytics ID where the tracking script knows it, and never a phone number. They are sent 30 seconds after they
        happen, so that undo works.
      </p>
      {refusals.rest !== undefined && (
        <p role="alert" className={sheet.wrong}>
          {refusals.rest}
        </p>
      )}
      <div className={sheet.actions}>
        <StepButton command="integrations.saveGa4" title={draft.id === null ? 'Create integration' : 'Save integration'} isFirst busy={readOnly} />
        <StepButton command="integrations.discardGa4" title={isChanged(snapshot.context) ? 'Discard changes' : 'Cancel'} />
      </div>
    </form>
  );
}
