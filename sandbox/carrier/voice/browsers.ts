/**
 * Browsers as phones: the carrier's signalling as its browser SDK speaks it (`wss://{host}/signal`, JSON of a type and a payload, version 1.6). A browser
 * registers with a token of the account's API key; a call outlives the socket it came over.
 */
import type { IncomingMessage, Server } from 'node:http';
import { jwtVerify } from 'jose';
import { JWTExpired } from 'jose/errors';
import { type WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod/mini';
import { createSid } from '../ledger.ts';
import { BrowserMedia } from './browserMedia.ts';
import { PlacedCall } from './placedCall.ts';

const Frame = z.object({ type: z.string(), payload: z._default(z.record(z.string(), z.unknown()), {}) });
const Grants = z.object({
  exp: z.number(),
  grants: z.object({
    identity: z.string(),
    voice: z.object({
      incoming: z.optional(z.object({ allow: z.boolean() })),
      outgoing: z.optional(z.object({ application_sid: z.string(), params: z.optional(z.record(z.string(), z.string())) })),
    }),
  }),
});
type Outgoing = NonNullable<z.output<typeof Grants>['grants']['voice']['outgoing']>;
const Parameters = z.object({ params: z.optional(z.string()) });

const version = '1.6';
const path = '/signal';
const largestFrame = 64_000;
/** Codes the carrier's SDK knows: a token that is none of the account's, and one that has expired. */
const tokenErrors = { invalid: 20_101, expired: 20_104 } as const;
/** Code of a call that the token does not allow. */
const declined = 31_002;

interface BrowserSocket {
  readonly socket: WebSocket;
  identity: string | null;
  /** Rights of its token: to be rung, and to call. */
  mayRing: boolean;
  outgoing: Outgoing | null;
  isRegistered: boolean;
  expiry: NodeJS.Timeout | undefined;
  say(type: string, payload: object): void;
}

/** Answers of a ringing browser. */
type BrowserAnswer = 'answered' | 'rejected' | 'canceled' | 'gone';

/** A browser that is rung. */
export interface BrowserCall {
  readonly sid: string;
  /** Settles with the first browser that answers, when all have rejected, or at once where none is registered. */
  readonly answered: Promise<BrowserAnswer>;
  /** Settles when the person hangs up, or the sound is lost. */
  readonly ended: Promise<void>;
  /** Keys pressed during the call. */
  readonly digits: string;
  readonly media: BrowserMedia | null;
  /** Stops ringing, or ends the call. */
  end(): void;
}

interface RingRequest {
  readonly identity: string;
  readonly from: string;
  /** Parameters of our own, handed to the browser with the call. */
  readonly parameters: string;
}

/** One call to all browsers of an identity. */
class Ringing implements BrowserCall {
  readonly sid = createSid('CA');
  digits = '';
  media: BrowserMedia | null = null;
  private readonly legs = new Map<BrowserSocket, BrowserMedia>();
  private readonly answer = Promise.withResolvers<BrowserAnswer>();
  private readonly end_ = Promise.withResolvers<void>();
  private winner: BrowserSocket | null = null;
  private identity: string | null = null;
  private isOver = false;

  get answered(): Promise<BrowserAnswer> {
    return this.answer.promise;
  }

  get ended(): Promise<void> {
    return this.end_.promise;
  }

  async ring(sockets: readonly BrowserSocket[], { identity, from, parameters }: RingRequest): Promise<void> {
    this.identity = identity;
    if (sockets.length === 0) return this.answer.resolve('gone');
    for (const browser of sockets) {
      const media = new BrowserMedia();
      this.legs.set(browser, media);
      const sdp = await media.offer();
      if (this.isOver) return;
      const told = { CallSid: this.sid, From: from, To: `client:${identity}`, Params: parameters };
      browser.say('invite', { callsid: this.sid, sdp, parameters: told, reconnect: this.sid });
    }
  }

  /** A browser says something of this call. */
  async hear(browser: BrowserSocket, type: string, payload: Readonly<Record<string, unknown>>): Promise<void> {
    const media = this.legs.get(browser);
    if (type === 'answer' && media && this.winner === null && !this.isOver && typeof payload.sdp === 'string') {
      this.winner = browser;
      for (const [other, its] of this.legs) {
        if (other === browser) continue;
        other.say('cancel', { callsid: this.sid });
        its.close();
      }
      this.media = media;
      await media.accept(payload.sdp);
      void media.lost.then(() => this.end());
      this.answer.resolve('answered');
    }
    if (type === 'reject' && media) {
      media.close();
      this.legs.delete(browser);
      if (this.legs.size === 0) this.answer.resolve('rejected');
    }
    if (browser !== this.winner) return;
    if (type === 'dtmf' && typeof payload.dtmf === 'string') this.digits += payload.dtmf;
    if (type === 'hangup') this.finish();
  }

  /** The browser of the call is back on another socket. */
  return(browser: BrowserSocket): void {
    const { media } = this;
    if (media === null || this.isOver || browser.identity !== this.identity) {
      browser.say('hangup', { callsid: this.sid });
      return;
    }
    this.winner = browser;
    browser.say('answer', { callsid: this.sid, sdp: media.description, reconnect: this.sid });
  }

  end(): void {
    if (this.isOver) return;
    if (this.winner === null) for (const [browser] of this.legs) browser.say('cancel', { callsid: this.sid });
    else this.winner.say('hangup', { callsid: this.sid });
    this.finish();
  }

  /** Stops ringing as the account asks for; false where somebody has answered. */
  cancel(): boolean {
    if (this.winner !== null) return false;
    this.answer.resolve('canceled');
    this.end();
    return true;
  }

  private finish(): void {
    if (this.isOver) return;
    this.isOver = true;
    for (const media of this.legs.values()) media.close();
    this.answer.resolve('gone');
    this.end_.resolve();
  }
}

const heartbeat = '\n';
/** Milliseconds between heartbeats: the SDK gives a line up that says nothing for 15 seconds. */
const heartbeatMs = 10_000;

/** Credentials that sign tokens of browsers. */
interface BrowserKeys {
  readonly apiKeySid: string;
  readonly apiKeySecret: string;
  readonly appSid: string;
}

/** Plays a call that a browser makes; `parameters`: those of its token over those of the page. */
type PlacedPlayer = (call: PlacedCall, identity: string, parameters: Readonly<Record<string, string>>) => void;

/** All browsers that are registered, and the calls they have. */
export class Browsers {
  private readonly sockets = new Set<BrowserSocket>();
  private readonly calls = new Map<string, Ringing | PlacedCall>();
  private player: PlacedPlayer | null = null;
  /** Milliseconds since the epoch until which no line can be opened. */
  private downUntil = 0;
  private readonly keys: BrowserKeys;
  private readonly server = new WebSocketServer({ noServer: true, maxPayload: largestFrame });
  private readonly isAllowed: (origin: string) => boolean;
  private readonly beat = setInterval(() => {
    for (const { socket } of this.sockets) if (socket.readyState === socket.OPEN) socket.send(heartbeat);
  }, heartbeatMs);

  constructor(keys: BrowserKeys, isAllowed: (origin: string) => boolean) {
    this.keys = keys;
    this.isAllowed = isAllowed;
    this.beat.unref();
  }

  /** Takes the upgrades of `/signal` from pages of the app. */
  serve(server: Server): void {
    server.on('upgrade', (request: IncomingMessage, socket, head) => {
      const { origin } = request.headers;
      if (
        URL.parse(request.url ?? '', 'http://localhost')?.pathname !== path ||
        (origin !== undefined && !this.isAllowed(origin)) ||
        Date.now() < this.downUntil
      )
        return socket.destroy();
      this.server.handleUpgrade(request, socket, head, (opened) => this.open(opened));
    });
  }

  /** The identities that are registered. */
  get registered(): readonly string[] {
    return [...this.sockets].flatMap(({ identity, isRegistered }) => (isRegistered && identity !== null ? [identity] : []));
  }

  /** The calls that browsers have, the oldest first. */
  get ongoing(): readonly Pick<BrowserCall, 'sid' | 'ended' | 'digits' | 'media' | 'end'>[] {
    return [...new Set(this.calls.values())];
  }

  /** Says who plays the calls that browsers make. */
  setPlayer(player: PlacedPlayer): void {
    this.player = player;
  }

  /** Ends a call of a browser; one that only rings alone where it is to be `canceled`. False where there is none. */
  endCall(sid: string, status: 'canceled' | 'completed'): boolean {
    const call = this.calls.get(sid);
    if (!call) return false;
    if (status === 'canceled') return call instanceof Ringing && call.cancel();
    call.end();
    return true;
  }

  /** Cuts every line of signalling, as a network does that changes; for so many milliseconds none can be opened. */
  cut(forMs = 0): void {
    this.downUntil = Date.now() + forMs;
    for (const { socket } of this.sockets) socket.terminate();
  }

  /** Rings every browser of an identity. */
  ring(request: RingRequest): BrowserCall {
    const call = new Ringing();
    this.calls.set(call.sid, call);
    void call.ended.then(() => this.calls.delete(call.sid));
    const sockets = [...this.sockets].filter(({ identity, isRegistered }) => isRegistered && identity === request.identity);
    void call.ring(sockets, request).catch(() => call.end());
    return call;
  }

  close(): void {
    clearInterval(this.beat);
    for (const call of this.calls.values()) call.end();
    this.cut();
    this.server.close();
  }

  private open(socket: WebSocket): void {
    const browser: BrowserSocket = {
      socket,
      identity: null,
      mayRing: false,
      outgoing: null,
      isRegistered: false,
      expiry: undefined,
      say(type, payload) {
        if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ type, version, payload }));
      },
    };
    this.sockets.add(browser);
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      clearTimeout(browser.expiry);
      this.sockets.delete(browser);
    });
    socket.on('message', (data) => {
      const text = data.toString();
      // The SDK's answer to a heartbeat.
      if (text === heartbeat) return;
      void this.read(browser, text).catch(() => socket.terminate());
    });
  }

  private async read(browser: BrowserSocket, text: string): Promise<void> {
    const frame = Frame.safeParse(JSON.parse(text)).data;
    if (!frame) return;
    const { type, payload } = frame;
    if (type === 'listen') return this.admit(browser, payload.token);
    if (type === 'register') {
      browser.isRegistered = browser.identity !== null && browser.mayRing && isAudio(payload.media);
      if (browser.identity !== null) browser.say('ready', {});
      return;
    }
    const call = typeof payload.callsid === 'string' ? this.calls.get(payload.callsid) : undefined;
    if (type === 'invite' && payload.reconnect !== undefined) {
      if (call && payload.reconnect === call.sid) return call.return(browser);
      return browser.say('hangup', { callsid: payload.callsid });
    }
    if (type === 'invite' && !call) return this.place(browser, payload);
    await call?.hear(browser, type, payload);
  }

  /** A browser calls: what its token allows is played, under the page's name of the call and the carrier's. */
  private place(browser: BrowserSocket, { callsid, sdp, twilio }: Readonly<Record<string, unknown>>): void {
    const { identity, outgoing } = browser;
    if (typeof callsid !== 'string' || typeof sdp !== 'string') return;
    if (identity === null || outgoing?.application_sid !== this.keys.appSid || this.player === null) {
      browser.say('hangup', { callsid, error: { code: declined, message: 'Connection declined' } });
      return;
    }
    const call = new PlacedCall(browser, sdp);
    for (const name of [callsid, call.sid]) this.calls.set(name, call);
    void call.ended.then(() => {
      for (const name of [callsid, call.sid]) this.calls.delete(name);
    });
    const added = Object.fromEntries(new URLSearchParams(Parameters.safeParse(twilio).data?.params ?? ''));
    this.player(call, identity, { ...added, ...outgoing.params });
  }

  /** Checks the token: what is none of the account's, or too old, is told as the carrier tells it. */
  private async admit(browser: BrowserSocket, token: unknown): Promise<void> {
    const refuse = (code: number, message: string) => {
      browser.identity = null;
      browser.isRegistered = false;
      browser.say('error', { error: { code, message } });
    };
    try {
      const { payload } = await jwtVerify(String(token), new TextEncoder().encode(this.keys.apiKeySecret), { issuer: this.keys.apiKeySid });
      const { exp, grants } = z.parse(Grants, payload);
      const ttl = exp - Math.floor(Date.now() / 1_000);
      browser.identity = grants.identity;
      browser.mayRing = grants.voice.incoming?.allow === true;
      browser.outgoing = grants.voice.outgoing ?? null;
      clearTimeout(browser.expiry);
      browser.expiry = setTimeout(() => refuse(tokenErrors.expired, 'AccessTokenExpired'), ttl * 1_000);
      browser.say('connected', { region: 'us1', edge: 'sandbox', home: 'us1', token: { identity: grants.identity, ttl } });
    } catch (error) {
      if (error instanceof JWTExpired) return refuse(tokenErrors.expired, 'AccessTokenExpired');
      refuse(tokenErrors.invalid, 'AccessTokenInvalid');
    }
  }
}

const isAudio = (media: unknown): boolean => typeof media === 'object' && media !== null && 'audio' in media && media.audio === true;
