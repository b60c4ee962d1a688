/** STOP and START take effect before the carrier gets its answer, and when the text itself is applied if a dying process did not come to it. */
import { isNewWord, optIn, optOut, optWordOf } from '../../domains/messaging/optOut.ts';
import type { Services } from '../../services.ts';
import { directoryEntry } from './directory.ts';

export interface HeardText {
  readonly from: string;
  readonly to: string;
  readonly body: string;
  /** When it was stored: one moment, whoever asks. */
  readonly at: Date;
}

/** Acts on a text that is wholly an opt-out or opt-in word; does nothing for any other. */
export async function hearOptWord(services: Services, text: HeardText): Promise<void> {
  if (optWordOf(text.body) === null) return;
  const entry = await services.tenancy.identity(() => directoryEntry(text.to));
  if (entry) await services.tenancy.company([entry.companyId], null, () => applyOptWord(text));
}

/** The same within the open transaction of the company. A word that was heard already, or that a later one has overtaken, does nothing. */
export async function applyOptWord(text: HeardText): Promise<void> {
  const word = optWordOf(text.body);
  if (word === null || !(await isNewWord(text.from, text.at))) return;
  if (word === 'stop') await optOut(text.from, 'sms', text.at);
  else await optIn(text.from);
}
