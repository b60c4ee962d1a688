/** STOP and START take effect before the carrier gets its answer, and when the text itself is applied if a dying process did not come to it. */
import { isShortCode } from '#contract/text/phone.ts';
import { findDirectoryEntry } from '../../carrier/webhooks/directory.ts';
import { noteCatalogWord } from '../../compliance/catalogOptOuts.ts';
import type { Services } from '../../services.ts';
import { isNewOptKeyword, optIn, optOut } from './optOut.ts';
import { settleOptOutReviews } from './optOutReview.ts';
import { parseOptKeyword } from './optOutWords.ts';

interface InboundText {
  readonly from: string;
  readonly to: string;
  readonly body: string;
  /** When it was stored: one moment, whoever asks. */
  readonly at: Date;
}

/** Acts on a text that is wholly an opt-out or opt-in word; does nothing for any other. */
export async function handleOptKeyword(services: Services, text: InboundText): Promise<void> {
  if (isShortCode(text.from) || parseOptKeyword(text.body) === null) return;
  const entry = await services.tenancy.identity(() => findDirectoryEntry(text.to));
  if (entry) await services.tenancy.company([entry.companyId], null, () => applyOptKeyword(text));
  await handleCatalogKeyword(services, text);
}

/** Acts on such a word where it was sent to the number that texts for the consumer catalog; true when that was its number. */
export async function handleCatalogKeyword({ config, tenancy }: Services, { from, to, body, at }: InboundText): Promise<boolean> {
  if (to !== config.catalogSender) return false;
  const word = isShortCode(from) ? null : parseOptKeyword(body);
  if (word !== null) await tenancy.identity(() => noteCatalogWord(from, word, at));
  return true;
}

/** The same within the open transaction of the company. A word that was heard already, or that a later one has overtaken, does nothing; nor does one of a short code, which quotes the word to be sent to it. */
export async function applyOptKeyword(text: InboundText): Promise<void> {
  const word = isShortCode(text.from) ? null : parseOptKeyword(text.body);
  if (word === null || !(await isNewOptKeyword(text.from, text.at))) return;
  if (word === 'stop') await optOut(text.from, 'sms', text.at);
  else await optIn(text.from);
  await settleOptOutReviews(text.from, word === 'stop' ? 'confirmed' : 'dismissed');
}
