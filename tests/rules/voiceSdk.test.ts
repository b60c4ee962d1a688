/** Private options of the carrier's browser SDK that the sandbox needs: a version that drops one fails here, not on a laptop. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const sdk = 'node_modules/@twilio/voice-sdk';

test('the version of the SDK is pinned, and is the one that is here', () => {
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(read('package.json'));
  const { version }: { version: string } = JSON.parse(read(`${sdk}/package.json`));
  expect(dependencies['@twilio/voice-sdk']).toBe(version);
});

test('the SDK still takes another host for its signalling, sounds of our own, and a socket from the window as it loads', () => {
  const device = read(`${sdk}/esm/twilio/device.js`);
  expect(device).toMatch(/typeof this\._options\.chunderw === 'string'\s*\?\s*\[this\._options\.chunderw\]/);
  expect(device).toMatch(/_getChunderws\(\)\s*\|\|\s*getChunderURIs/);
  expect(device).toMatch(/new \(this\._options\.Sound \|\|/);
  expect(read(`${sdk}/esm/twilio/wstransport.js`)).toMatch(/WebSocket = globalThis\.WebSocket/);
});
