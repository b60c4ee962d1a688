import { expect, test } from 'vitest';
import { createHub } from '#server/realtime/channelHub.ts';
import { signSubscription } from '#server/realtime/protocol.ts';

const credentials = { key: 'app', secret: 'a secret of the app' };
const channel = 'private-company-7';

/** The one session of each person. */
const sessionOf = (userId: number) => `00000000-0000-4000-8000-${String(userId).padStart(12, '0')}`;

/** A socket that only remembers. */
function socket(hub: ReturnType<typeof createHub>, at = 0) {
  const frames: { event: string; channel?: string; data: unknown }[] = [];
  const closed: number[] = [];
  const member = hub.join({ send: (text) => frames.push(JSON.parse(text)), close: (code) => closed.push(code) }, at);
  const greeting = frames[0];
  const { socket_id: id } = JSON.parse(String(greeting?.data));
  const say = (event: string, data: unknown, now = 0) => member.hear(JSON.stringify({ event, data }), now);
  const subscribe = (userId?: number, name = channel) =>
    say('pusher:subscribe', {
      channel: name,
      auth: signSubscription(credentials.key, credentials.secret, id, name, userId === undefined ? undefined : { userId, sessionId: sessionOf(userId) }),
    });
  return { id, frames, closed, say, subscribe, events: () => frames.map(({ event }) => event) };
}

test('a socket is greeted with its id and the time after which it is to ping', () => {
  const { id, frames } = socket(createHub(credentials));
  expect(id).toMatch(/^\d+\.\d+$/);
  expect(frames).toEqual([{ event: 'pusher:connection_established', data: JSON.stringify({ socket_id: id, activity_timeout: 20 }) }]);
});

test('a half-open socket is noticed within 40 seconds, a living one stays', () => {
  const hub = createHub(credentials);
  const dead = socket(hub);
  const alive = socket(hub);
  for (let second = 0; second <= 40; second += 5) {
    hub.tick(second * 1_000);
    if (alive.events().includes('pusher:ping')) alive.say('pusher:pong', {}, second * 1_000);
  }
  expect([dead.closed, alive.closed, hub.size]).toEqual([[4201], [], 1]);
});

test('only names of the grammar with a right signature are heard', () => {
  const hub = createHub(credentials);
  const { subscribe, say, frames } = socket(hub);
  subscribe(undefined, 'private-company-7x');
  subscribe(undefined, 'company-7');
  say('pusher:subscribe', { channel, auth: 'app:0000' });
  say('pusher:subscribe', { channel });
  say('pusher:subscribe', { channel, auth: `${signSubscription(credentials.key, credentials.secret, '1.1', channel)}` });
  expect(frames.slice(1).map(({ event }) => event)).toEqual(Array(5).fill('pusher:subscription_error'));
  subscribe();
  expect(frames.at(-1)).toEqual({ event: 'pusher_internal:subscription_succeeded', channel, data: '{}' });
});

test('a person cannot subscribe with the signature made for another person', () => {
  const hub = createHub(credentials);
  const { id, say, frames } = socket(hub);
  const [key, hmac] = signSubscription(credentials.key, credentials.secret, id, channel, { userId: 4, sessionId: sessionOf(4) }).split(':');
  say('pusher:subscribe', { channel, auth: `${key}:${hmac}:5` });
  expect(frames.at(-1)).toMatchObject({ event: 'pusher:subscription_error' });
});

test('client events are refused and reach nobody', () => {
  const hub = createHub(credentials);
  const speaker = socket(hub);
  const listener = socket(hub);
  speaker.subscribe();
  listener.subscribe();
  const before = listener.frames.length;
  speaker.say('client-typing', { channel });
  expect(speaker.frames.at(-1)).toEqual({ event: 'pusher:error', data: { code: 4301, message: 'Client events are off' } });
  expect(listener.frames.length).toBe(before);
});

test('ending a person’s or a session’s subscriptions closes those sockets, on which no old signature counts again, and no others', () => {
  const hub = createHub(credentials);
  const leaving = socket(hub);
  const staying = socket(hub);
  leaving.subscribe(4);
  staying.subscribe(5);
  hub.end(4);
  const frames = leaving.frames.length;
  leaving.subscribe(4);
  hub.say(channel, 'changes', { changes: [] });
  expect(leaving.closed).toEqual([4200]);
  expect(leaving.events().slice(frames)).not.toContain('changes');
  expect(staying.events().at(-1)).toBe('changes');
  hub.endSession(sessionOf(5));
  expect(staying.closed).toEqual([4200]);
});

test('noise is answered with an error and does not end the socket; a flood does', () => {
  const { say, frames, closed } = socket(createHub(credentials));
  say('pusher:unheard-of', {});
  expect(frames.at(-1)).toMatchObject({ event: 'pusher:error' });
  for (let at = 0; at < 300 && closed.length === 0; at += 1) say('pusher:ping', {});
  expect(closed).toEqual([4100]);
});
