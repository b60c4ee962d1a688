/** The carrier at work: callbacks of what it took, texts and calls that come in. */
import { createSid, type Ledger, type LedgerMessage } from './ledger.ts';
import type { StatusReport } from './magic.ts';
import { drawPicture } from './picture.ts';
import { type Post, pauseFor } from './post.ts';
import { createSpeech } from './speech.ts';
import type { CallPlan } from './voice/behaviour.ts';
import type { Browsers } from './voice/browsers.ts';
import { type PlayedCall, playCall } from './voice/call.ts';
import { type PhoneRequest, playPhone } from './voice/outgoing.ts';
import { playPlacedCall } from './voice/placedPlay.ts';
import { type RungPhone, Switchboard } from './voice/switchboard.ts';
import type { CallContext, OngoingCall } from './voice/world.ts';

interface PlayOptions {
  readonly accountSid: string;
  /** Duration of simulated time relative to real time: 1 is real, 0.01 a hundred times faster. */
  readonly pace: number;
  readonly ledger: Ledger;
  readonly post: Post;
  readonly signal: AbortSignal;
  readonly browsers: Browsers;
  /** The app's address, under which its webhooks lie. */
  getWebhookUrl(): string;
  /** The sandbox's own address. */
  getOwnUrl(): string;
}

interface Play {
  /** Posts the callbacks of a message, each at its time and in their order. */
  postReports(message: LedgerMessage, reports: readonly StatusReport[]): Promise<void>;
  sendText(to: string, from: string, body: string, withPicture?: boolean): Promise<void>;
  playCall(to: string, from: string, plan: CallPlan): Promise<PlayedCall>;
  /** Rings a phone, asked for by REST, for a caller. */
  playPhone(phone: RungPhone, line: OngoingCall, request: PhoneRequest): Promise<void>;
  readonly switchboard: Switchboard<OngoingCall>;
}

export function createPlay(options: PlayOptions): Play {
  const { ledger, post, pace, signal } = options;
  const speak = createSpeech();
  const waitMs = (ms: number) => pauseFor(ms * pace, signal);
  const switchboard = new Switchboard<OngoingCall>();
  const createContext = (): CallContext => ({
    webhookUrl: options.getWebhookUrl(),
    ownUrl: options.getOwnUrl(),
    accountSid: options.accountSid,
    ledger,
    post,
    switchboard,
    browsers: options.browsers,
    speak,
    getSeconds: () => performance.now() / 1_000 / pace,
    waitSeconds: (seconds, sooner) => pauseFor(seconds * 1_000 * pace, signal, sooner),
  });
  options.browsers.setPlayer((call, identity, parameters) => void playPlacedCall(createContext(), call, identity, parameters).catch(() => call.end()));
  return {
    async postReports(message, reports) {
      let now = 0;
      for (const { afterMs, status, errorCode, isReported = true } of reports) {
        await waitMs(afterMs - now);
        now = afterMs;
        message.status = status;
        message.errorCode = errorCode ?? null;
        if (message.statusCallback === null || !isReported || signal.aborted) continue;
        await post(message.statusCallback, {
          MessageSid: message.sid,
          SmsSid: message.sid,
          MessageStatus: status,
          SmsStatus: status,
          From: message.from,
          To: message.to,
          ...(errorCode === undefined ? {} : { ErrorCode: String(errorCode) }),
        });
      }
    },
    async sendText(to, from, body, withPicture = false) {
      const sid = createSid(withPicture ? 'MM' : 'SM');
      const media = withPicture ? [{ sid: createSid('ME'), contentType: 'image/png', bytes: drawPicture(body.length * 7) }] : [];
      for (const file of media) ledger.saveFile(file);
      ledger.add({ sid, from, to, body, direction: 'inbound', statusCallback: null, media, status: 'received' });
      const mediaFields = media.map(({ sid: file, contentType }, at) => ({
        [`MediaUrl${at}`]: `${options.getOwnUrl()}/2010-04-01/Accounts/${options.accountSid}/Messages/${sid}/Media/${file}`,
        [`MediaContentType${at}`]: contentType,
      }));
      await post(`${options.getWebhookUrl()}/webhooks/carrier/messages/incoming`, {
        MessageSid: sid,
        SmsSid: sid,
        SmsMessageSid: sid,
        SmsStatus: 'received',
        From: from,
        To: to,
        Body: body,
        NumSegments: '1',
        NumMedia: String(media.length),
        ...Object.assign({}, ...mediaFields),
      });
    },
    playCall: (to, from, plan) => playCall(createContext(), { from, to, plan }),
    playPhone: (phone, line, request) => playPhone(createContext(), phone, line, request),
    switchboard,
  };
}
