/** Every way of choosing the active numbers of a catalog account that a browser can cause; what the server tells meanwhile changes the review that is open. */
import type { ActivationSnapshot, Offer, Owned } from '#machines/catalogActivation/index.ts';
import { type ModelEvent, pathInWords, toBrowserPaths } from '#tests/driver/index.ts';
import { model } from '#tests/models/catalogActivation.fixtures.ts';
import { expect, type Keyboard, type Stack, test } from './fixtures.ts';
import { BrowserDriver, walkTelling, wantedOf } from './support/browserDriver.ts';
import { getText, openAccount, runInCatalog, setNumbers, untilRead } from './support/catalogPage.ts';

test.use({ hasCatalog: true });

const calls = { activateNumbers: /\/api\/caddy\/numbers\/activate$/ };

const titles: Readonly<Record<string, string>> = { 'set.reviewed': 'Review the choice', 'set.confirmed': 'Confirm', 'review.left': 'Go back' };

const isNumbers = (value: unknown): value is readonly Owned[] => Array.isArray(value) && value.every((each) => 'willBeRemovedAt' in each);
const isOffers = (value: unknown): value is readonly Offer[] => Array.isArray(value) && value.every((each) => 'heldUntil' in each);

class ActivationDriver extends BrowserDriver {
  private accountId = 0;
  private offers: readonly Offer[] = [];

  constructor(keys: Keyboard, stack: Stack) {
    super('catalogActivation', keys, stack);
  }

  async reset(): Promise<void> {
    this.accountId = await openAccount(this.page.context(), this.stack);
    await this.open('/catalog');
    await untilRead(this.page);
  }

  async perform(event: ModelEvent, outcomes: readonly ModelEvent[] = []): Promise<void> {
    const { numbers, offers } = event;
    if (event.type === 'numbers.read' && isNumbers(numbers) && isOffers(offers)) return this.set(numbers, offers);
    if (event.type === 'number.toggled') return this.toggle(Number(event.id));
    await this.performAnswered(calls, outcomes, () => runInCatalog(this.keys, getText(titles, event.type)));
    // The server made of the choice what was chosen; the walk goes on with what the model was told.
    const made = outcomes.map(wantedOf).find(({ error }) => error === null)?.output;
    if (isNumbers(made)) await this.set(made, this.offers);
  }

  private async set(numbers: readonly Owned[], offers: readonly Offer[]): Promise<void> {
    this.offers = offers;
    await setNumbers(this.stack, this.page, this.accountId, { numbers, offers });
  }

  /** Moves to a number by keyboard, and chooses it or leaves it out. */
  private async toggle(id: number): Promise<void> {
    const cursor = this.page.locator('[data-number][data-cursor="true"]');
    const places = await this.page.locator('[data-number]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-number')));
    const steps = places.indexOf(String(id)) - places.indexOf(await cursor.getAttribute('data-number'));
    for (let step = 0; step < Math.abs(steps); step += 1) await this.keys.press(steps > 0 ? 'j' : 'k');
    await expect(cursor).toHaveAttribute('data-number', String(id));
    const before = await cursor.getAttribute('aria-selected');
    await this.keys.press('x');
    await expect(cursor).toHaveAttribute('aria-selected', before === 'true' ? 'false' : 'true');
  }
}

const { paths, left } = toBrowserPaths(model, (event, { context }: ActivationSnapshot) => {
  // What is bought goes on by itself: that is walked to its end elsewhere.
  if (event.type === 'xstate.done.actor.activateNumbers') return !context.offers.some(({ id }) => context.chosen.includes(id));
  return true;
});

test('what a browser cannot cause of choosing active numbers is walked in memory', () => {
  expect(left).toEqual([]);
});

for (const [at, path] of paths.entries()) {
  test(`active numbers, ${at + 1}: ${path.steps.length} steps, ${pathInWords(path).slice(0, 70)}…`, async ({ keys, stack }) => {
    test.setTimeout(300_000);
    await walkTelling(new ActivationDriver(keys, stack), path);
  });
}
