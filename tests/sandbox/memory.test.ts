/** Tests that the sandbox's memory is bounded: a laptop plays for weeks, a bench plays thousands of calls. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createInventory } from '#sandbox/carrier/inventory.ts';
import { createLedger, createSid } from '#sandbox/carrier/ledger.ts';
import { createPorts, findMagicPort } from '#sandbox/carrier/ports.ts';
import { pauseFor } from '#sandbox/carrier/post.ts';
import { toCallerScript } from '#sandbox/carrier/voice/behaviour.ts';
import { Browsers } from '#sandbox/carrier/voice/browsers.ts';
import { Switchboard } from '#sandbox/carrier/voice/switchboard.ts';
import { type CallContext, OngoingCall } from '#sandbox/carrier/voice/world.ts';

const { signal } = new AbortController();
const [caller, ours] = ['+15035570001', '+12125550100'];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function newLine(): OngoingCall {
  const world: CallContext = {
    webhookUrl: 'http://127.0.0.1:9',
    ownUrl: 'http://127.0.0.1:9',
    accountSid: createSid('CA'),
    ledger: createLedger(),
    post: async () => null,
    switchboard: new Switchboard(),
    browsers: new Browsers({ apiKeySid: 'SK', apiKeySecret: 'a secret', appSid: 'AP' }, () => false),
    getSeconds: () => 0,
    waitSeconds: (seconds, sooner) => pauseFor(seconds * 1_000, signal, sooner),
    speak: async () => ({ wav: new Uint8Array(44), seconds: 0 }),
  };
  return new OngoingCall(world, toCallerScript(caller, { kind: 'missed' }), { from: caller, to: ours });
}

test('whoever is led out of a queue leaves no timer of the wait behind', async () => {
  const line = newLine();
  const before = vi.getTimerCount();
  expect(await line.waitFor(Promise.resolve('led'))).toBe('led');
  expect(vi.getTimerCount()).toBe(before);
});

test('a switchboard forgets the oldest of many queues', () => {
  const switchboard = new Switchboard();
  const line = newLine();
  const first = switchboard.joinQueue('queue 0', line);
  for (let at = 1; at < 6_000; at += 1) switchboard.joinQueue(`queue ${at}`, line);
  expect(switchboard.queueCount).toBe(5_000);
  expect(switchboard.deleteQueue(first.queueSid)).toBeNull();
  expect(switchboard.findFirst('queue 5999')).toBeDefined();
});

test('port-in requests and their papers are forgotten when there are many, the oldest first', () => {
  const ports = createPorts({ authToken: 'a-token', pace: 1, inventory: createInventory(() => createSid('PN')), signal });
  const make = (nth: number) =>
    ports.create({ documents: [], information: null, targetDate: null, numbers: [findMagicPort('Taken, and nothing happens', nth)] });
  const first = make(0);
  for (let at = 1; at < 2_100; at += 1) make(at);
  expect(ports.list()).toHaveLength(2_000);
  expect(ports.find(first.sid)).toBeUndefined();
  for (let at = 0; at < 5_100; at += 1) ports.saveDocument(`RD${at}`, { type: 'utility_bill', bytes: at });
  expect([ports.findDocument('RD0'), ports.findDocument('RD5099')]).toEqual([undefined, { type: 'utility_bill', bytes: 5_099 }]);
});
