/** The carrier's published REST interface, as far as we use it, and what of a request is not as it has it. */

type Kind = 'text' | 'number' | 'flag' | 'phone' | 'url' | 'method' | 'list' | 'word';

interface Operation {
  /** Of what is written, how the fields are coded; a form when absent. */
  readonly coding?: 'json' | 'multipart';
  /** Fields by name; in JSON by the path of names. */
  readonly takes: Readonly<Record<string, Kind>>;
  readonly needs?: readonly string[];
  /** The status of success, and the fields of what comes back (of each entry, where `list` names one). */
  readonly status: number;
  readonly list?: string;
  readonly gives?: readonly string[];
}

const words = (text: string) => text.split(/\s+/);
const paging = { PageSize: 'number', Page: 'number', PageToken: 'text' } as const;
const free: Operation = {
  takes: {
    AreaCode: 'number',
    Contains: 'text',
    SmsEnabled: 'flag',
    MmsEnabled: 'flag',
    VoiceEnabled: 'flag',
    FaxEnabled: 'flag',
    ExcludeAllAddressRequired: 'flag',
    Beta: 'flag',
    InRegion: 'text',
    InLocality: 'text',
    InPostalCode: 'text',
    NearNumber: 'phone',
    ...paging,
  },
  status: 200,
  list: 'available_phone_numbers',
  gives: words('friendly_name phone_number lata locality rate_center latitude longitude region postal_code iso_country address_requirements beta capabilities'),
};
const ownedFields = words(
  'account_sid address_sid address_requirements api_version beta capabilities date_created date_updated friendly_name identity_sid phone_number origin sid sms_application_sid sms_fallback_method sms_fallback_url sms_method sms_url status_callback status_callback_method trunk_sid uri voice_receive_mode voice_application_sid voice_caller_id_lookup voice_fallback_method voice_fallback_url voice_method voice_url emergency_status emergency_address_sid emergency_address_status bundle_sid status type',
);
const messageFields = words(
  'body num_segments direction from to date_updated price error_message uri account_sid num_media status messaging_service_sid sid date_sent date_created error_code price_unit api_version subresource_uris',
);

/** Parameters allowed for a new call, or for one in progress. */
const callback = { Url: 'url', Method: 'method', FallbackUrl: 'url', FallbackMethod: 'method', StatusCallback: 'url', StatusCallbackMethod: 'method' } as const;
const callFields = words(
  'sid date_created date_updated parent_call_sid account_sid to to_formatted from from_formatted phone_number_sid status start_time end_time duration price price_unit direction answered_by api_version forwarded_from group_sid caller_name queue_time trunk_sid uri subresource_uris',
);
const numberChanges = {
  FriendlyName: 'text',
  ApiVersion: 'text',
  VoiceUrl: 'url',
  VoiceMethod: 'method',
  VoiceFallbackUrl: 'url',
  VoiceFallbackMethod: 'method',
  VoiceCallerIdLookup: 'flag',
  StatusCallback: 'url',
  StatusCallbackMethod: 'method',
  SmsUrl: 'url',
  SmsMethod: 'method',
  SmsFallbackUrl: 'url',
  SmsFallbackMethod: 'method',
} as const;
const portFields = words(
  'port_in_request_sid url account_sid notification_emails target_port_in_date target_port_in_time_range_start target_port_in_time_range_end port_in_request_status order_cancellation_reason losing_carrier_information phone_numbers bundle_sid portability_advance_carrier auto_cancel_approval_numbers documents date_created support_ticket_id signature_request_url',
);
const losing = (name: string) => `losing_carrier_information.${name}`;

