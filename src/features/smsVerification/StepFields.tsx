/** Fields of one step of a registration. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Finding } from '#contract/smsVerification/entities.ts';
import {
  brandEntityTypeLabel,
  brandEntityTypes,
  businessIdTypes,
  consentFormLabel,
  consentForms,
  formatVertical,
  industryVerticals,
  legalFormLabel,
  legalForms,
  type SmsLane,
  smsLaneLabel,
  smsOptinTypeLabel,
  smsOptinTypes,
  smsUseCaseLabel,
  smsUseCases,
  stockExchanges,
  volumeBandLabel,
  volumeBands,
} from '#contract/smsVerification/enums.ts';
import { smsVerificationLimits as limits } from '#contract/smsVerification/limits.ts';
import { getAreaCode } from '#contract/text/phone.ts';
import { tollFreeCodes } from '#contract/text/vanity.ts';
import { type DraftField, hasEntry, listIds, type RegistrationSnapshot, toggleEntry } from '#machines/smsVerification/index.ts';
import { useApp } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { createNumbersQuery } from '../../shared/numbers.ts';
import { Checkbox, ChipButton, Field, PhoneText, Select, TextArea, TextInput } from '../../ui/index.ts';
import { useFocusOn } from '../../ui/useStartsWithFocus.ts';
import css from './Registration.module.css';
import type { RegistrationActor } from './registrationStore.ts';

interface Props {
  readonly companyId: number;
  readonly actor: RegistrationActor;
  readonly snapshot: RegistrationSnapshot;
  readonly findings: readonly Finding[];
  readonly readOnly: boolean;
}

interface FieldSpec {
  readonly name: DraftField;
  readonly label: string;
  readonly hint?: string;
  readonly max?: number;
  readonly lines?: number;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly autoComplete?: string;
  /** Shown while another field of the draft has one of these values. */
  readonly when?: readonly [field: DraftField, ...values: string[]];
  readonly isWide?: boolean;
}

const toOptions = <T extends string>(values: readonly T[], label: (value: T) => string) => values.map((value) => ({ value, label: label(value) }));
const optional = (options: FieldSpec['options'] = []) => [{ value: '', label: 'None' }, ...options];

const business: readonly FieldSpec[] = [
  { name: 'legalName', label: 'Legal name', hint: 'As on the tax registration', max: 255, autoComplete: 'organization' },
  { name: 'brandName', label: 'Brand name', hint: 'As in your texts', max: 255 },
  { name: 'entityType', label: 'Type', options: toOptions(brandEntityTypes, (value) => brandEntityTypeLabel[value]) },
  { name: 'legalForm', label: 'Legal form', options: toOptions(legalForms, (value) => legalFormLabel[value]), when: ['entityType', 'PRIVATE_PROFIT'] },
  { name: 'stockExchange', label: 'Exchange', options: toOptions(stockExchanges, String), when: ['entityType', 'PUBLIC_PROFIT'] },
  { name: 'stockTicker', label: 'Ticker', max: 10, when: ['entityType', 'PUBLIC_PROFIT'] },
  { name: 'vertical', label: 'Industry', options: toOptions(industryVerticals, formatVertical) },
  { name: 'taxId', label: 'EIN', hint: 'Like 12-3456789', max: 21 },
  { name: 'website', label: 'Website', hint: 'Reviewers open it', max: 300, autoComplete: 'url' },
  { name: 'businessIdType', label: 'Other business ID', options: optional(toOptions(businessIdTypes, String)) },
  { name: 'businessId', label: 'Business ID', max: 21, when: ['businessIdType', ...businessIdTypes] },
];

const contact: readonly FieldSpec[] = [
  { name: 'street', label: 'Street', hint: 'No PO box', max: 100, autoComplete: 'street-address' },
  { name: 'city', label: 'City', max: 100, autoComplete: 'address-level2' },
  { name: 'region', label: 'State', hint: 'Two letters', max: 2, autoComplete: 'address-level1' },
  { name: 'postalCode', label: 'ZIP code', max: 10, autoComplete: 'postal-code' },
  { name: 'contactFirstName', label: 'First name', max: 100, autoComplete: 'given-name' },
  { name: 'contactLastName', label: 'Last name', max: 100, autoComplete: 'family-name' },
  { name: 'contactTitle', label: 'Job title', max: 100, autoComplete: 'organization-title' },
  { name: 'contactEmail', label: 'Email', hint: 'At your own domain', max: 100, autoComplete: 'email' },
  { name: 'contactPhone', label: 'Phone', max: 20, autoComplete: 'tel' },
];

