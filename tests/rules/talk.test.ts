/** The sound of a call in the app that is muted, put on hold and taken back. */
import type { AudioProcessor } from '@twilio/voice-sdk';
import { beforeEach, describe, expect, test } from 'vitest';
import { createTalk, type Talk } from '#src/features/phone/talk.ts';

let isMuted: boolean;
let track: { enabled: boolean };
let processors: AudioProcessor[];
let steps: string[];
/** Settles the change of the microphone that is under way. */
let finish: (thrown?: Error) => void;
let talk: Talk;

const change = (step: string, work: () => void) =>
  new Promise<void>((resolve, reject) => {
    steps.push(step);
    finish = (thrown) => {
      if (thrown) return reject(thrown);
      work();
      resolve();
    };
  });
const next = () => new Promise<void>((resolve) => setTimeout(resolve));
/** Sends nothing, the microphone, or music. */
const sent = () => (isMuted ? 'nothing' : processors.length > 0 ? 'music' : 'microphone');

beforeEach(() => {
  isMuted = false;
  track = { enabled: true };
  processors = [];
  steps = [];
  finish = () => undefined;
  const getRemoteStream = () => ({ getAudioTracks: () => [track as Partial<MediaStreamTrack> as MediaStreamTrack] });
  const mute = (wanted: boolean) => {
    isMuted = wanted;
  };
  talk = createTalk(
    { mute, getRemoteStream },
    {
      addProcessor: (made) => change('music on', () => void processors.push(made)),
      removeProcessor: (made) => change('music off', () => void processors.splice(processors.indexOf(made) >>> 0, 1)),
      unsetInputDevice: () => change('microphone closed', () => undefined),
    },
  );
});

describe('hold', () => {
  test('sends nothing while the sound is switched, then music, and plays nothing of the other party', async () => {
    const held = talk.hold(true, null);
    await next();
    expect([sent(), track.enabled]).toEqual(['nothing', false]);
    finish();
    await held;
    expect([sent(), track.enabled]).toEqual(['music', false]);
    const resumed = talk.hold(false, null);
    await next();
    expect([sent(), track.enabled]).toEqual(['nothing', true]);
    finish();
    await resumed;
    expect([sent(), track.enabled]).toEqual(['microphone', true]);
  });

  test.each([true, false])('leaves mute as it was: muted %s', async (wanted) => {
    talk.mute(wanted);
    const held = talk.hold(true, null);
    await next();
    finish();
    await held;
    expect(sent()).toBe('music');
    const resumed = talk.hold(false, null);
    await next();
    finish();
    await resumed;
    expect(sent()).toBe(wanted ? 'nothing' : 'microphone');
  });

  test('pressed twice before the sound was switched ends where the person wants it', async () => {
    const held = talk.hold(true, null);
    const resumed = talk.hold(false, null);
    await next();
    // Taken back before it began: nothing was switched.
    expect([steps, sent(), track.enabled]).toEqual([[], 'microphone', true]);
    await Promise.all([held, resumed]);
  });

  test('is silent where music can’t be sent, and can be tried again', async () => {
    const held = talk.hold(true, null);
    await next();
    finish(new Error('No device'));
    await next();
    finish(new Error('It was never added'));
    await expect(held).rejects.toThrow('No device');
    expect([sent(), track.enabled]).toEqual(['nothing', false]);
    await talk.hold(false, null);
    expect([sent(), track.enabled]).toEqual(['microphone', true]);
    const again = talk.hold(true, null);
    await next();
    finish();
    await again;
    expect(sent()).toBe('music');
  });

  test('that never was leaves the microphone to the SDK when the call ends', async () => {
    talk.finish();
    await next();
    expect(steps).toEqual([]);
  });

  test('that lasts until the call ends leaves no music behind, and no microphone, which the SDK would keep open', async () => {
    const held = talk.hold(true, null);
    await next();
    finish();
    await held;
    talk.finish();
    await next();
    finish();
    await next();
    finish();
    await next();
    expect([steps, processors]).toEqual([['music on', 'microphone closed', 'music off'], []]);
  });
});
