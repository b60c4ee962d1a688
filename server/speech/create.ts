/** Opens the configured voice. */
import type { Config } from '../config.ts';
import type { Speech } from './speech.ts';
import { createVendorSpeech } from './vendor.ts';

/** Null where nobody speaks: greetings are uploaded then. */
export const createSpeech = (config: Config['speech']): Speech | null => (config === null ? null : createVendorSpeech(config));
