/** Sound that a browser sends to the sandbox's carrier stands in the recording where it was said. */

import { afterEach, expect, test } from 'vitest';
import { MediaStreamTrack, RTCPeerConnection, RTCRtpCodecParameters, RtpHeader, RtpPacket } from 'werift';
import { BrowserMedia } from '#sandbox/carrier/voice/browserMedia.ts';
import { encodeUlaw } from '#sandbox/carrier/voice/ulaw.ts';

const frame = 160;
const loud = Buffer.from(encodeUlaw(new Int16Array(frame).fill(9_000)));
const media = new BrowserMedia();
const peer = new RTCPeerConnection({
  iceAdditionalHostAddresses: ['127.0.0.1'],
  iceUseIpv6: false,
  codecs: { audio: [new RTCRtpCodecParameters({ mimeType: 'audio/PCMU', clockRate: 8_000, channels: 1, payloadType: 0 })] },
});
const track = new MediaStreamTrack({ kind: 'audio' });
/** The browser's own clock: begins anywhere, and runs only while there is sound. */
let clock = 777_000;
let sent = 0;

afterEach(async () => {
  media.close();
  await peer.close();
});

/** Says half a second; the sample of ours at which it began. */
async function say(): Promise<number> {
  const began = media.listen().played.length;
  for (let count = 0; count < 25; count += 1) {
    track.writeRtp(new RtpPacket(new RtpHeader({ payloadType: 0, sequenceNumber: sent & 0xffff, timestamp: clock, ssrc: 99, marker: false }), loud));
    clock += frame;
    sent += 1;
  }
  return began;
}

const findLast = () => media.listen().heard.findLastIndex((sample) => sample !== 0);
const passTo = (length: number) => expect.poll(() => media.listen().played.length, { timeout: 15_000 }).toBeGreaterThan(length);

test('after a silence at its start, and after its microphone was changed', async () => {
  peer.addTrack(track);
  await peer.setRemoteDescription({ type: 'offer', sdp: await media.offer() });
  await peer.setLocalDescription(await peer.createAnswer());
  if (peer.iceGatheringState !== 'complete')
    await new Promise<void>((resolve) => peer.iceGatheringStateChange.subscribe((state) => (state === 'complete' ? resolve() : undefined)));
  const connected = new Promise<void>((resolve) => peer.connectionStateChange.subscribe((state) => (state === 'connected' ? resolve() : undefined)));
  await media.accept(peer.localDescription?.sdp ?? '');
  await connected;
  await passTo(12_000);
  const first = await say();
  await expect.poll(findLast, { timeout: 15_000 }).toBeGreaterThanOrEqual(first);
  expect(media.listen().heard.findIndex((sample) => sample !== 0)).toBeGreaterThanOrEqual(first - frame);
  const before = findLast();
  await passTo(before + 12_000);
  const second = await say();
  await expect.poll(findLast, { timeout: 15_000 }).toBeGreaterThanOrEqual(second);
});
