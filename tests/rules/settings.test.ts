/** Tests the settings `npm start` derives from the given ones. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { computePublicKey } from '#sandbox/fax/keys.ts';
import { type Environment, readSettings } from '#scripts/lib/settings.ts';
import { CarrierNotConfiguredError } from '#server/carrier/http.ts';
import { createCarrier } from '#server/carrier/twilio.ts';
import { readConfig } from '#server/config.ts';
import { createSealer } from '#server/security/sealer.ts';

const folder = mkdtempSync(join(tmpdir(), 'keyline-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const settingsOf = (given: Environment) => readSettings({ KEYLINE_DATA: folder, ...given }, true).environment;
const configOf = (given: Environment) => readConfig({ DATABASE_URL: 'postgres://nobody@localhost/none', ...settingsOf(given) });
const sandboxUrl = 'http://localhost:4401';

describe('somebody who sets', () => {
  test('nothing, has the sandbox in place of every vendor', () => {
    const { lookup, transcription, carrier, speech } = configOf({});
    expect(speech).toMatchObject({ url: `${sandboxUrl}/speech`, token: carrier.authToken });
    expect(speech?.voices[1]).toEqual({ id: 'en-us+f3', name: 'Marion', language: 'en-US' });
    expect(lookup).toEqual({ url: sandboxUrl, apiKey: 'sandbox' });
    expect(transcription).toMatchObject({ url: `${sandboxUrl}/transcriber`, token: carrier.authToken });
    expect(carrier.baseUrl).toBe(sandboxUrl);
  });

  test('the key of the directory alone, asks the vendor with it, and the sandbox never sees it', () => {
    expect(configOf({ TRESTLE_API_KEY: 'a real key' }).lookup).toEqual({ url: 'https://api.trestleiq.com', apiKey: 'a real key' });
  });

  test('the address of a transcriber alone, does not send it the sandbox’s token', () => {
    const { transcription, lookup } = configOf({ TRANSCRIPTION_URL: 'https://api.deepgram.com' });
    expect(transcription).toMatchObject({ url: 'https://api.deepgram.com', token: '' });
    expect(lookup?.url).toBe(sandboxUrl);
  });

  test('the address of a voice alone, does not send it the sandbox’s token or its voices', () => {
    const { speech } = configOf({ TTS_URL: 'https://api.openai.com/v1/audio/speech' });
    expect(speech).toMatchObject({ token: '', voices: [{ id: 'alloy', name: 'Alloy', language: 'en-US' }, { id: 'echo' }, { id: 'nova' }] });
  });

  test('the token of their own carrier, has the sandbox’s faxes signed with what the sandbox is started with', () => {
    expect(configOf({ CARRIER_AUTH_TOKEN: 'their own token' }).fax?.publicKey).toBe(computePublicKey('their own token'));
  });

  test('hours for texting that are never open everywhere at once, is told so', () => {
    for (const hours of ['9-13', '9-16']) expect(() => configOf({ KEYLINE_TEXTING_HOURS: hours })).toThrow('Use at least 8 hours');
    expect(configOf({ KEYLINE_TEXTING_HOURS: '9-17' }).textingHours).toEqual({ from: 9, to: 17, sundayFrom: 12 });
    expect(configOf({ KEYLINE_TEXTING_HOURS: '0-24' }).textingHours).toBeNull();
  });

  test('a setting to blank, has not set it', () => {
    expect(settingsOf({ TRESTLE_API_KEY: ' ', TRANSCRIPTION_URL: '' })).toEqual(settingsOf({}));
  });

  test('the sandbox off, has no vendor but their own', () => {
    const { lookup, transcription, carrier, providers, speech } = configOf({ KEYLINE_SANDBOX: '0' });
    expect({ lookup, transcription, baseUrl: carrier.baseUrl, providers, speech }).toEqual({
      lookup: null,
      transcription: null,
      baseUrl: null,
      providers: [],
      speech: null,
    });
    expect(carrier).toMatchObject({ accountSid: '', authToken: '' });
  });

  test('the sandbox off and no account at a carrier, sends nothing, and is told so', async () => {
    const config = configOf({ KEYLINE_SANDBOX: '0' });
    const carrier = createCarrier(config, createSealer(config.secret));
    const text = { from: '+12125550100', to: '+12125550101', body: 'Hello', mediaUrls: [], attemptId: '1', companyId: 1 };
    const order = {
      ...{ numbers: [text.from], pin: null, documentSids: ['RD1'], customerName: 'Northwind', accountNumber: '1', authorizedName: 'Ana Ruiz' },
      ...{ authorizedEmail: 'ana@northwind.example', street: '1 Harbor Way', city: 'Los Angeles', state: 'CA', zip: '90012', targetDate: null },
    };
    const fetched = vi.spyOn(globalThis, 'fetch');
    const message = expect.stringContaining('No carrier is connected');
    expect(await carrier.send(text)).toMatchObject({ kind: 'refused', errorCode: 'not_configured', message });
    expect(await carrier.numbers.buy({ number: text.from, tag: 'keyline' })).toMatchObject({ kind: 'refused', errorCode: 'not_configured', message });
    expect(await carrier.porting.ask(order)).toMatchObject({ kind: 'refused', message });
    const paper = { name: 'bill.pdf', kind: 'bill', contentType: 'application/pdf', bytes: new Uint8Array(4) } as const;
    for (const asked of [carrier.porting.upload(paper), carrier.porting.portability(text.from)]) await expect(asked).rejects.toThrow(CarrierNotConfiguredError);
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockRestore();
  });
});
