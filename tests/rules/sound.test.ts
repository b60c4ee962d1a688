/** Troubles with the sound of a call, as the carrier's SDK measures it. */
import { EventEmitter } from 'node:events';
import { beforeEach, expect, test } from 'vitest';
import { changeTroubles, type SoundEvent, type Trouble } from '#machines/talking.ts';
import { watchSound } from '#src/features/phone/sound.ts';

let call: EventEmitter;
let track: { readyState: 'live' | 'ended'; muted: boolean };
let troubles: readonly Trouble[];
let told: SoundEvent[];

beforeEach(() => {
  call = new EventEmitter();
  track = { readyState: 'live', muted: false };
  troubles = [];
  told = [];
  const getLocalStream = () => ({ getAudioTracks: () => [track] });
  watchSound({ on: (event, hear) => call.on(event, hear), getLocalStream }, (event) => {
    told.push(event);
    troubles = changeTroubles(troubles, event);
  });
});

test('a microphone that ended or was muted by its own switch is told once, until it is back', () => {
  call.emit('sample');
  expect(told).toEqual([]);
  track.readyState = 'ended';
  call.emit('sample');
  call.emit('sample');
  expect(told).toEqual([{ type: 'trouble.came', trouble: 'microphone' }]);
  track = { readyState: 'live', muted: true };
  call.emit('sample');
  expect(troubles).toEqual(['microphone']);
  track.muted = false;
  call.emit('sample');
  expect(troubles).toEqual([]);
});

test('a connection is poor until the last of its measures is good again', () => {
  call.emit('warning', 'high-jitter');
  call.emit('warning', 'low-mos');
  call.emit('warning-cleared', 'high-jitter');
  expect(troubles).toEqual(['connection']);
  call.emit('warning-cleared', 'low-mos');
  expect(troubles).toEqual([]);
});

test('a microphone that was never heard is silent; a person who was heard once listens', () => {
  call.emit('warning', 'constant-audio-input-level');
  expect(troubles).toEqual(['silent']);
  call.emit('warning-cleared', 'constant-audio-input-level');
  expect(troubles).toEqual([]);
  call.emit('warning', 'constant-audio-input-level');
  expect(troubles).toEqual([]);
});

test('the worst comes first', () => {
  call.emit('warning', 'constant-audio-input-level');
  call.emit('warning', 'high-rtt');
  track.readyState = 'ended';
  call.emit('sample');
  expect(troubles).toEqual(['microphone', 'connection', 'silent']);
});
