import { expect, test } from 'vitest';
import { billingMessages } from '#contract/billing/texts.ts';
import { errorCatalogue } from '#contract/core/errors.ts';
import { formatCardNotice } from '#src/features/billing/cardNotice.ts';

const { cardFailed, noAnswer, unknown } = billingMessages;
const of = (code: keyof typeof errorCatalogue) => formatCardNotice({ code, ...errorCatalogue[code] });

test('the card notice says “Nothing was charged” only where nothing was asked of the card service (AMB-122)', () => {
  expect(of('card_declined')).toBe(cardFailed);
  expect(of('card_service')).toBe(`${noAnswer}\n${cardFailed}`);
  expect(of('card_unconfirmed')).toBe(`Not confirmed yet. We keep trying; don’t pay again.\n${cardFailed}`);
  for (const code of ['internal', 'upstream', 'unavailable', 'storage_full'] as const) expect(of(code)).toBe(`${unknown}\n${cardFailed}`);
  expect(formatCardNotice({ status: 0, code: 'no_answer', message: 'No response from the server' })).toBe(`${unknown}\n${cardFailed}`);
});