/** The operations we use, as the carrier's OpenAPI documents (api v2010, pricing v1 and numbers v1, April 2026) describe them, and the page of the Documents API. */
export const published: Readonly<Record<string, Operation>> = {
  'GET /2010-04-01/Accounts/*/AvailablePhoneNumbers/US/Local.json': free,
  'GET /2010-04-01/Accounts/*/AvailablePhoneNumbers/US/TollFree.json': free,
  'POST /2010-04-01/Accounts/*/IncomingPhoneNumbers.json': {
    takes: {
      PhoneNumber: 'phone',
      AreaCode: 'text',
      ...numberChanges,
    },
    needs: ['PhoneNumber'],
    status: 201,
    gives: ownedFields,
  },
  'GET /2010-04-01/Accounts/*/IncomingPhoneNumbers.json': {
    takes: { Beta: 'flag', FriendlyName: 'text', PhoneNumber: 'phone', Origin: 'text', ...paging },
    status: 200,
    list: 'incoming_phone_numbers',
    gives: ownedFields,
  },
  'DELETE /2010-04-01/Accounts/*/IncomingPhoneNumbers/*.json': { takes: {}, status: 204 },
  'POST /2010-04-01/Accounts/*/Messages.json': {
    takes: {
      To: 'phone',
      From: 'phone',
      Body: 'text',
      MediaUrl: 'list',
      StatusCallback: 'url',
      ValidityPeriod: 'number',
      MaxPrice: 'number',
      Attempt: 'number',
    },
    needs: ['To'],
    status: 201,
    gives: messageFields,
  },
  'GET /2010-04-01/Accounts/*/Messages.json': {
    takes: { To: 'phone', From: 'phone', DateSent: 'text', 'DateSent<': 'text', 'DateSent>': 'text', ...paging },
    status: 200,
    list: 'messages',
    gives: messageFields,
  },
  'GET /2010-04-01/Accounts/*/Messages/*.json': { takes: {}, status: 200, gives: messageFields },
  'GET /v1/PhoneNumbers/Countries/US': { takes: {}, status: 200, gives: words('country iso_country phone_number_prices price_unit url') },
  'POST /2010-04-01/Accounts/*/IncomingPhoneNumbers/*.json': { takes: numberChanges, status: 200, gives: ownedFields },
  'POST /2010-04-01/Accounts/*/Calls.json': {
    takes: {
      ...callback,
      To: 'phone',
      From: 'phone',
      StatusCallbackEvent: 'word',
      Timeout: 'number',
      TimeLimit: 'number',
      CallToken: 'text',
      CallerId: 'phone',
      Record: 'flag',
    },
    needs: ['To', 'From'],
    status: 201,
    gives: callFields,
  },
  'POST /2010-04-01/Accounts/*/Calls/*.json': { takes: { ...callback, Status: 'word', TimeLimit: 'number' }, status: 200, gives: callFields },
  'POST /2010-04-01/Accounts/*/Queues/*/Members/*.json': {
    takes: { Url: 'url', Method: 'method' },
    needs: ['Url'],
    status: 200,
    gives: words('call_sid date_enqueued position uri wait_time queue_sid'),
  },
  'DELETE /2010-04-01/Accounts/*/Queues/*.json': { takes: {}, status: 204 },
  'GET /v1/Porting/Portability/PhoneNumber/*': {
    takes: { TargetAccountSid: 'text', AddressSid: 'text' },
    status: 200,
    gives: words('phone_number account_sid portable pin_and_account_number_required not_portable_reason not_portable_reason_code number_type country url'),
  },
  'POST /v1/Documents': {
    coding: 'multipart',
    takes: { document_type: 'word', friendly_name: 'text', File: 'text' },
    needs: ['document_type', 'File'],
    status: 201,
    gives: words('sid account_sid document_type version status mime_type friendly_name'),
  },
  'POST /v1/Porting/Configuration/Webhook': {
    coding: 'json',
    takes: { port_in_target_url: 'url', port_out_target_url: 'url', notifications_of: 'word' },
    status: 201,
    gives: words('url port_in_target_url port_out_target_url notifications_of'),
  },
  'POST /v1/Porting/PortIn': {
    coding: 'json',
    takes: {
      account_sid: 'word',
      documents: 'word',
      notification_emails: 'text',
      target_port_in_date: 'text',
      target_port_in_time_range_start: 'text',
      target_port_in_time_range_end: 'text',
      'phone_numbers.phone_number': 'phone',
      'phone_numbers.pin': 'text',
      [losing('customer_type')]: 'word',
      [losing('customer_name')]: 'text',
      [losing('account_number')]: 'text',
      [losing('account_telephone_number')]: 'phone',
      [losing('address_sid')]: 'word',
      [losing('authorized_representative')]: 'text',
      [losing('authorized_representative_email')]: 'text',
      ...Object.fromEntries(words('street street_2 city state zip country').map((name) => [losing(`address.${name}`), 'text'] as const)),
    },
    needs: ['account_sid', 'documents', 'phone_numbers.phone_number', losing('customer_name'), losing('authorized_representative')],
    status: 201,
    gives: portFields,
  },
  'GET /v1/Porting/PortIn/*': { takes: {}, status: 200, gives: portFields },
  'GET /v1/Porting/PortIn/PortInRequests': {
    takes: {
      Token: 'text',
      Size: 'number',
      PortInRequestSid: 'word',
      PortInRequestStatus: 'text',
      CreatedBefore: 'text',
      CreatedAfter: 'text',
      Page: 'number',
      PageToken: 'text',
    },
    status: 200,
    list: 'port_in_requests',
    gives: words('port_in_request_sid port_in_request_status status_last_updated_timestamp phone_numbers_requested phone_numbers_ported suggested_action'),
  },
};

