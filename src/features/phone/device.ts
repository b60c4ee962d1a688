/**
 * The browser as a phone, by the carrier’s own SDK, which is fetched with this file’s first use. One tab of a browser registers; it says every few seconds
 * that it is there. In the sandbox the SDK is given the sandbox’s host by a private option, and speaks to it without TLS.
 */
import type { Call, Device } from '@twilio/voice-sdk';
import { deviceLifeMs, offerParameters } from '#contract/phone/entities.ts';
import type { RingingCall } from '#machines/inAppCallIncoming/index.ts';
import type { SoundEvent } from '#machines/talking.ts';
import type { App } from '../../api/app.ts';
import { toPlainError } from '../../api/errors.ts';
import { type PhoneLine, phoneLine } from './line.ts';
import { watchSound } from './sound.ts';
import { createTalk, type Talk } from './talk.ts';
import { createTokens } from './tokens.ts';

/** Codes of the SDK: a token that is none or no more, and a microphone that can’t be had. */
const tokenCodes: ReadonlySet<number> = new Set([20_101, 20_104, 31_204, 31_205, 31_207]);

export interface DeviceEvents {
  /** This window is the one of its browser that rings; calls that rang before it was loaded ring in none. */
  onChosen(): void;
  onRang(call: RingingCall): void;
  /** It rings here no more: another took it, or the caller hung up. */
  onWithdrawn(callContextId: string): void;
  onOver(callContextId: string): void;
  onSignalling(isThere: boolean): void;
  /** Something is wrong with the sound of the call that goes on, or is right again. */
  onSound(event: SoundEvent): void;
}

/** Events of a call that this window makes. */
export interface PlacedEvents {
  /** It rings; `isHeard`: the carrier lets the ringing be heard itself. */
  onRinging(isHeard: boolean): void;
  onAnswered(): void;
  onOver(): void;
  onSignalling(isThere: boolean): void;
  /** Something is wrong with the sound of the call that goes on, or is right again. */
  onSound(event: SoundEvent): void;
}

/** A window that rings. */
export interface PhoneDevice {
  /** Finds the offer by which a call rings in this window; null where it doesn’t. */
  find(callContextId: string): RingingCall | null;
  /** Waits for a call that is being led here; it keeps the name that the window has for it. */
  expect(call: RingingCall): Promise<void>;
  /** Takes a ringing call at the carrier; resolves when both hear each other. */
  accept(callContextId: string): Promise<void>;
  reject(callContextId: string): void;
  /** Calls with the token of a leave; resolves when it rings at the other end, or is put through at once. */
  place(token: string, events: PlacedEvents): Promise<void>;
  hangUp(): void;
  mute(isMuted: boolean): void;
  /** Puts the other party on hold or takes them back; `musicUrl`: music of the number’s route, from the root. */
  hold(isHeld: boolean, musicUrl: string | null): void;
  sendDigits(digits: string): void;
  /** Keeps a token for when no call is in its way. */
  renew(token: string): void;
  stop(): void;
}

/** Milliseconds within which a call comes that the server has led here. */
const comeMs = 10_000;

const lost = (reason: string): PhoneLine => ({ kind: 'lost', reason });
const reconnecting = lost('Connection to the carrier lost. Reconnecting…');

/** Plays nothing: the app has a ring tone of its own. */
class SilentSound {
  readonly isPlaying = false;
  play = (): Promise<void> => Promise.resolve();
  stop = (): Promise<void> => Promise.resolve();
  setSinkIds = (): void => {};
}

/** Loads the SDK. Beside the sandbox its sockets to the sandbox go without TLS: it takes the constructor as it is found while it loads. */
async function loadSdk(signalling: string | null) {
  if (signalling === null) return import('@twilio/voice-sdk');
  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(String(url).replace(`wss://${signalling}`, `ws://${signalling}`), protocols);
    }
  };
  try {
    return await import('@twilio/voice-sdk');
  } finally {
    window.WebSocket = Native;
  }
}

/** Options of the SDK. Those of the sandbox are private ones that a test holds on to. */
const listOptions = (signalling: string | null) => ({
  closeProtection: true,
  logLevel: 'silent' as const,
  publishEvents: false,
  Sound: SilentSound,
  ...(signalling === null ? {} : { chunderw: signalling }),
});

/** The names under which a call came; null for one that is none of ours. */
function readOffer(call: Call): RingingCall | null {
  const callId = Number(call.customParameters.get(offerParameters.callId));
  const callContextId = call.customParameters.get(offerParameters.callContextId);
  const joinToken = call.customParameters.get(offerParameters.joinToken);
  const { From: from = '' } = call.parameters;
  if (!Number.isSafeInteger(callId) || callId === 0 || callContextId === undefined || joinToken === undefined) return null;
  return { callId, callContextId, joinToken, caller: from.startsWith('+') ? from : null };
}

/** Holds the tab’s place as the one that rings; resolves once it has it, with how to give it back. Null where it was stopped before. */
async function takePlace(name: string, signal: AbortSignal): Promise<(() => void) | null> {
  if (!('locks' in navigator)) return () => {};
  const isFree = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => lock !== null);
  if (!isFree) phoneLine.set({ kind: 'elsewhere' });
  return new Promise((resolve) => {
    navigator.locks.request(name, { signal }, () => new Promise<void>((release) => resolve(release))).catch(() => resolve(null));
  });
}