const program: readonly FieldSpec[] = [
  { name: 'monthlyVolume', label: 'Monthly volume', options: toOptions(volumeBands, (value) => volumeBandLabel[value]) },
  { name: 'description', label: 'Description', hint: 'Who gets texts from you, and what about', max: limits.description.max, lines: 3, isWide: true },
  { name: 'samples', label: 'Sample messages', hint: '2 to 5, one per line, each with your brand name', max: 5 * limits.sample.max, lines: 4, isWide: true },
];

const consent: readonly FieldSpec[] = [
  { name: 'optinType', label: 'How people opt in', options: toOptions(smsOptinTypes, (value) => smsOptinTypeLabel[value]) },
  {
    name: 'consentForm',
    label: 'Consent type',
    options: toOptions(consentForms, (value) => consentFormLabel[value]),
    when: ['optinType', 'POINT_OF_SALE', 'OTHER'],
  },
  { name: 'optinUrl', label: 'Opt-in page', hint: 'Reviewers see it without a sign-in', max: 300 },
  {
    name: 'messageFlow',
    label: 'Opt-in description',
    hint: 'How people agree, frequency, rates, STOP and HELP',
    max: limits.messageFlow.max,
    lines: 4,
    isWide: true,
  },
  { name: 'privacyUrl', label: 'Privacy policy', max: 300 },
  { name: 'termsUrl', label: 'Terms', max: 300 },
  { name: 'optInKeywords', label: 'Opt-in keywords', hint: 'Like START, JOIN', max: 255 },
  { name: 'optInMessage', label: 'Opt-in confirmation', max: 320, lines: 2, isWide: true },
  { name: 'helpMessage', label: 'Reply to HELP', max: 320, lines: 2, isWide: true },
];

const specs = { business, contact, program, consent } as const;
const flags = {
  hasEmbeddedLinks: 'Texts have links',
  hasEmbeddedPhone: 'Texts have phone numbers',
  ageGated: 'Age-gated content',
  directLending: 'Direct lending',
} as const;

export function StepFields(props: Props) {
  const { snapshot } = props;
  const { step } = snapshot.context;
  const place = useRef<HTMLDivElement>(null);
  useFocusOn(step, () => place.current?.querySelector<HTMLElement>('input, select, textarea')?.focus());
  return (
    <div ref={place} className={css.grid}>
      {step === 'numbers' ? <Numbers {...props} /> : specs[step].map((spec) => <OneField key={spec.name} {...props} spec={spec} />)}
      {step === 'program' && <Program {...props} />}
      {step === 'consent' && <Pictures {...props} />}
    </div>
  );
}

/** The message of a field that is written in; what is merely missing stands in the list beside. */
const findError = (findings: readonly Finding[], name: DraftField, value: string): string | undefined =>
  value.trim() === '' ? undefined : findings.find(({ field, severity }) => field === name && severity === 'error')?.message;

function OneField({ actor, snapshot, findings, readOnly, spec }: Props & { readonly spec: FieldSpec }) {
  const { draft } = snapshot.context;
  const { name, label, hint, max, lines, options, when, autoComplete = 'off', isWide = false } = spec;
  if (when && !when.slice(1).includes(draft[when[0]])) return null;
  const value = draft[name];
  const type = (text: string) => actor.send({ type: 'detail.typed', field: name, value: text });
  const shared = { name, 'data-field': name, value };
  return (
    <div className={isWide ? css.wide : undefined}>
      <Field label={label} hint={hint} error={findError(findings, name, value)}>
        {options ? (
          <Select {...shared} disabled={readOnly} placeholder="Choose…" options={options} onChange={({ target }) => type(target.value)} />
        ) : lines === undefined ? (
          <TextInput {...shared} maxLength={max} readOnly={readOnly} autoComplete={autoComplete} onChange={({ target }) => type(target.value)} />
        ) : (
          <TextArea {...shared} maxLength={max} readOnly={readOnly} minRows={lines} onChange={({ target }) => type(target.value)} />
        )}
      </Field>
    </div>
  );
}

