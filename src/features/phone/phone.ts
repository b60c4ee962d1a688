/** The phone of this window: the person’s status, the call on the card, and the device that rings while the person is active. */
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import type { Scope } from '#commands/core/types.ts';
import type { CallOffer } from '#contract/phone/entities.ts';
import { phoneMessages } from '#contract/phone/texts.ts';
import { toFlowError } from '#machines/errors.ts';
import * as incoming from '#machines/inAppCallIncoming/index.ts';
import * as calling from '#machines/inAppCallingStatus/index.ts';
import * as outgoing from '#machines/inAppCallOutgoing/index.ts';
import { isIn } from '#machines/state.ts';
import type { App } from '../../api/app.ts';
import { rejectWithPlainError } from '../../api/errors.ts';
import type { StandingFlow } from '../../panes/feature.ts';
import { createFlowView } from '../../store/flowView.ts';
import { registerStore } from '../../store/sessionStores.ts';
import { createSignal, createStore } from '../../store/store.ts';
import type { PhoneDevice } from './device.ts';
import { pickUp, watchElsewhere } from './elsewhere.ts';
import { phoneLine } from './line.ts';
import { createOutgoing, type OutgoingActor } from './placing.ts';
import { ring } from './ringTone.ts';
import { requestTransfer } from './transfer.ts';

/** The flow of the call on the card. */
type IncomingActor = ActorRefFrom<typeof incoming.machine>;
type StatusActor = ActorRefFrom<typeof calling.machine>;

/** The phone of a company. */
interface Phone {
  readonly companyId: number;
  readonly status: StatusActor;
  readonly call: IncomingActor;
  /** The call the person makes; idle while there is none. At most one of the two is on the card. */
  readonly outgoing: OutgoingActor;
  /** The carrier lets the ringing of it be heard itself. */
  hasRinging: boolean;
  /** Calls that ring beside the one on the card, the oldest first. */
  readonly others: incoming.RingingCall[];
  isConfigured: boolean;
  device: PhoneDevice | null;
  /** Ends the device that is there or on its way; null while there is none. */
  closing: AbortController | null;
  /** Ends watching the calls that ring, but not in this window. */
  stopWatching(): void;
}

/** The phone of the open company; null while there is none. */
export const openPhone = createStore<Phone | null>(null);
/** The offer of the call on the card, as the company has it; null until it is there. */
export const openOffer = createStore<CallOffer | null>(null);
const changed = createSignal();

/** The call on the card, as commands see it. */
export const incomingFlow: StandingFlow<'inAppCallIncoming'> = {
  view: () => {
    const phone = openPhone.get();
    return phone && createFlowView(incoming, phone.call.getSnapshot());
  },
  send: (event) => openPhone.get()?.call.send(event),
  subscribe: changed.subscribe,
};

/** The call the person makes, as commands see it. */
export const outgoingFlow: StandingFlow<'inAppCallOutgoing'> = {
  view: () => {
    const phone = openPhone.get();
    return phone && createFlowView(outgoing, phone.outgoing.getSnapshot());
  },
  send: (event) => openPhone.get()?.outgoing.send(event),
  subscribe: changed.subscribe,
};

/** The person’s status, as commands see it. */
export const statusFlow: StandingFlow<'inAppCallingStatus'> = {
  view: () => {
    const phone = openPhone.get();
    return phone && createFlowView(calling, phone.status.getSnapshot());
  },
  send: (event) => openPhone.get()?.status.send(event),
  subscribe: changed.subscribe,
};

/** The scopes of the card: its keys work in every pane. */
export function listCallScopes(): readonly Scope[] {
  const phone = openPhone.get();
  if (!phone) return [];
  const placed = phone.outgoing.getSnapshot();
  if (isIn(placed, 'ended')) return ['callEnded'];
  if (!isIn(placed, 'idle')) return ['onCall'];
  const call = phone.call.getSnapshot();
  if (isIn(call, 'ringing')) return ['ringing'];
  if (isIn(call, 'connecting', 'connected', 'transferring')) return ['onCall'];
  return isIn(call, 'ended') ? ['callEnded'] : [];
}

const isBusy = (phone: Phone) => !isIn(phone.call.getSnapshot(), 'idle', 'ended') || !isIn(phone.outgoing.getSnapshot(), 'idle', 'ended');

/** Calls somebody: what has ended leaves the card. */
export function placeCall(phone: Phone, call: outgoing.WantedCall): void {
  phone.call.send({ type: 'card.closed' });
  phone.outgoing.send({ type: 'call.placed', call });
}

