/** Sound between the carrier and one browser: WebRTC as the carrier's edge speaks it, G.711 both ways. */
import { MediaStreamTrack, RTCPeerConnection, RTCRtpCodecParameters, RtpHeader, RtpPacket } from 'werift';
import { decodeUlaw, encodeUlaw } from './ulaw.ts';

const frameSamples = 160;
const frameMs = 20;
const sampleRate = 8_000;
/** Samples kept of what a browser says: ten minutes. */
const maxSamples = sampleRate * 600;
const silence = encodeUlaw(new Int16Array(frameSamples));

/** Sound that was heard so far: grows as it comes, up to the most that is kept. */
class Track {
  private samples = new Int16Array(sampleRate * 10);

  write(part: Int16Array, at: number): void {
    const end = at + part.length;
    if (end > maxSamples) return;
    if (end > this.samples.length) {
      const grown = new Int16Array(Math.min(maxSamples, Math.max(end, this.samples.length * 2)));
      grown.set(this.samples);
      this.samples = grown;
    }
    this.samples.set(part, at);
  }

  /** The first so many samples; what is missing is silence. */
  read(length: number): Int16Array {
    const whole = new Int16Array(length);
    whole.set(this.samples.subarray(0, length));
    return whole;
  }
}

/** The whole of a connection to one browser. */
export class BrowserMedia {
  private readonly peer = new RTCPeerConnection({
    iceAdditionalHostAddresses: ['127.0.0.1'],
    iceUseIpv6: false,
    codecs: { audio: [new RTCRtpCodecParameters({ mimeType: 'audio/PCMU', clockRate: sampleRate, channels: 1, payloadType: 0 })] },
  });
  private readonly track = new MediaStreamTrack({ kind: 'audio' });
  private readonly started = Date.now();
  private timer: NodeJS.Timeout | undefined;
  private sent = 0;
  private queue = new Int16Array(0);
  /** Time stamp of the browser's clock at which we began to send. */
  private origin: number | null = null;
  private readonly heardSound = new Track();
  private readonly playedSound = new Track();
  private heardLength = 0;

  constructor() {
    this.peer.onTrack.subscribe((track) => track.onReceiveRtp.subscribe((packet) => this.hear(packet)));
    this.peer.addTrack(this.track);
  }

  private hear({ header, payload }: RtpPacket): void {
    const now = this.sent * frameSamples;
    const measure = () => (header.timestamp - (this.origin ?? 0)) >>> 0;
    // The clock of a microphone that was changed stood still meanwhile.
    if (this.origin === null || Math.abs(measure() - now) > sampleRate) this.origin = header.timestamp - now;
    const at = measure();
    const samples = decodeUlaw(payload);
    this.heardSound.write(samples, at);
    this.heardLength = Math.min(maxSamples, Math.max(this.heardLength, at + samples.length));
  }

  private async settleLocal(): Promise<string> {
    if (this.peer.iceGatheringState !== 'complete')
      await new Promise<void>((resolve) => this.peer.iceGatheringStateChange.subscribe((state) => (state === 'complete' ? resolve() : undefined)));
    return this.peer.localDescription?.sdp ?? '';
  }

  /** The description with which the carrier calls the browser; no candidate comes later. */
  async offer(): Promise<string> {
    await this.peer.setLocalDescription(await this.peer.createOffer());
    return this.settleLocal();
  }

  /** Takes the description with which the browser answers, and begins to send. */
  async accept(sdp: string): Promise<void> {
    await this.peer.setRemoteDescription({ type: 'answer', sdp });
    this.start();
  }

  /** Answers a browser that calls. */
  async answer(sdp: string): Promise<string> {
    await this.peer.setRemoteDescription({ type: 'offer', sdp });
    await this.peer.setLocalDescription(await this.peer.createAnswer());
    const description = await this.settleLocal();
    this.start();
    return description;
  }

  /** The description that holds now, for a browser that comes back. */
  get description(): string {
    return this.peer.localDescription?.sdp ?? '';
  }

  /** Settles when the sound can't get through any more. */
  readonly lost = new Promise<void>((resolve) => {
    queueMicrotask(() => this.peer.connectionStateChange.subscribe((state) => (state === 'failed' || state === 'closed' ? resolve() : undefined)));
  });

  private start(): void {
    const began = Date.now();
    this.timer = setInterval(() => {
      // Timers are late on a busy machine: what is due is sent at once.
      while (this.sent * frameMs <= Date.now() - began) this.sendFrame();
    }, frameMs);
  }

  private sendFrame(): void {
    const frame = this.queue.subarray(0, frameSamples);
    const at = this.sent * frameSamples;
    this.playedSound.write(frame, at);
    const whole = frame.length === frameSamples ? encodeUlaw(frame) : Buffer.concat([encodeUlaw(frame), silence.subarray(frame.length)]);
    this.queue = this.queue.subarray(frame.length);
    const header = new RtpHeader({ payloadType: 0, sequenceNumber: this.sent & 0xffff, timestamp: at >>> 0, ssrc: 4_711, marker: this.sent === 0 });
    this.track.writeRtp(new RtpPacket(header, Buffer.from(whole)));
    this.sent += 1;
  }

  /** Says samples, 8,000 a second, in place of what was being said. */
  play(samples: Int16Array): void {
    this.queue = new Int16Array(samples);
  }

  /** Sound of both sides so far: ours and the browser's, from the same moment. */
  listen(): { readonly played: Int16Array; readonly heard: Int16Array } {
    const length = Math.min(maxSamples, Math.max(this.sent * frameSamples, this.heardLength));
    return { played: this.playedSound.read(length), heard: this.heardSound.read(length) };
  }

  /** Seconds since the connection was made. */
  get seconds(): number {
    return (Date.now() - this.started) / 1_000;
  }

  close(): void {
    clearInterval(this.timer);
    void this.peer.close().catch(() => undefined);
  }
}