const shapes: Readonly<Record<Kind, RegExp>> = {
  text: /^[\s\S]*$/,
  list: /^https?:\/\//,
  number: /^\d+$/,
  flag: /^(true|false)$/,
  phone: /^\+[1-9]\d{6,14}$/,
  url: /^https?:\/\/\S+$/,
  method: /^(GET|POST)$/,
  word: /^[\w-]+$/,
};

const contentTypes = { form: 'application/x-www-form-urlencoded', json: 'application/json', multipart: 'multipart/form-data' } as const;

/** Request and its answer. */
export interface Exchange {
  readonly name: string;
  readonly sent: readonly (readonly [string, string])[];
  readonly contentType: string;
  readonly status: number;
  readonly body: unknown;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The name of a request: its method and path, with `*` for each id. */
export const nameOf = (method: string, path: string): string =>
  `${method} ${path.replace(/(Accounts|IncomingPhoneNumbers|Messages|Calls|Queues|Members|PortIn)\/[A-Z]{2}[0-9a-f]{32}/g, '$1/*').replace(/PhoneNumber\/(\+|%2B)\d+/, 'PhoneNumber/*')}`;

const leaves = (value: unknown, path: string): [string, string][] => {
  if (Array.isArray(value)) return value.flatMap((entry) => leaves(entry, path));
  if (isRecord(value)) return Object.entries(value).flatMap(([name, each]) => leaves(each, path === '' ? name : `${path}.${name}`));
  return [[path, String(value)]];
};

/** The fields of a request's body, however they are coded. */
export async function fieldsOf(body: Buffer<ArrayBuffer>, contentType: string): Promise<readonly (readonly [string, string])[]> {
  if (body.length === 0) return [];
  if (contentType.startsWith('application/json')) return leaves(JSON.parse(body.toString('utf8')), '');
  const form = await new Response(body, { headers: { 'content-type': contentType } }).formData();
  return [...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]);
}

/** Lists the differences between an exchange and the carrier's published interface. */
export function faultsOf({ name, sent, contentType, status, body }: Exchange): string[] {
  const operation = published[name];
  if (!operation) return [`${name} is not published`];
  const { takes, coding, needs = [], list, gives = [] } = operation;
  const unknown = sent.flatMap(([field, value]) => {
    const kind = takes[field];
    return kind === undefined ? [`${name} takes no ${field}`] : shapes[kind].test(value) ? [] : [`${name} ${field}: “${value}” is no ${kind}`];
  });
  const missing = needs.filter((field) => !sent.some(([given]) => given === field)).map((field) => `${name} needs ${field}`);
  const coded = name.startsWith('POST') && !contentType.startsWith(contentTypes[coding ?? 'form']) ? [`${name} is sent as ${contentType}`] : [];
  const rows = list === undefined ? [body] : isRecord(body) && Array.isArray(body[list]) ? body[list] : [null];
  const strange = gives.length === 0 ? [] : rows.flatMap((row) => (isRecord(row) ? Object.keys(row).filter((field) => !gives.includes(field)) : ['nothing']));
  return [
    ...unknown,
    ...missing,
    ...coded,
    ...(status === operation.status ? [] : [`${name} answers ${status}`]),
    ...new Set(strange.map((field) => `${name} gives ${field}`)),
  ];
}
