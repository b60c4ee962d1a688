/** A browser as the carrier sees it: its signalling over a WebSocket, its sound over WebRTC, as the carrier's SDK speaks both. */
import { MediaStreamTrack, RTCPeerConnection, RTCRtpCodecParameters, RtpHeader, RtpPacket } from 'werift';
import { WebSocket } from 'ws';

interface Invite {
  readonly callId: number;
  readonly callContextId: string;
  readonly joinToken: string;
  readonly sid: string;
  readonly sdp: string;
  readonly reconnect: string;
}

type Payload = Record<string, unknown> & { readonly callsid?: string };

const text = (value: unknown) => (typeof value === 'string' ? value : '');

export class TestBrowser {
  invites = 0;
  /** Heartbeats of the carrier. */
  beats = 0;
  private readonly invite = Promise.withResolvers<Invite>();
  private readonly over = Promise.withResolvers<void>();
  private readonly url: string;
  private socket: WebSocket | null = null;
  private peer: RTCPeerConnection | null = null;
  private timer: NodeJS.Timeout | undefined;
  private packets = 0;
  private waiting: (() => void)[] = [];
  private returned = Promise.withResolvers<void>();
  private readonly ringing_ = Promise.withResolvers<string>();
  private readonly answered = Promise.withResolvers<void>();
  private isCalling = false;

  constructor(url: string) {
    this.url = url;
  }

  /** Signs in with a token and registers. Rejects with the carrier's code. */
  async connect(token: string): Promise<void> {
    const socket = new WebSocket(`${this.url.replace(/^http/, 'ws')}/signal`);
    this.socket = socket;
    const ready = Promise.withResolvers<void>();
    socket.on('error', ready.reject);
    socket.on('open', () => this.say('listen', { token }));
    socket.on('message', (data) => {
      if (data.toString() === '\n') {
        this.beats += 1;
        return socket.send('\n');
      }
      const { type, payload }: { type: string; payload: Payload } = JSON.parse(data.toString());
      if (type === 'connected') this.say('register', { media: { audio: true } });
      if (type === 'ready') ready.resolve();
      if (type === 'error') ready.reject(new Error(JSON.stringify(payload)));
      if (type === 'invite') this.ringing(payload);
      if (type === 'cancel' || type === 'hangup') this.over.resolve();
      if (type === 'answer') this.returned.resolve();
      if (type === 'ringing') this.ringing_.resolve(payload.callsid ?? '');
      if (type === 'answer' && this.isCalling) void this.putThrough(payload);
    });
    await ready.promise;
  }

  private say(type: string, payload: object): void {
    this.socket?.send(JSON.stringify({ type, version: '1.6', payload }));
  }

  private ringing(payload: Payload): void {
    this.invites += 1;
    const parameters = new URLSearchParams(text((payload.parameters as Record<string, unknown> | undefined)?.Params));
    this.invite.resolve({
      callId: Number(parameters.get('callId')),
      callContextId: parameters.get('callContextId') ?? '',
      joinToken: parameters.get('joinToken') ?? '',
      sid: text(payload.callsid),
      sdp: text(payload.sdp),
      reconnect: text(payload.reconnect),
    });
  }

  /** The call that rings. */
  invited = (): Promise<Invite> => this.invite.promise;

  /** Settles when the carrier takes the call away. */
  gone = (): Promise<void> => this.over.promise;

  /** Calls what its token lets it, with what a page adds. */
  async place(parameters: Readonly<Record<string, string>> = {}): Promise<void> {
    this.isCalling = true;
    const { peer, track } = this.createPeer();
    await peer.setLocalDescription(await peer.createOffer());
    await this.gather(peer);
    this.say('invite', { callsid: 'TJ1', sdp: peer.localDescription?.sdp ?? '', twilio: { params: new URLSearchParams(parameters).toString() } });
    this.speak(track);
  }

  /** The carrier's name of the call that rings at the other end. */
  rang = (): Promise<string> => this.ringing_.promise;

  /** Settles when the carrier puts the call through. */
  talking = (): Promise<void> => this.answered.promise;

  private async putThrough({ sdp }: Payload): Promise<void> {
    await this.peer?.setRemoteDescription({ type: 'answer', sdp: text(sdp) });
    this.answered.resolve();
  }

  /** Ends its own call. */
  async end(): Promise<void> {
    this.say('hangup', { callsid: await this.rang() });
    this.leave();
  }

  private createPeer() {
    const peer = new RTCPeerConnection({
      iceAdditionalHostAddresses: ['127.0.0.1'],
      iceUseIpv6: false,
      codecs: { audio: [new RTCRtpCodecParameters({ mimeType: 'audio/PCMU', clockRate: 8_000, channels: 1, payloadType: 0 })] },
    });
    this.peer = peer;
    const track = new MediaStreamTrack({ kind: 'audio' });
    peer.onTrack.subscribe((heard) =>
      heard.onReceiveRtp.subscribe(() => {
        this.packets += 1;
        for (const done of this.waiting.splice(0)) done();
      }),
    );
    peer.addTrack(track);
    return { peer, track };
  }

  private async gather(peer: RTCPeerConnection): Promise<void> {
    if (peer.iceGatheringState === 'complete') return;
    await new Promise<void>((resolve) => peer.iceGatheringStateChange.subscribe((state) => (state === 'complete' ? resolve() : undefined)));
  }

  /** Answers and speaks: a tone. */
  async accept(): Promise<void> {
    const { sid, sdp } = await this.invited();
    const { peer, track } = this.createPeer();
    await peer.setRemoteDescription({ type: 'offer', sdp });
    await peer.setLocalDescription(await peer.createAnswer());
    await this.gather(peer);
    this.say('answer', { callsid: sid, sdp: peer.localDescription?.sdp ?? '' });
    this.speak(track);
  }

  private speak(track: MediaStreamTrack): void {
    let sent = 0;
    this.timer = setInterval(() => {
      const header = new RtpHeader({ payloadType: 0, sequenceNumber: sent & 0xffff, timestamp: sent * 160, ssrc: 99, marker: false });
      track.writeRtp(new RtpPacket(header, Buffer.alloc(160, sent % 2 === 0 ? 0x10 : 0x90)));
      sent += 1;
    }, 20);
  }

  /** Settles with the next sound that comes from the carrier. */
  heard = (): Promise<void> => new Promise((resolve) => this.waiting.push(resolve));

  async hangUp(): Promise<void> {
    const { sid } = await this.invited();
    this.say('hangup', { callsid: sid });
    this.leave();
  }

  async reject(): Promise<void> {
    const { sid } = await this.invited();
    this.say('reject', { callsid: sid });
  }

  /** Comes back after its line was cut, and takes its call up again. */
  async reconnect(token: string): Promise<void> {
    const { sid, reconnect } = await this.invited();
    await this.connect(token);
    this.say('invite', { callsid: sid, sdp: this.peer?.localDescription?.sdp ?? '', reconnect, twilio: {} });
    await this.returned.promise;
  }

  private leave(): void {
    clearInterval(this.timer);
    void this.peer?.close().catch(() => undefined);
  }

  close(): void {
    this.leave();
    this.socket?.terminate();
  }
}

/** Opens a browser and registers it. */
export async function openBrowser(url: string, token: string): Promise<TestBrowser> {
  const browser = new TestBrowser(url);
  await browser.connect(token);
  return browser;
}
