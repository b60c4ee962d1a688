/** The named parts of the form of a Google Analytics stream: draft, events, actors (provided by the caller), guards and actions. */
import { assign, fromPromise, setup } from 'xstate';
import type { Ga4Integration, Ga4Test } from '#contract/integrations/entities.ts';
import { type Ga4Kind, ga4Kinds } from '#contract/integrations/enums.ts';
import { formatParameters, initialParameters, parseParameters } from '#contract/integrations/parameters.ts';
import { type FlowError, rejectMissingActor } from '../errors.ts';
import { createCheck } from '../reasons.ts';

/** The form. `parameters` are lines of text; `apiSecret` is empty where the saved one stays. */
export interface Ga4Draft {
  id: number | null;
  /** The stream as it is saved; empty for a new one. */
  savedMeasurementId: string;
  measurementId: string;
  apiSecret: string;
  events: readonly Ga4Kind[];
  parameters: string;
  isActive: boolean;
}

/** Fields that are typed. */
export type Ga4Field = 'measurementId' | 'apiSecret' | 'parameters';

/** Events a user may send. `kept`: what was typed when the form was left. */
export type UserEvent =
  | { type: 'stream.opened'; integration?: Ga4Integration; kept?: Ga4Draft | undefined }
  | { type: 'detail.typed'; field: Ga4Field; value: string }
  | { type: 'kind.toggled'; kind: Ga4Kind }
  | { type: 'active.toggled' }
  | { type: 'stream.submitted' }
  | { type: 'stream.closed' }
  | { type: 'stream.discarded' }
  | { type: 'stream.tested'; integration: Ga4Integration }
  | { type: 'stream.switched'; integration: Ga4Integration }
  | { type: 'stream.resent'; integration: Ga4Integration }
  | { type: 'stream.deleted'; integration: Ga4Integration };

interface Ga4Context {
  /** The form as it was opened. */
  before: Ga4Draft;
  draft: Ga4Draft;
  error: FlowError | null;
  /** A stream that is tested, switched or deleted. */
  target: Ga4Integration | null;
}

export const blankDraft: Ga4Draft = {
  id: null,
  savedMeasurementId: '',
  measurementId: '',
  apiSecret: '',
  events: ['missed', 'lead', 'appointment'],
  parameters: formatParameters(initialParameters),
  isActive: true,
};

/** The draft of a stream that is there. */
export const toDraft = ({ id, measurementId, events, parameters, isActive }: Ga4Integration): Ga4Draft => ({
  id,
  savedMeasurementId: measurementId,
  measurementId,
  apiSecret: '',
  events,
  parameters: formatParameters(parameters),
  isActive,
});

type DraftContext = Pick<Ga4Context, 'draft'>;

const isOtherStream = ({ measurementId, savedMeasurementId }: Ga4Draft) => measurementId.trim().toUpperCase() !== savedMeasurementId;

/** The draft can be saved. */
export const saveCheck = createCheck<DraftContext>([
  [({ draft }) => !/^G-[A-Z0-9]{4,20}$/i.test(draft.measurementId.trim()), 'Enter the measurement ID first, like G-AB12CD34EF'],
  [({ draft }) => draft.apiSecret.trim() === '' && isOtherStream(draft), 'Enter the API secret of the stream first'],
  [({ draft }) => draft.events.length === 0, 'Choose at least one event first'],
  [({ draft }) => !parseParameters(draft.parameters).ok, 'Correct the parameters first'],
]);

/** The setup of the machine. */
export const ga4Setup = setup({
  types: { context: {} as Ga4Context, events: {} as UserEvent },
  actors: {
    /** POST or PUT …/ga4integrations. */
    saveStream: fromPromise<Ga4Integration, { draft: Ga4Draft }>(rejectMissingActor),
    /** POST …/ga4integrations/{id}/test. */
    testStream: fromPromise<Ga4Test, { integration: Ga4Integration }>(rejectMissingActor),
    /** PUT …/ga4integrations/{id}: on where it was off, off where it was on. */
    switchStream: fromPromise<Ga4Integration, { integration: Ga4Integration }>(rejectMissingActor),
    /** POST …/ga4integrations/{id}/resend: all that were refused or not confirmed. */
    resendEvents: fromPromise<Ga4Integration, { integration: Ga4Integration }>(rejectMissingActor),
    /** DELETE …/ga4integrations/{id}. */
    deleteStream: fromPromise<void, { integration: Ga4Integration }>(rejectMissingActor),
  },
  guards: { isSubmittable: saveCheck.passes },
  actions: {
    open: assign((_, { integration, kept }: { integration: Ga4Integration | undefined; kept: Ga4Draft | undefined }) => {
      const before = integration ? toDraft(integration) : blankDraft;
      return { before, draft: kept ?? before, error: null };
    }),
    type: assign(({ context }, params: { field: Ga4Field; value: string }) => ({ draft: { ...context.draft, [params.field]: params.value }, error: null })),
    toggleKind: assign(({ context: { draft } }, params: { kind: Ga4Kind }) => ({
      // In their own order, whichever is chosen first.
      draft: { ...draft, events: ga4Kinds.filter((kind) => (kind === params.kind) !== draft.events.includes(kind)) },
      error: null,
    })),
    toggleActive: assign(({ context: { draft } }) => ({ draft: { ...draft, isActive: !draft.isActive }, error: null })),
    aim: assign((_, params: { integration: Ga4Integration }) => ({ target: params.integration, error: null })),
    release: assign({ target: null }),
    empty: assign({ before: blankDraft, draft: blankDraft, error: null }),
    fail: assign((_, params: { error: FlowError }) => ({ error: params.error })),
    calm: assign({ error: null }),
    /** Provided by the caller: keeps what was typed until the stream is opened again. */
    keep: (_, _params: { draft: Ga4Draft | null }) => {},
    /** Provided by the caller: says that the stream is saved. */
    tellSaved: (_, _params: { isNew: boolean }) => {},
    /** Provided by the caller: says what the test found. */
    tellTested: (_, _params: { test: Ga4Test }) => {},
    /** Provided by the caller: says that the stream is on or off. */
    tellSwitched: (_, _params: { integration: Ga4Integration }) => {},
    /** Provided by the caller: says that events are sent again. */
    tellResent: () => {},
    /** Provided by the caller: says that the stream is deleted. */
    tellDeleted: () => {},
    /** Provided by the caller: says why it was not tested, switched or deleted, or why nothing was sent again. */
    tellFailed: (_, _params: { error: FlowError }) => {},
  },
});
