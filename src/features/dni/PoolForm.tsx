/** The form of a pool. */
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { type DniSourceId, dniSourceIds, dniSourceLabel, dniSourceStepLabel } from '#contract/dni/enums.ts';
import { dniLimits } from '#contract/dni/limits.ts';
import { canHaveValue } from '#contract/dni/sources.ts';
import type { PoolField, PoolSnapshot } from '#machines/dniPool/index.ts';
import { isChanged } from '#machines/drafts.ts';
import { getStateName, isIn } from '#machines/state.ts';
import { useApp, useAppState } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { useNumbers } from '../../shared/numbers.ts';
import { splitRefusal } from '../../shared/refusals.ts';
import { StepButton } from '../../shared/steps/StepButton.tsx';
import { createTemplatesQuery } from '../../shared/templates.ts';
import sheet from '../../ui/Form.module.css';
import { type FormField, FormFields } from '../../ui/FormFields.tsx';
import { Checkbox, displayPhone, Field, LoadingLine, PhoneText, Select } from '../../ui/index.ts';
import { useFocusOn } from '../../ui/useStartsWithFocus.ts';
import css from './Dni.module.css';
import { createPoolsQuery, createSourcesQuery } from './data.ts';
import type { PoolActor } from './poolStore.ts';

interface Props {
  readonly companyId: number;
  readonly actor: PoolActor;
  readonly snapshot: PoolSnapshot;
}

const fieldNames = ['name', 'sourceValue', 'origins', 'targetNumbers', 'numberIds', 'templateId', 'fallbackNumberId', 'sessionMinutes', 'holdMinutes'] as const;
type Refusal = ReturnType<typeof splitRefusal<(typeof fieldNames)[number]>>;

type TextField = 'name' | 'sourceValue' | 'origins' | 'targetNumbers' | 'sessionMinutes' | 'holdMinutes';
const nameFields: readonly FormField<TextField>[] = [{ name: 'name', label: 'Name', max: dniLimits.name }];
const valueFields: Readonly<Partial<Record<DniSourceId, FormField<TextField>>>> = {
  landing_parameter: { name: 'sourceValue', label: 'Parameter', hint: 'Like utm_source=newsletter, or ref for any value', max: 253 },
  referral: { name: 'sourceValue', label: 'Referring site', hint: 'Like example.com. Any site if left empty.', max: 253 },
};
const websiteFields: readonly FormField<TextField>[] = [
  { name: 'origins', label: 'Websites', hint: 'Like example.com, one per line. Subdomains included.', max: 6_000, lines: 2 },
  { name: 'targetNumbers', label: 'Numbers on the website', hint: 'Replaced for visitors, one per line', max: 800, lines: 2 },
];
const timeFields: readonly FormField<TextField>[] = [
  { name: 'sessionMinutes', label: 'Session timeout (minutes)', hint: 'Without a page view', max: 4, isNumeric: true },
  { name: 'holdMinutes', label: 'Number hold (minutes)', hint: 'After the visitor was last seen', max: 4, isNumeric: true },
];

export function PoolForm({ companyId, actor, snapshot }: Props) {
  const app = useApp();
  const commands = useCommands();
  const place = useRef<HTMLFormElement>(null);
  const { draft } = snapshot.context;
  const organizationName = useAppState(({ company }) => company?.organizationName ?? null);
  const sources = useQuery(createSourcesQuery(app, companyId));
  const refusal = splitRefusal(snapshot.context.error, fieldNames);
  useFocusOn('pool', () => place.current?.querySelector('input')?.focus());
  const readOnly = isIn(snapshot, 'saving');
  const type = (field: Exclude<PoolField, 'source'>, value: string) => actor.send({ type: 'detail.typed', field, value });
  const source = sources.data?.find(({ id }) => id === draft.source);
  const valueField = canHaveValue(draft.source) ? valueFields[draft.source] : undefined;
  const texts = (fields: readonly FormField<TextField>[]) => (
    <FormFields fields={fields} values={draft} errorOf={refusal.of} readOnly={readOnly} onType={type} />
  );
  const sourceHint = [source ? dniSourceStepLabel[source.step] : '', source && source.parameters.length > 0 ? source.parameters.join(', ') : '']
    .filter(Boolean)
    .join(': ');
  return (
    <form
      ref={place}
      noValidate
      className={sheet.form}
      data-flow="dniPool"
      data-state={getStateName(snapshot)}
      data-scope="dniPoolForm"
      aria-label="DNI pool"
      onSubmit={(event) => {
        event.preventDefault();
        commands.run('dni.save');
      }}
    >
      <LoadingLine active={readOnly} />
      <div className={sheet.grid}>
        {texts(nameFields)}
        <Field label="Source" hint={sourceHint || undefined}>
          <Select
            name="source"
            data-field="source"
            value={draft.source}
            disabled={readOnly}
            options={dniSourceIds.map((value) => ({ value, label: dniSourceLabel[value] }))}
            onChange={({ target }) => {
              const chosen = dniSourceIds.find((id) => id === target.value);
              if (chosen) actor.send({ type: 'source.chosen', source: chosen });
            }}
          />
        </Field>
        {texts(valueField ? [valueField, ...websiteFields] : websiteFields)}
        <Numbers companyId={companyId} actor={actor} snapshot={snapshot} readOnly={readOnly} error={refusal.of('numberIds')} />
        {!draft.isShared && <OfCompany companyId={companyId} draft={draft} readOnly={readOnly} refusal={refusal} onType={type} />}
        {texts(timeFields)}
        <fieldset className={sheet.wide} disabled={readOnly}>
          <legend>Options</legend>
          <div className={sheet.checks}>
            <Checkbox checked={draft.isActive} onChange={() => actor.send({ type: 'flag.toggled', flag: 'isActive' })}>
              On
            </Checkbox>
            {organizationName !== null && (draft.id === null || draft.isShared) && (
              <Checkbox checked={draft.isShared} disabled={draft.id !== null} onChange={() => actor.send({ type: 'flag.toggled', flag: 'isShared' })}>
                For all companies of {organizationName}
              </Checkbox>
            )}
          </div>
        </fieldset>
      </div>
      {refusal.rest !== undefined && (
        <p role="alert" className={sheet.wrong}>
          {refusal.rest}
        </p>
      )}
      <div className={sheet.actions}>
        <StepButton command="dni.save" title={draft.id === null ? 'Create pool' : 'Save pool'} isFirst busy={readOnly} />
        <StepButton command="dni.discard" title={isChanged(snapshot.context) ? 'Discard changes' : 'Cancel'} />
      </div>
    </form>
  );
}