/** Puts a call on the card, with what the company knows of it: its offer, or what it says once it is asked. */
function show(app: App, phone: Phone, call: incoming.RingingCall, offer: CallOffer | null = null): void {
  openOffer.set(offer);
  phone.outgoing.send({ type: 'card.closed' });
  phone.call.send({ type: 'call.rang', call });
  if (offer !== null) return;
  app.api.call('phone.state', { companyId: phone.companyId }).then(
    ({ offers }) => {
      const found = offers.find(({ callContextId }) => callContextId === call.callContextId);
      if (found && phone.call.getSnapshot().context.call?.callContextId === call.callContextId) openOffer.set(found);
    },
    () => undefined,
  );
}

/** The card is free: the next that rings comes onto it. */
function showNext(app: App, phone: Phone): void {
  const next = isBusy(phone) ? undefined : phone.others.shift();
  if (next) show(app, phone, next);
}

const isShown = (phone: Phone, id: string) => phone.call.getSnapshot().context.call?.callContextId === id;

/** A call rings: it comes onto the card, or waits for it. One that is there already stays as it is. */
function take(app: App, phone: Phone, call: incoming.RingingCall, offer: CallOffer | null = null): void {
  const isKnown = isShown(phone, call.callContextId) || phone.others.some(({ callContextId }) => callContextId === call.callContextId);
  if (isKnown) return;
  if (isBusy(phone)) phone.others.push(call);
  else show(app, phone, call, offer);
  changed.notify();
}

/** A call rings no more. */
function withdraw(phone: Phone, id: string): void {
  const at = phone.others.findIndex(({ callContextId }) => callContextId === id);
  if (at >= 0) phone.others.splice(at, 1);
  if (isShown(phone, id)) phone.call.send({ type: 'call.withdrawn' });
  changed.notify();
}

/** Names of the calls that ring for the person and not in this window. */
function listElsewhere({ call, others, device }: Phone): readonly string[] {
  const { callContextId } = call.getSnapshot().context.call ?? {};
  const onCard = callContextId !== undefined && isIn(call.getSnapshot(), 'ringing') ? [callContextId] : [];
  return [...onCard, ...others.map((other) => other.callContextId)].filter((id) => device?.find(id) == null);
}

async function startDevice(app: App, phone: Phone): Promise<void> {
  if (phone.closing !== null) return;
  if (!phone.isConfigured) return phoneLine.set({ kind: 'lost', reason: 'Calls in the app aren’t set up. Ask the operator of this server' });
  const closing = new AbortController();
  phone.closing = closing;
  try {
    const { openDevice } = await import('./device.ts');
    phone.device = await openDevice(
      app,
      phone.companyId,
      {
        onChosen: () => {
          app.api.call('phone.state', { companyId: phone.companyId }).then(
            ({ offers }) => {
              if (phone.closing === closing) for (const offer of offers) take(app, phone, offer, offer);
            },
            () => undefined,
          );
        },
        onRang: (call) => take(app, phone, call),
        onWithdrawn: (id) => withdraw(phone, id),
        onOver: (id) => {
          if (isShown(phone, id)) phone.call.send({ type: 'call.over' });
        },
        onSignalling: (isThere) => phone.call.send({ type: isThere ? 'signalling.back' : 'signalling.lost' }),
        onSound: (event) => phone.call.send(event),
      },
      closing.signal,
    );
  } catch {
    if (phone.closing !== closing) return;
    phone.closing = null;
    phoneLine.set({ kind: 'lost', reason: 'The phone couldn’t start. Check your connection, then turn in-app calling off and on' });
  }
}

function stopDevice(phone: Phone): void {
  phone.closing?.abort();
  phone.closing = null;
  phone.device?.stop();
  phone.device = null;
  phoneLine.set({ kind: 'off' });
}

/** The device rings while the person is active; one who goes away during a call ends that first. */
function follow(app: App, phone: Phone): void {
  const isActive = isIn(phone.status.getSnapshot(), 'active');
  if (isActive) void startDevice(app, phone);
  else if (phone.closing !== null && !isBusy(phone)) stopDevice(phone);
}

