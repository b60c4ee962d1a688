/** A call that a browser makes, on the side of the browser: ringing, sound and its end. */
import { createSid } from '../ledger.ts';
import { BrowserMedia } from './browserMedia.ts';

/** The signalling of the browser that calls. */
interface CallingBrowser {
  readonly identity: string | null;
  say(type: string, payload: object): void;
}

/** Its side of the call. */
export class PlacedCall {
  readonly sid = createSid('CA');
  digits = '';
  media: BrowserMedia | null = null;
  private readonly over = Promise.withResolvers<void>();
  private browser: CallingBrowser;
  private readonly offer: string;
  private isOver = false;

  constructor(browser: CallingBrowser, offer: string) {
    this.browser = browser;
    this.offer = offer;
  }

  /** Settles when the person hangs up, or the sound is lost. */
  get ended(): Promise<void> {
    return this.over.promise;
  }

  get hasEnded(): boolean {
    return this.isOver;
  }

  ring(): void {
    this.browser.say('ringing', { callsid: this.sid });
  }

  /** Puts the browser through; from then on both sides are heard. */
  async answer(): Promise<BrowserMedia | null> {
    if (this.isOver) return null;
    if (this.media !== null) return this.media;
    const media = new BrowserMedia();
    this.media = media;
    const sdp = await media.answer(this.offer);
    void media.lost.then(() => this.end());
    this.browser.say('answer', { callsid: this.sid, sdp, reconnect: this.sid });
    return media;
  }

  /** The browser says something of this call. */
  async hear(browser: CallingBrowser, type: string, payload: Readonly<Record<string, unknown>>): Promise<void> {
    if (browser !== this.browser) return;
    if (type === 'dtmf' && typeof payload.dtmf === 'string') this.digits += payload.dtmf;
    if (type === 'hangup') this.finish();
  }

  /** The browser of the call is back on another socket. */
  return(browser: CallingBrowser): void {
    if (this.media === null || this.isOver || browser.identity !== this.browser.identity) {
      browser.say('hangup', { callsid: this.sid });
      return;
    }
    this.browser = browser;
    browser.say('answer', { callsid: this.sid, sdp: this.media.description, reconnect: this.sid });
  }

  end(): void {
    if (this.isOver) return;
    this.browser.say('hangup', { callsid: this.sid });
    this.finish();
  }

  private finish(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.media?.close();
    this.over.resolve();
  }
}