/** Registers this window for a company until it is stopped. */
export async function openDevice(app: App, companyId: number, events: DeviceEvents, signal: AbortSignal): Promise<PhoneDevice | null> {
  const release = await takePlace(`keyline-phone-${companyId}-${app.get().user?.id ?? 0}`, signal);
  if (release === null || signal.aborted) {
    release?.();
    return null;
  }
  phoneLine.set({ kind: 'starting' });
  events.onChosen();
  const requestToken = async () => (await app.api.call('phone.token', { companyId })).token;
  const signalling = app.config.voice?.signalling ?? null;
  const tokens = createTokens(requestToken, (thrown) => phoneLine.set(lost(toPlainError(thrown).message)), signal);
  const [{ Device: Sdk }, token] = await Promise.all([loadSdk(signalling), tokens.next()]);
  if (token === null || signal.aborted) {
    release();
    return null;
  }
  const deviceId = crypto.randomUUID();
  const calls = new Map<string, Call>();
  /** Calls that are being led here, by their id. */
  const expected = new Map<number, { readonly name: string; readonly onCame: () => void }>();
  let active: { readonly call: Call; readonly talk: Talk } | null = null;
  let nextToken: string | null = null;
  let isRegistered = false;
  /** A token is due, and waits for the end of the calls: the SDK loses up to a second of sound as it takes one. */
  let isTokenDue = false;
  /** The carrier takes the token no more, and rings nothing here. */
  let isLetGo = false;
  let isRenewing = false;
  const tell = (isReady: boolean) => app.api.call('phone.presence', { companyId, body: { deviceId, isReady } });
  const tellGone = () => void tell(false).catch(() => undefined);
  const leave = () => {
    // The SDK declines what rings as it goes. Leaving isn’t declining: it rings on for others, and for the window that comes.
    for (const call of calls.values()) if (call.status() === 'pending') call.ignore();
    tellGone();
  };
  // It rings here once the server knows: a call that comes before rings nobody here.
  const report = async () => {
    try {
      await tell(true);
      if (isRegistered && !signal.aborted) phoneLine.set({ kind: 'ready' });
    } catch (thrown) {
      if (isRegistered && !signal.aborted) phoneLine.set(lost(toPlainError(thrown).message));
    }
  };
  const beat = setInterval(() => {
    if (isRegistered) void report();
  }, deviceLifeMs / 3);
  const applyToken = () => {
    if (nextToken === null || active !== null) return;
    device.updateToken(nextToken);
    nextToken = null;
  };
  /** Goes on with another token. A line that was let go is made anew, once no call goes over it: the SDK doesn’t register again on the one it has. */
  const renew = async () => {
    if (isRenewing) return;
    isRenewing = true;
    const fresh = await tokens.next();
    isRenewing = false;
    if (fresh === null) return;
    isTokenDue = false;
    if (isLetGo && calls.size === 0) {
      isLetGo = false;
      const before = device;
      device = open(fresh);
      before.destroy();
      return;
    }
    device.updateToken(fresh);
    tokens.accept();
    // Takes back that none could be had.
    if (isRegistered && phoneLine.get().kind !== 'ready') void report();
  };
  /** A call is over. */
  const leaveCall = (call: Call) => {
    if (active?.call === call) {
      active.talk.finish();
      active = null;
    }
    if (calls.size > 0 || !(isTokenDue || isLetGo)) return applyToken();
    nextToken = null;
    void renew();
  };
  /** Opens a line to the carrier, and registers it. */
  const open = (given: string): Device => {
    const own = new Sdk(given, listOptions(signalling));
    const isCurrent = () => !signal.aborted && device === own;
    own.on('registered', () => {
      if (!isCurrent()) return;
      isRegistered = true;
      tokens.accept();
      events.onSignalling(true);
      void report();
    });
    own.on('unregistered', () => {
      if (!isCurrent()) return;
      isRegistered = false;
      phoneLine.set(reconnecting);
      events.onSignalling(false);
    });
    own.on('tokenWillExpire', () => {
      if (!isCurrent()) return;
      if (calls.size === 0) void renew();
      else isTokenDue = true;
    });
    own.on('error', ({ code }: { readonly code: number }) => {
      if (!isCurrent()) return;
      if (tokenCodes.has(code)) {
        isLetGo = true;
        isRegistered = false;
        phoneLine.set(reconnecting);
        tellGone();
        void renew();
      } else if (phoneLine.get().kind !== 'ready') phoneLine.set(reconnecting);
    });
    own.on('incoming', receive);
    own.register().catch((thrown: unknown) => {
      if (isCurrent() && phoneLine.get().kind === 'starting') phoneLine.set(lost(`Not registered at the carrier: ${toPlainError(thrown).message}`));
    });
    return own;
  };
  const receive = (call: Call) => {
    const offer = readOffer(call);
    if (offer === null) return call.ignore();
    const wanted = expected.get(offer.callId);
    const id = wanted?.name ?? offer.callContextId;
    calls.set(id, call);
    const forget = () => {
      calls.delete(id);
      leaveCall(call);
    };
    call.on('cancel', () => {
      forget();
      events.onWithdrawn(id);
    });
    call.on('reject', forget);
    call.on('disconnect', () => {
      forget();
      events.onOver(id);
    });
    call.on('reconnecting', () => events.onSignalling(false));
    call.on('reconnected', () => events.onSignalling(true));
    watchSound(call, events.onSound);
    if (wanted) wanted.onCame();
    else events.onRang(offer);
  };
  // A call that is made has a device of its own: its token is for that call alone, and the other goes on ringing.
  let caller: Device | null = null;
  const place = async (given: string, placed: PlacedEvents): Promise<void> => {
    const own = new Sdk(given, listOptions(signalling));
    const before = caller;
    caller = own;
    before?.destroy();
    const isMine = () => caller === own;
    const over = new AbortController();
    const giveUp = () => {
      over.abort();
      if (isMine()) caller = null;
      own.destroy();
    };
    const renewals = createTokens(requestToken, () => placed.onSignalling(false), over.signal);
    // The call goes on without a token that is good; one is needed to come back after the line was cut. The call itself tells all else that goes wrong.
    own.on('error', async ({ code }: { readonly code: number }) => {
      const fresh = tokenCodes.has(code) ? await renewals.next() : null;
      if (fresh !== null && isMine()) own.updateToken(fresh);
    });
    const call = await own.connect().catch((thrown: unknown) => {
      giveUp();
      throw thrown;
    });
    // Hung up before the carrier had it.
    if (!isMine()) {
      call.disconnect();
      throw new Error('The call ended before it rang');
    }
    active = { call, talk: createTalk(call, own.audio) };
    const started = Promise.withResolvers<void>();
    const finish = () => {
      leaveCall(call);
      started.reject(new Error('The call ended before it rang'));
      if (isMine()) placed.onOver();
      giveUp();
    };
    call.on('ringing', (isHeard: boolean) => {
      placed.onRinging(isHeard);
      started.resolve();
    });
    call.on('accept', () => {
      placed.onAnswered();
      started.resolve();
    });
    call.on('disconnect', finish);
    call.on('cancel', finish);
    call.on('error', () => started.reject(new Error('The call couldn’t be connected. Check your microphone and connection')));
    call.on('reconnecting', () => placed.onSignalling(false));
    call.on('reconnected', () => placed.onSignalling(true));
    watchSound(call, placed.onSound);
    await started.promise;
  };
  // Before the SDK hears of it.
  window.addEventListener('pagehide', leave, { capture: true });
  let device = open(token);
  return {
    find: (id) => {
      const call = calls.get(id);
      return call ? readOffer(call) : null;
    },
    expect: ({ callId, callContextId: name }) =>
      new Promise((resolve, reject) => {
        const stop = () => {
          clearTimeout(timer);
          expected.delete(callId);
        };
        const timer = setTimeout(() => {
          stop();
          reject(new Error('The call didn’t come through. If it still rings, try again'));
        }, comeMs);
        const onCame = () => {
          stop();
          resolve();
        };
        expected.set(callId, { name, onCame });
      }),
    accept: (id) =>
      new Promise((resolve, reject) => {
        const call = calls.get(id);
        if (!call) return reject(new Error('This call no longer rings here'));
        active = { call, talk: createTalk(call, device.audio) };
        call.once('accept', () => resolve());
        call.once('error', () => reject(new Error('The call couldn’t be connected. Check your microphone and connection')));
        call.once('disconnect', () => reject(new Error('The call ended before it was connected')));
        call.once('cancel', () => reject(new Error('The call no longer rings')));
        call.accept();
      }),
    reject: (id) => calls.get(id)?.reject(),
    place,
    hangUp: () => {
      if (active !== null) return active.call.disconnect();
      caller?.destroy();
      caller = null;
    },
    mute: (isMuted) => active?.talk.mute(isMuted),
    // A microphone that can’t be switched is silent, and the card says that it is gone.
    hold: (isHeld, musicUrl) => void active?.talk.hold(isHeld, musicUrl).catch(() => undefined),
    sendDigits: (digits) => active?.call.sendDigits(digits),
    renew: (fresh) => {
      nextToken = fresh;
    },
    stop: () => {
      clearInterval(beat);
      window.removeEventListener('pagehide', leave, { capture: true });
      leave();
      caller?.destroy();
      device.destroy();
      release();
      phoneLine.set({ kind: 'off' });
    },
  };
}

/** Asks for the microphone before a call is answered or made. Rejects in words with what to do; what rings goes on ringing. */
export async function checkMicrophone(): Promise<void> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    for (const track of stream.getTracks()) track.stop();
  } catch (thrown) {
    const isDenied = thrown instanceof DOMException && thrown.name === 'NotAllowedError';
    throw new Error(
      isDenied ? 'Your browser blocks the microphone. Allow it in the address bar, then try again' : 'No microphone found. Connect one, then try again',
    );
  }
}