const createCall = (app: App, companyId: number, getDevice: () => PhoneDevice | null) => {
  const report = (call: incoming.RingingCall, hangup: boolean) =>
    app.api.call('phone.acceptOrReject', { companyId, body: { callContextId: call.callContextId, hangup } });
  const getReady = () => {
    const device = getDevice();
    if (!device) throw new Error('Not registered at the carrier. Turn in-app calling off and on');
    return device;
  };
  return createActor(
    incoming.machine.provide({
      actors: {
        checkAnswer: fromPromise(({ input: { call } }) =>
          rejectWithPlainError(
            (async () => {
              const { checkMicrophone } = await import('./device.ts');
              await checkMicrophone();
              const permit = await app.api.call('phone.canAnswer', { companyId, params: { callId: call?.callId ?? 0 } });
              const isElsewhere = call !== null && getDevice()?.find(call.callContextId) == null;
              if (permit.canAnswer && isElsewhere) await pickUp(app, companyId, getDevice, call);
              return permit;
            })(),
          ),
        ),
        connectCall: fromPromise(({ input: { call } }) =>
          rejectWithPlainError(
            (async () => {
              if (!call) return;
              const device = getReady();
              // One that was led here has another offer than the card shows.
              const offer = device.find(call.callContextId) ?? call;
              const { token } = await app.api.call('phone.token', { companyId });
              device.renew(token);
              await Promise.all([device.accept(call.callContextId), report(offer, false)]);
            })(),
          ),
        ),
        transferCall: fromPromise(({ input: { call, target } }) => requestTransfer(app, companyId, call?.callId, target)),
        declineCall: fromPromise(({ input: { call } }) =>
          rejectWithPlainError(
            (async () => {
              if (!call) return;
              getDevice()?.reject(call.callContextId);
              await app.api.call('phone.reject', { companyId, params: { callId: call.callId }, body: { joinToken: call.joinToken } });
              await report(call, true);
            })(),
          ),
        ),
      },
      actions: {
        applyMute: (_, { isMuted }) => getDevice()?.mute(isMuted),
        applyHold: (_, { isHeld }) => getDevice()?.hold(isHeld, openOffer.get()?.holdMusicUrl ?? null),
        sendDigits: (_, { digits }) => getDevice()?.sendDigits(digits),
        hangUp: () => getDevice()?.hangUp(),
      },
    }),
  );
};

const createStatus = (app: App, companyId: number) =>
  createActor(
    calling.machine.provide({
      actors: {
        saveStatus: fromPromise(({ input: { status } }) => rejectWithPlainError(app.api.call('phone.saveStatus', { companyId, body: { status } }))),
      },
      actions: { announce: (_, { status }) => app.notify({ tone: 'success', message: phoneMessages[status] }) },
    }),
  );

function close(): void {
  const phone = openPhone.get();
  if (!phone) return;
  openPhone.set(null);
  openOffer.set(null);
  phone.stopWatching();
  stopDevice(phone);
  phone.call.stop();
  phone.outgoing.stop();
  phone.status.stop();
  ring(false);
  changed.notify();
}

// Before somebody else is shown anything: flows and device are stopped, the card is gone.
registerStore('phone', () => {
  close();
  openPhone.set(null);
  openOffer.set(null);
});

function open(app: App, companyId: number): void {
  let device: () => PhoneDevice | null = () => null;
  const sound = () => ring(isIn(phone.call.getSnapshot(), 'ringing') || (isIn(phone.outgoing.getSnapshot(), 'ringing') && !phone.hasRinging));
  const phone: Phone = {
    companyId,
    hasRinging: false,
    outgoing: createOutgoing({
      app,
      companyId,
      getDevice: () => device(),
      onRinging: (isHeard) => {
        phone.hasRinging = isHeard;
      },
    }),
    status: createStatus(app, companyId),
    call: createCall(app, companyId, () => device()),
    others: [],
    isConfigured: app.config.voice !== null,
    device: null,
    closing: null,
    stopWatching: watchElsewhere(app, companyId, { list: () => listElsewhere(phone), onGone: (id) => withdraw(phone, id) }),
  };
  device = () => phone.device;
  let told: unknown = null;
  phone.status.subscribe(({ context: { error } }) => {
    if (error !== null && error !== told) app.notifyError(error);
    told = error;
    follow(app, phone);
    changed.notify();
  });
  phone.outgoing.subscribe((snapshot) => {
    sound();
    if (isIn(snapshot, 'ended', 'idle')) showNext(app, phone);
    follow(app, phone);
    changed.notify();
  });
  phone.call.subscribe((snapshot) => {
    sound();
    if (isIn(snapshot, 'ended', 'idle')) showNext(app, phone);
    follow(app, phone);
    changed.notify();
  });
  openPhone.set(phone);
  phone.status.start();
  phone.call.start();
  phone.outgoing.start();
  rejectWithPlainError(app.api.call('phone.state', { companyId })).then(
    ({ status, isConfigured }) => {
      phone.isConfigured = isConfigured;
      phone.status.send({ type: 'status.read', status });
    },
    (thrown: unknown) => phone.status.send({ type: 'status.unread', error: toFlowError(thrown) }),
  );
}

/** Keeps the phone of the open company, for as long as the app lives. */
export function startPhone(app: App): void {
  const check = () => {
    const { companyId, permissions, user } = app.get();
    const wanted = companyId !== null && permissions.has('calls.take') && user?.impersonatedBy === null ? companyId : null;
    if (openPhone.get()?.companyId === wanted || (wanted === null && openPhone.get() === null)) return;
    close();
    if (wanted !== null) open(app, wanted);
  };
  app.subscribe(check);
  check();
}

/** Listeners hear of each step of the call and the status. */
export const subscribeToPhone = changed.subscribe;
