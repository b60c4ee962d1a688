/** Enumerations of integrations: what is reported to vendors, and what became of it. */

/** Things that count (AMB-127). `call`: any inbound call that is over; `missed`: one that was not answered; `lead` and `appointment`: a call that was marked so; `text`: an inbound text. */
export const conversionKinds = ['call', 'missed', 'lead', 'appointment', 'text'] as const;
export type ConversionKind = (typeof conversionKinds)[number];
export const conversionKindLabel: Readonly<Record<ConversionKind, string>> = {
  call: 'Call',
  missed: 'Missed call',
  lead: 'Lead',
  appointment: 'Appointment',
  text: 'Text',
};

/** Names of their events in Google Analytics; `generate_lead` is one Google recommends. */
export const ga4EventName: Readonly<Record<ConversionKind, string>> = {
  call: 'phone_call',
  missed: 'missed_call',
  lead: 'generate_lead',
  appointment: 'book_appointment',
  text: 'text_message',
};

/**
 * State of a conversion at a vendor. `held`: sent once its hold is over; `intent`: on its way; `accepted`: the vendor took it; `refused`: it did not, and said why;
 * `unknown`: sent, and the answer was lost; `withdrawn`: taken out before it was sent.
 */
export const conversionStates = ['held', 'intent', 'accepted', 'refused', 'unknown', 'withdrawn'] as const;
export type ConversionState = (typeof conversionStates)[number];
export const conversionStateLabel: Readonly<Record<ConversionState, string>> = {
  held: 'Waiting',
  intent: 'Sending',
  accepted: 'Accepted',
  refused: 'Refused',
  unknown: 'Not confirmed',
  withdrawn: 'Withdrawn',
};

/** Facts that a parameter of an event may carry. None is a phone number or the name of a person. */
export const parameterFields = [
  'source',
  'source_detail',
  'medium',
  'campaign',
  'term',
  'landing_page',
  'pool',
  'device',
  'result',
  'duration',
  'ring_seconds',
  'first_contact',
  'qualification',
  'department',
  'outcome',
  'value',
] as const;
export type ParameterField = (typeof parameterFields)[number];
