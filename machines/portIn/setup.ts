/** The named parts of a port-in request: its actors (provided by the caller), guards, actions and delays. */
import { assign, fromPromise, setup } from 'xstate';
import { numberLimits } from '#contract/numbers/limits.ts';
import type { PortCheck, PortRequest } from '#contract/porting/entities.ts';
import { finalPortStatuses, type PortDocumentKind } from '#contract/porting/enums.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { type FlowError, rejectMissingActor } from '../errors.ts';
import { createCheck } from '../reasons.ts';
import type { InternalEvent, PortContext, PortDraft, PortField, PortInput, UserEvent } from './events.ts';

const requireField = (field: PortField, says: string) => [({ draft }: Pick<PortContext, 'draft'>) => draft[field].trim() === '', says] as const;
/** The required fields are filled in, in the order of the form. */
export const formCheck = createCheck<Pick<PortContext, 'draft'>>([
  requireField('numbers', 'Enter at least one number'),
  requireField('losingCarrier', 'Enter the current carrier'),
  requireField('customerName', 'Enter the account holder’s name'),
  requireField('accountNumber', 'Enter the account number as shown on the bill'),
  requireField('authorizedName', 'Enter the authorized person’s name'),
  requireField('authorizedEmail', 'Enter the authorized person’s email'),
  requireField('street', 'Enter the street of the service address'),
  requireField('city', 'Enter the city of the service address'),
  requireField('state', 'Enter the state of the service address'),
  requireField('zip', 'Enter the ZIP code of the service address'),
]);
/** Both documents are there. */
export const documentsCheck = createCheck<Pick<PortContext, 'documents'>>([
  [({ documents }) => documents.letter === null, 'Upload the Letter of Authorization first'],
  [({ documents }) => documents.bill === null, 'Upload a recent phone bill first'],
]);

/** A draft in which nothing is written yet. */
export const blankDraft: PortDraft = {
  numbers: '',
  losingCarrier: '',
  customerName: '',
  accountNumber: '',
  pin: '',
  authorizedName: '',
  authorizedEmail: '',
  street: '',
  city: '',
  state: '',
  zip: '',
  targetDate: '',
};
const noDocuments = { letter: null, bill: null } as const;

/** Request as the user confirmed it. */
export interface PortOrder {
  key: string;
  draft: PortDraft;
  /** Those that can be brought in, in E.164. */
  numbers: readonly string[];
}

/** The numbers that can be brought in. */
export const listPortable = (check: PortCheck | null): readonly string[] => (check?.data ?? []).filter(({ portable }) => portable).map(({ number }) => number);

/** The client's key of the request under way. */
export const getPortKey = ({ base, attempt }: Pick<PortContext, 'base' | 'attempt'>): string => (attempt === 1 ? base : `${base}-${attempt}`);
/** Builds the order sent for a request: the draft with the numbers that can be ported, under its key. */
export const toOrder = (context: PortContext): PortOrder => ({ key: getPortKey(context), draft: context.draft, numbers: listPortable(context.check) });

const isComplete = ({ data, twice, unread }: PortCheck) => data.every(({ portable }) => portable) && twice.length === 0 && unread.length === 0;
const isPinMissing = ({ data }: PortCheck, { pin }: PortDraft) => pin.trim() === '' && data.some(({ portable, pinRequired }) => portable && pinRequired);
const createInvalidError = (message: string): FlowError => ({ status: 422, code: 'invalid', message });
/** Why none of the numbers can come: what is said of the first, and how many more there are. */
function formatUnportable({ data: [first, ...more] }: PortCheck): string {
  if (!first) return 'None of these numbers can be ported';
  const others = more.length === 0 ? '' : `; ${more.length} more cannot come either`;
  return `${displayPhone(first.number)}: ${first.reason ?? 'This number can’t be ported'}${others}`;
}
const isOwnPort = (context: PortContext, port: PortRequest): boolean => port.key === getPortKey(context);

/** The setup of the port-in machine. */
export const portInSetup = setup({
  types: { context: {} as PortContext, events: {} as UserEvent | InternalEvent, input: {} as PortInput },
  actors: {
    /** POST …/numbers/portability. */
    checkNumbers: fromPromise<PortCheck, { numbers: string }>(rejectMissingActor),
    /** POST …/numbers/port with the chosen files; the same key twice is one request. Rejects with status 0 when no answer came. */
    sendPort: fromPromise<PortRequest, PortOrder>(rejectMissingActor),
    /** GET …/ports/{id}. */
    readPort: fromPromise<PortRequest, { id: number }>(rejectMissingActor),
  },
  guards: {
    isComplete: formCheck.passes,
    isHopeless: (_, params: { check: PortCheck }) => listPortable(params.check).length === 0,
    isPinless: ({ context }, params: { check: PortCheck }) => isPinMissing(params.check, context.draft),
    isWhole: (_, params: { check: PortCheck }) => isComplete(params.check),
    hasDocuments: documentsCheck.passes,
    isOnItsWay: ({ context }, params: { port: PortRequest }) => isOwnPort(context, params.port) && params.port.status === 'requested',
    isOver: ({ context }, params: { port: PortRequest }) =>
      isOwnPort(context, params.port) && params.port.status !== 'completed' && finalPortStatuses.includes(params.port.status),
    isThis: ({ context }, params: { port: PortRequest }) => isOwnPort(context, params.port),
    isUnanswered: (_, params: { error: FlowError }) => [0, 408, 502, 503, 504].includes(params.error.status),
  },
  actions: {
    /** Starts a new attempt: the next request is, for the server, another one; the details of the customer stay. */
    begin: assign(({ context }) =>
      context.port === null
        ? { error: null }
        : {
            attempt: context.attempt + 1,
            port: null,
            check: null,
            documents: noDocuments,
            draft: { ...context.draft, numbers: '', pin: '', targetDate: '' },
            error: null,
          },
    ),
    type: assign(({ context }, params: { field: PortField; value: string }) => ({ draft: { ...context.draft, [params.field]: params.value }, error: null })),
    keepCheck: assign((_, params: { check: PortCheck }) => ({ check: params.check, error: null })),
    sayHopeless: assign((_, params: { check: PortCheck }) => ({ check: params.check, error: createInvalidError(formatUnportable(params.check)) })),
    askForPin: assign((_, params: { check: PortCheck }) => ({
      check: params.check,
      error: createInvalidError('Your current carrier requires a PIN. Enter it.'),
    })),
    keepDocument: assign(({ context }, params: { kind: PortDocumentKind; file: string }) => ({
      documents: { ...context.documents, [params.kind]: params.file },
      error: null,
    })),
    keepPort: assign((_, params: { port: PortRequest }) => ({ port: params.port, error: null })),
    fail: assign((_, params: { error: FlowError }) => ({ error: params.error })),
    calm: assign({ error: null }),
    /** Provided by the caller: says that the carrier has it, and refreshes the list. */
    tellSubmitted: (_, _params: { port: PortRequest | null }) => {},
  },
  delays: { poll: numberLimits.purchasePollMs },
});
