/** Events for Google Analytics, made of calls and texts. No phone number, name or address of a person is in them: Google's terms forbid it. */
import { type Ga4Kind, ga4EventName, type ParameterField } from '#contract/integrations/enums.ts';
import { integrationLimits } from '#contract/integrations/limits.ts';
import type { EventParameter } from '#contract/integrations/parameters.ts';
import type { MeasurementEvent } from '../../measurement/measurement.ts';
import type { Services } from '../../services.ts';

/** Facts of a call or text that parameters may carry; null and absent ones leave the parameter out. */
type Facts = Readonly<Partial<Record<ParameterField, string | number | null>>>;

/** A conversion with what its event is made of. `phone` null: an anonymous caller. `clientId`: the visitor's own, where it is known. */
export interface Subject {
  readonly conversionId: number;
  readonly companyId: number;
  readonly kind: Ga4Kind;
  readonly phone: string | null;
  readonly clientId: string | null;
  readonly occurredAt: Date;
  readonly value: number | null;
  readonly facts: Facts;
}

/** The event a test sends. */
export const testEventName = 'keyline_test';

const phoneLike = /\+?\d(?:[\s().+/-]{0,3}\d){6,}/g;
const emailLike = /\S+@\S+/g;

/** A text as it may leave: what looks like a phone number or an email address is taken out. */
export const maskIdentity = (text: string): string => text.replace(emailLike, '…').replace(phoneLike, '…').slice(0, integrationLimits.parameterValue);

/** Values of a map of parameters. */
function toParams(parameters: readonly EventParameter[], facts: Facts): Record<string, string | number> {
  return Object.fromEntries(
    parameters.flatMap(({ name, field }) => {
      const value = facts[field];
      if (value === null || value === undefined || value === '') return [];
      return [[name, typeof value === 'number' ? value : maskIdentity(value)]];
    }),
  );
}

/** Opaque id of a caller in a company: a keyed hash, from which no number can be read. */
const hashPerson = ({ sealer }: Pick<Services, 'sealer'>, company: number, whose: string): string =>
  sealer.sign('ga4 user', [company, whose]).split('.').at(-1) ?? '';

/** A client id in Google's form, made of a keyed hash: the same caller is the same client at each event. */
function toClientId(hash: string): string {
  const bytes = Buffer.from(hash, 'base64url');
  return `${bytes.readUInt32BE(0)}.${bytes.readUInt32BE(4)}`;
}

/** The event of a conversion. `conversion_id` is its key: the same at each attempt. */
export function createEvent(services: Pick<Services, 'sealer'>, parameters: readonly EventParameter[], subject: Subject): MeasurementEvent {
  const { companyId, kind, phone, clientId, occurredAt, value, facts, conversionId } = subject;
  const hash = hashPerson(services, companyId, phone ?? `conversion ${conversionId}`);
  return {
    clientId: clientId ?? toClientId(hash),
    userId: phone === null ? null : hash,
    at: occurredAt,
    name: ga4EventName[kind],
    params: {
      ...toParams(parameters, facts),
      conversion_id: String(conversionId),
      ...(value === null || (kind !== 'lead' && kind !== 'appointment') ? {} : { value, currency: 'USD' }),
    },
  };
}

const testFacts: Readonly<Record<ParameterField, string | number>> = {
  source: 'Google Ads',
  source_detail: 'example.com',
  medium: 'cpc',
  campaign: 'test',
  term: 'test',
  landing_page: 'www.example.com/',
  pool: 'Test',
  device: 'desktop',
  result: 'answered',
  duration: 60,
  ring_seconds: 8,
  first_contact: 'yes',
  qualification: 'qualified',
  department: 'sales',
  outcome: 'appt_booked',
  value: 1,
};

/** An event that shows a stream and a map of parameters at work. Of no person. */
export const createTestEvent = (parameters: readonly EventParameter[], at: Date): MeasurementEvent => ({
  clientId: '1.1',
  userId: null,
  at,
  name: testEventName,
  params: { ...toParams(parameters, testFacts), debug_mode: 1 },
});