interface NumbersProps extends Props {
  readonly readOnly: boolean;
  readonly error: string | undefined;
}

/** Numbers the pool has or can have: a number is in one pool. */
function Numbers({ companyId, actor, snapshot, readOnly, error }: NumbersProps) {
  const app = useApp();
  const { draft } = snapshot.context;
  const numbers = useNumbers(companyId);
  const pools = useQuery(createPoolsQuery(app, companyId));
  const taken = new Set((pools.data ?? []).filter(({ id }) => id !== draft.id).flatMap((pool) => pool.numbers.map(({ id }) => id)));
  // The pool's own come first; what is chosen now stays where it is.
  const own = new Set(pools.data?.find(({ id }) => id === draft.id)?.numbers.map(({ id }) => id));
  const free = numbers
    .filter(({ id, status, lineType }) => status !== 2 && lineType !== 2 && !taken.has(id))
    .sort((a, b) => Number(own.has(b.id)) - Number(own.has(a.id)));
  return (
    <fieldset className={sheet.wide} disabled={readOnly} aria-describedby="pool-numbers-error">
      <legend>
        Pool numbers, {draft.numberIds.length} chosen{draft.numberIds.length < 4 ? '. Start with 4.' : ''}
      </legend>
      <div className={`${sheet.checks} ${css.numbers}`}>
        {free.map(({ id, number, label }) => (
          <Checkbox key={id} checked={draft.numberIds.includes(id)} onChange={() => actor.send({ type: 'number.toggled', id })}>
            <span className={css.number}>
              <PhoneText number={number} />
              {label !== displayPhone(number) && <span className={css.quiet}>{label}</span>}
            </span>
          </Checkbox>
        ))}
      </div>
      {free.length === 0 && <p className={css.quiet}>No numbers left for this pool. Buy numbers first.</p>}
      <p id="pool-numbers-error" role="alert" className={error ? sheet.wrong : sheet.none}>
        {error}
      </p>
    </fieldset>
  );
}

interface OfCompanyProps {
  readonly companyId: number;
  readonly draft: PoolSnapshot['context']['draft'];
  readonly readOnly: boolean;
  readonly refusal: Refusal;
  readonly onType: (field: 'templateId' | 'fallbackNumberId', value: string) => void;
}

/** Fields of one company: its templates and numbers. */
function OfCompany({ companyId, draft, readOnly, refusal, onType }: OfCompanyProps) {
  const app = useApp();
  const templates = useQuery(createTemplatesQuery(app, companyId));
  const numbers = useNumbers(companyId);
  const others = numbers.filter(({ id, status, lineType }) => status !== 2 && lineType !== 2 && !draft.numberIds.includes(id));
  return (
    <>
      <Field label="Call routing" hint="Applied to the numbers when the pool is saved" error={refusal.of('templateId')}>
        <Select
          name="templateId"
          data-field="templateId"
          value={draft.templateId}
          disabled={readOnly}
          options={[{ value: '', label: 'Keep each number’s routing' }, ...(templates.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))]}
          onChange={({ target }) => onType('templateId', target.value)}
        />
      </Field>
      <Field label="Fallback number" hint="Shown when all pool numbers are in use" error={refusal.of('fallbackNumberId')}>
        <Select
          name="fallbackNumberId"
          data-field="fallbackNumberId"
          value={draft.fallbackNumberId}
          disabled={readOnly}
          options={[
            { value: '', label: 'The website’s own number' },
            ...others.map(({ id, number, label }) => ({
              value: String(id),
              label: label === displayPhone(number) ? displayPhone(number) : `${displayPhone(number)} · ${label}`,
            })),
          ]}
          onChange={({ target }) => onType('fallbackNumberId', target.value)}
        />
      </Field>
    </>
  );
}
