/** Chooses the voices: a vendor's where one is configured, else the synthesizer of this process. */
import type { Config } from '../config.ts';
import { createLocalSpeech } from './local.ts';
import type { Speech } from './speech.ts';
import { createVendorSpeech } from './vendor.ts';

export function createSpeech(config: Config['speech']): Speech {
  if (config === null) return createLocalSpeech();
  const voices = config.voices.map((id) => ({ id, name: id.charAt(0).toUpperCase() + id.slice(1), language: 'en-US' }));
  return createVendorSpeech({ ...config, voices });
}