function Program({ actor, snapshot, readOnly }: Props) {
  const { draft } = snapshot.context;
  return (
    <>
      <fieldset className={css.wide} disabled={readOnly}>
        <legend>Use cases, up to 5</legend>
        <div className={css.checks}>
          {smsUseCases.map((useCase) => (
            <Checkbox
              key={useCase}
              checked={hasEntry(draft.subUsecases, useCase)}
              onChange={() => actor.send({ type: 'detail.typed', field: 'subUsecases', value: toggleEntry(draft.subUsecases, useCase) })}
            >
              {smsUseCaseLabel[useCase]}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <fieldset className={css.wide} disabled={readOnly}>
        <legend>Content</legend>
        <div className={css.checks}>
          {(Object.keys(flags) as (keyof typeof flags)[]).map((flag) => (
            <Checkbox
              key={flag}
              checked={draft[flag] === 'yes'}
              onChange={({ target }) => actor.send({ type: 'detail.typed', field: flag, value: target.checked ? 'yes' : '' })}
            >
              {flags[flag]}
            </Checkbox>
          ))}
        </div>
      </fieldset>
    </>
  );
}

function Pictures({ actor, snapshot, readOnly }: Props) {
  const commands = useCommands();
  const { pictures } = snapshot.context.draft;
  const ids = listIds(pictures);
  return (
    <div className={css.wide}>
      <p className={css.legend}>Pictures of the opt-in</p>
      <div className={css.actions}>
        {ids.map((id, at) => (
          <ChipButton
            key={id}
            icon="x"
            disabled={readOnly}
            onClick={() => actor.send({ type: 'detail.typed', field: 'pictures', value: toggleEntry(pictures, String(id)) })}
          >
            {`Remove picture ${at + 1}`}
          </ChipButton>
        ))}
        {ids.length < limits.maxPictures && (
          <ChipButton icon="image" disabled={readOnly} keys={commands.keys('texting.picture')} onClick={() => commands.run('texting.picture')}>
            Add picture
          </ChipButton>
        )}
      </div>
    </div>
  );
}

const toLane = (number: string): SmsLane => (tollFreeCodes.some((code) => code === getAreaCode(number)) ? 'toll_free' : 'local');

function Numbers({ companyId, actor, snapshot, readOnly }: Props) {
  const app = useApp();
  const { data = [] } = useQuery(createNumbersQuery(app, companyId));
  const { numbers } = snapshot.context.draft;
  const rows = data.filter(({ lineType, status }) => lineType !== 2 && status !== 2);
  const lanes = [...new Set(rows.filter(({ id }) => hasEntry(numbers, String(id))).map(({ number }) => toLane(number)))].sort();
  const known = lanes.join();
  useEffect(() => actor.send({ type: 'lanes.known', lanes: known === '' ? [] : (known.split(',') as SmsLane[]) }), [actor, known]);
  return (['local', 'toll_free'] as const).map((lane) => (
    <fieldset key={lane} className={css.wide} disabled={readOnly}>
      <legend>{smsLaneLabel[lane]}</legend>
      <div className={css.checks}>
        {rows
          .filter(({ number }) => toLane(number) === lane)
          .map(({ id, label, number }) => (
            <Checkbox
              key={id}
              data-field={`number-${id}`}
              checked={hasEntry(numbers, String(id))}
              onChange={() => actor.send({ type: 'detail.typed', field: 'numbers', value: toggleEntry(numbers, String(id)) })}
            >
              <span className={css.number}>
                <PhoneText number={number} /> <span className={css.quiet}>{label}</span>
              </span>
            </Checkbox>
          ))}
        {rows.every(({ number }) => toLane(number) !== lane) && <p className={css.quiet}>No numbers.</p>}
      </div>
    </fieldset>
  ));
}
