/** The named parts of a pool's form: draft, events, actors (provided by the caller), guards and actions. */
import { assign, fromPromise, setup } from 'xstate';
import type { DniPool } from '#contract/dni/entities.ts';
import type { DniSourceId } from '#contract/dni/enums.ts';
import { dniLimits } from '#contract/dni/limits.ts';
import { parseOrigin } from '#contract/dni/origins.ts';
import { canHaveValue, needsValue } from '#contract/dni/sources.ts';
import { type FlowError, rejectMissingActor } from '../errors.ts';
import { createCheck } from '../reasons.ts';

/** The form. Lists are lines of text; ids and minutes are text as it is typed. `isShared`: of the organization. */
export interface PoolDraft {
  id: number | null;
  name: string;
  isActive: boolean;
  isShared: boolean;
  source: DniSourceId;
  sourceValue: string;
  origins: string;
  targetNumbers: string;
  numberIds: readonly number[];
  templateId: string;
  fallbackNumberId: string;
  sessionMinutes: string;
  holdMinutes: string;
}

/** Fields that are typed or chosen as text. */
export type PoolField = 'name' | 'source' | 'sourceValue' | 'origins' | 'targetNumbers' | 'templateId' | 'fallbackNumberId' | 'sessionMinutes' | 'holdMinutes';
/** Fields that are on or off. */
export type PoolFlag = 'isActive' | 'isShared';

/** Events a user may send. `kept`: what was typed when the form was left. */
export type UserEvent =
  | { type: 'pool.opened'; pool?: DniPool; kept?: PoolDraft | undefined }
  | { type: 'detail.typed'; field: Exclude<PoolField, 'source'>; value: string }
  | { type: 'source.chosen'; source: DniSourceId }
  | { type: 'flag.toggled'; flag: PoolFlag }
  | { type: 'number.toggled'; id: number }
  | { type: 'pool.submitted' }
  | { type: 'pool.closed' }
  | { type: 'pool.discarded' }
  | { type: 'pool.deleted'; pool: DniPool; shouldDeleteNumbers: boolean };

interface PoolContext {
  /** The form as it was opened. */
  before: PoolDraft;
  draft: PoolDraft;
  error: FlowError | null;
  /** A pool that is being deleted. */
  leaving: { pool: DniPool; shouldDeleteNumbers: boolean } | null;
}

export const blankDraft: PoolDraft = {
  id: null,
  name: '',
  isActive: true,
  isShared: false,
  source: 'always',
  sourceValue: '',
  origins: '',
  targetNumbers: '',
  numberIds: [],
  templateId: '',
  fallbackNumberId: '',
  sessionMinutes: String(dniLimits.sessionMinutes.initial),
  holdMinutes: String(dniLimits.holdMinutes.initial),
};

/** The draft of a pool that is there. */
export const toDraft = (pool: DniPool): PoolDraft => ({
  id: pool.id,
  name: pool.name,
  isActive: pool.isActive,
  isShared: pool.businessUnitId !== null,
  source: pool.source,
  sourceValue: pool.sourceValue ?? '',
  origins: pool.origins.join('\n'),
  targetNumbers: pool.targetNumbers.join('\n'),
  numberIds: pool.numbers.map(({ id }) => id),
  templateId: pool.templateId === null ? '' : String(pool.templateId),
  fallbackNumberId: pool.fallbackNumber === null ? '' : String(pool.fallbackNumber.id),
  sessionMinutes: String(pool.sessionMinutes),
  holdMinutes: String(pool.holdMinutes),
});

/** Entries of a list as people type it: one per line, or parted by commas. */
export const listEntries = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

const isMinutes = (text: string, { min, max }: { readonly min: number; readonly max: number }) =>
  /^\d{1,4}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max;

type DraftContext = Pick<PoolContext, 'draft'>;

/** The draft can be saved. */
export const saveCheck = createCheck<DraftContext>([
  [({ draft }) => draft.name.trim() === '', 'Enter a name first'],
  [({ draft }) => listEntries(draft.origins).length === 0, 'Enter the website first'],
  [({ draft }) => listEntries(draft.origins).some((origin) => parseOrigin(origin) === null), 'Enter each website like example.com'],
  [({ draft }) => listEntries(draft.targetNumbers).length === 0, 'Enter the number on the website first'],
  [({ draft }) => needsValue(draft.source) && draft.sourceValue.trim() === '', 'Enter the landing parameter first'],
  [
    ({ draft }) => !isMinutes(draft.sessionMinutes, dniLimits.sessionMinutes),
    `Enter a session timeout of ${dniLimits.sessionMinutes.min} to ${dniLimits.sessionMinutes.max} minutes`,
  ],
  [
    ({ draft }) => !isMinutes(draft.holdMinutes, dniLimits.holdMinutes),
    `Enter a number hold of ${dniLimits.holdMinutes.min} to ${dniLimits.holdMinutes.max} minutes`,
  ],
]);

/** The setup of the machine. */
export const poolSetup = setup({
  types: { context: {} as PoolContext, events: {} as UserEvent },
  actors: {
    /** POST or PUT …/dniPools. */
    savePool: fromPromise<DniPool, { draft: PoolDraft }>(rejectMissingActor),
    /** DELETE …/dniPools/{poolId}. */
    deletePool: fromPromise<{ numbersRemoved: number; numbersKept: number }, { pool: DniPool; shouldDeleteNumbers: boolean }>(rejectMissingActor),
  },
  guards: { isSubmittable: saveCheck.passes },
  actions: {
    open: assign((_, { pool, kept }: { pool: DniPool | undefined; kept: PoolDraft | undefined }) => {
      const before = pool ? toDraft(pool) : blankDraft;
      return { before, draft: kept ?? before, error: null };
    }),
    type: assign(({ context }, params: { field: PoolField; value: string }) => ({ draft: { ...context.draft, [params.field]: params.value }, error: null })),
    // A value belongs to its source.
    choose: assign(({ context }, params: { source: DniSourceId }) => ({
      draft: {
        ...context.draft,
        source: params.source,
        sourceValue: canHaveValue(params.source) && params.source === context.draft.source ? context.draft.sourceValue : '',
      },
      error: null,
    })),
    toggleFlag: assign(({ context }, params: { flag: PoolFlag }) => ({ draft: { ...context.draft, [params.flag]: !context.draft[params.flag] }, error: null })),
    toggleNumber: assign(({ context: { draft } }, params: { id: number }) => ({
      draft: { ...draft, numberIds: draft.numberIds.includes(params.id) ? draft.numberIds.filter((id) => id !== params.id) : [...draft.numberIds, params.id] },
      error: null,
    })),
    leave: assign((_, params: { pool: DniPool; shouldDeleteNumbers: boolean }) => ({ leaving: params, error: null })),
    stay: assign({ leaving: null }),
    empty: assign({ before: blankDraft, draft: blankDraft, error: null }),
    fail: assign((_, params: { error: FlowError }) => ({ error: params.error })),
    calm: assign({ error: null }),
    /** Provided by the caller: keeps what was typed until the pool is opened again. */
    keep: (_, _params: { draft: PoolDraft | null }) => {},
    /** Provided by the caller: says that the pool is saved. */
    tellSaved: (_, _params: { isNew: boolean; pool: DniPool }) => {},
    /** Provided by the caller: says what became of the pool and its numbers. */
    tellDeleted: (_, _params: { name: string; numbersRemoved: number; numbersKept: number }) => {},
    /** Provided by the caller: says why it was not deleted. */
    tellFailed: (_, _params: { error: FlowError }) => {},
  },
});
