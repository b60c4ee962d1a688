/** Flows of registrations: one for each company, kept while the window is open. */
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import type { SmsVerification } from '#contract/smsVerification/entities.ts';
import { getLaneStatus, type SmsLane, smsLaneLabel, smsLanes } from '#contract/smsVerification/enums.ts';
import { smsVerificationMessages as messages } from '#contract/smsVerification/texts.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { type DraftOrder, machine, toBody } from '#machines/smsVerification/index.ts';
import { type App, getCompanyId } from '../../api/app.ts';
import { rejectWithPlainError } from '../../api/errors.ts';
import { keys } from '../../api/queries.ts';
import { createFlowStore } from '../../store/flowStore.ts';
import { createRegistrationQuery, createRegistrationsQuery } from './data.ts';

/** The flow of a registration. */
export type RegistrationActor = ActorRefFrom<typeof machine>;

interface RegistrationPlace {
  readonly actor: RegistrationActor;
  /** Lane statuses of registrations when last seen, so that a change is notified once. */
  readonly seen: Map<number, string>;
}

const refresh = (app: App, companyId: number) => app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'registrations') });

function saveDraft(app: App, companyId: number, { key, draft, verification }: DraftOrder) {
  const body = toBody(draft, verification?.campaign.optins.slice(1));
  if (!verification) return app.api.call('smsVerification.create', { companyId, body: { key, ...body } });
  return app.api.call('smsVerification.update', {
    companyId,
    params: { id: verification.id, brandId: verification.brand.id },
    body: { ...body, _method: 'PUT' },
  });
}

const withLane = (verification: SmsVerification, lane: SmsLane): SmsVerification => ({
  ...verification,
  status: lane === 'local' ? { ...verification.status, local: 'expired' } : { ...verification.status, tollFree: 'expired' },
});

/** Shows a lane as expired at once (RULE-202). */
function expire(app: App, companyId: number, id: number, lane: SmsLane): void {
  app.queries.setQueryData(createRegistrationsQuery(app, companyId).queryKey, (list) => list?.map((each) => (each.id === id ? withLane(each, lane) : each)));
  app.queries.setQueryData(createRegistrationQuery(app, companyId, id).queryKey, (one) => (one ? withLane(one, lane) : one));
}

/** Standing at the moment of submitting: a lane that was rejected is open again, so that it is told when it is rejected once more. */
export const reopenStanding = (standing: string | undefined): string => (standing ?? 'draft,draft;').replaceAll('rejected', 'draft');

function begin(app: App, companyId: number): RegistrationPlace {
  const seen = new Map<number, string>();
  const actor = createActor(
    machine.provide({
      actors: {
        saveDraft: fromPromise(({ input }) => rejectWithPlainError(saveDraft(app, companyId, input))),
        checkDraft: fromPromise(({ input: { id } }) => rejectWithPlainError(app.api.call('smsVerification.check', { companyId, body: { id } }))),
        submitDraft: fromPromise(({ input }) => {
          // The carrier can decide before the answer is here.
          seen.set(input.id, reopenStanding(seen.get(input.id)));
          return rejectWithPlainError(app.api.call('smsVerification.submit', { companyId, body: input }));
        }),
        cancelLane: fromPromise(({ input: { id, lane } }) =>
          rejectWithPlainError(app.api.call('smsVerification.cancel', { companyId, body: { id, part: lane } })),
        ),
      },
      actions: {
        tellSubmitted: () => {
          void refresh(app, companyId);
          app.notify({ tone: 'success', message: messages.submitted });
        },
        tellFailed: (_, { error }) => app.notify({ tone: 'danger', message: error.message }),
        tellCanceled: (_, { id, lane }) => {
          expire(app, companyId, id, lane);
          app.notify({ tone: 'success', message: messages.canceled });
        },
        refreshList: () => void refresh(app, companyId),
      },
    }),
    { input: { key: crypto.randomUUID() } },
  );
  return { actor, seen };
}

const listFailed = ({ campaign }: SmsVerification) => campaign.numbers.filter(({ state }) => state === 'failed');

/** Standing of a registration as one word: that of its lanes, then the numbers it can't take. */
export const formatStanding = (verification: SmsVerification): string =>
  [smsLanes.map((lane) => getLaneStatus(verification.status, lane)).join(), listFailed(verification).map(({ id }) => id)].join(';');

/** Notifies of decisions of the carrier, in its own words, and of numbers that can't be taken. */
function tell(app: App, { seen }: RegistrationPlace, verification: SmsVerification, shown: string | undefined): void {
  const before = seen.get(verification.id) ?? shown;
  const now = formatStanding(verification);
  seen.set(verification.id, now);
  if (before === undefined || before === now) return;
  const [lanes = '', numbers = ''] = before.split(';');
  const was = lanes.split(',');
  for (const [at, lane] of smsLanes.entries()) {
    const status = getLaneStatus(verification.status, lane);
    if (status === was[at]) continue;
    const rejection = verification.rejections.find((each) => each.lane === lane);
    if (rejection)
      app.notify({ tone: 'danger', message: `${smsLaneLabel[lane]}: ${rejection.message}${rejection.code === null ? '' : ` (${rejection.code})`}` });
    else if (status === 'approved') app.notify({ tone: 'success', message: `${smsLaneLabel[lane]} approved for texting` });
  }
  const known = new Set(numbers.split(','));
  for (const { id, number, reason } of listFailed(verification))
    if (!known.has(String(id))) app.notify({ tone: 'danger', message: `${displayPhone(number)} was not added. ${reason ?? ''}`.trim() });
}

/** The flow of each company. */
export const registrationStore = createFlowStore<number, RegistrationPlace>({
  name: 'registrations',
  getKey: String,
  getCompanyId: (companyId) => companyId,
  create: begin,
  onChange: (app, place, { kind, companyId, id }) => {
    if (kind !== 'registration-updated' || id === undefined || companyId !== getCompanyId(app)) return;
    const listed = app.queries.getQueryData(createRegistrationsQuery(app, companyId).queryKey)?.find((each) => each.id === id);
    const shown = listed && formatStanding(listed);
    app.api.call('smsVerification.get', { companyId, params: { id } }).then(
      (verification) => tell(app, place, verification, shown),
      () => place.seen.delete(id),
    );
  },
});
