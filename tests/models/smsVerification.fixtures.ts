/** Events that can happen to a registration for texting. */
import type { SmsCheck, SmsVerification } from '#contract/smsVerification/entities.ts';
import { blankDraft, type Draft, type InternalEvent, machine, type RegistrationSnapshot, toBody, type UserEvent } from '#machines/smsVerification/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { refusals } from './people.ts';

/** A draft with nothing that carriers reject. */
export const draft: Draft = {
  ...blankDraft,
  legalName: 'Northwind Motors LLC',
  brandName: 'Northwind Motors',
  entityType: 'PRIVATE_PROFIT',
  legalForm: 'LIMITED_LIABILITY',
  vertical: 'RETAIL',
  taxId: '90-0000001',
  website: 'northwind-motors.example',
  street: '1 Harbor Way',
  city: 'Los Angeles',
  region: 'CA',
  postalCode: '90012',
  contactFirstName: 'Ana',
  contactLastName: 'Ruiz',
  contactTitle: 'Owner',
  contactEmail: 'ana@northwind-motors.example',
  contactPhone: '213-555-0142',
  subUsecases: 'CUSTOMER_CARE',
  monthlyVolume: '10_000',
  description: 'Northwind Motors answers questions of customers who asked about a car and sends reminders.',
  samples: 'Northwind Motors: your blue one is ready to drive. Reply STOP to opt out.\nNorthwind Motors: see you tomorrow at 5 pm for your test drive.',
  optinType: 'TEXT_TO_JOIN',
  optinUrl: 'northwind-motors.example/text-us',
  messageFlow: 'Customers text JOIN to our number. Message frequency varies. Message and data rates may apply. Reply STOP to opt out.',
  privacyUrl: 'northwind-motors.example/privacy',
  termsUrl: 'northwind-motors.example/terms',
  numbers: '7',
};

/** A registration as the server has it. */
export const verification = (given: Partial<SmsVerification> = {}): SmsVerification => {
  const { brand } = toBody(draft);
  return {
    id: 3,
    brand: { ...brand, id: 4, isDraft: true, status: 'draft', isShared: false, isOwn: true },
    campaign: {
      isDraft: true,
      description: draft.description,
      messageFlow: draft.messageFlow,
      samples: draft.samples.split('\n'),
      subUsecases: ['CUSTOMER_CARE'],
      monthlyVolume: '10_000',
      hasEmbeddedLinks: false,
      hasEmbeddedPhone: false,
      ageGated: false,
      directLending: false,
      privacyUrl: draft.privacyUrl,
      termsUrl: draft.termsUrl,
      optins: [{ type: 'TEXT_TO_JOIN', url: 'https://northwind-motors.example/text-us', supportingFiles: [] }],
      numbers: [{ id: 7, number: '+12132223001', lane: 'local', state: 'adding', reason: null }],
    },
    status: { local: 'draft', tollFree: 'draft' },
    isSubmitted: false,
    rejections: [],
    fees: { dueToday: 21, asOf: '2026-11-01', items: [], recorded: 0 },
    optInPageUrl: 'http://localhost:4400/api/opt-in/token',
    createdAt: '2026-03-02T15:00:00Z',
    updatedAt: '2026-03-02T15:00:00Z',
    ...given,
  };
};
const submitted = verification({ isSubmitted: true, status: { local: 'submitted', tollFree: 'draft' } });
const fees = { dueToday: 21, asOf: '2026-11-01', items: [], recorded: 0 };
const checks: readonly SmsCheck[] = [
  { findings: [], fees },
  {
    findings: [
      {
        field: 'privacyUrl',
        severity: 'error',
        message: 'The privacy policy shares mobile data with others. Carriers reject this.',
        quote: 'We share your mobile number.',
      },
    ],
    fees,
  },
];

const cases = {
  'registration.opened': [{}, { verification: verification() }],
  'detail.typed': [
    { field: 'street', value: 'PO Box 12' },
    { field: 'street', value: draft.street },
  ],
  'step.finished': [{}],
  'step.reopened': [{}],
  'step.chosen': [{ step: 'business' }],
  'registration.checked': [{}],
  'registration.submitted': [{}],
  'registration.retried': [{}],
  'registration.closed': [{}],
  'lane.canceled': [{ id: 3, lane: 'toll_free' }],
  'list.due': [{}],
  'lanes.known': [{ lanes: ['local'] }],
  'xstate.done.actor.saveDraft': [{ output: verification() }],
  'xstate.error.actor.saveDraft': [{ error: refusals.unavailable }],
  'xstate.done.actor.checkDraft': checks.map((output) => ({ output })),
  'xstate.error.actor.checkDraft': [{ error: refusals.unavailable }],
  'xstate.done.actor.submitDraft': [{ output: submitted }],
  'xstate.error.actor.submitDraft': [{ error: refusals.noAnswer }, { error: refusals.planLimit }],
  'xstate.done.actor.cancelLane': [{ output: submitted }],
  'xstate.error.actor.cancelLane': [{ error: refusals.unavailable }],
} satisfies Cases<UserEvent | InternalEvent>;

/** Registrations after the first have another key, which the cases do not have: one is walked to its end. */
export const model = defineModel({
  flowId: 'smsVerification',
  machine,
  input: { key: 'registration-01', draft },
  cases,
  sameState: ({ context }: Pick<RegistrationSnapshot, 'context'>) => [
    context.step,
    context.lanes.length,
    context.attempt === 1,
    context.draft.street === 'PO Box 12',
    context.verification?.isSubmitted ?? null,
    context.findings.length,
    context.fees === null,
    context.error?.status ?? null,
  ],
});
