/** Every way of a purchase that a browser can cause, with the sandbox as the carrier. */
import { isIn } from '#machines/index.ts';
import { type ModelEvent, pathInWords, toBrowserPaths } from '#tests/driver/index.ts';
import { model } from '#tests/models/numberPurchase.fixtures.ts';
import { expect, type Keyboard, type Stack, test } from './fixtures.ts';
import { BrowserDriver, failOnce, walkTelling, wantedOf } from './support/browserDriver.ts';
import { openSession } from './support/people.ts';

const calls: Readonly<Record<string, RegExp>> = {
  findNumbers: /\/api\/numbers\/locate$/,
  buyNumbers: /\/api\/numbers$/,
};
/** As many as a path asks for numbers of one kind: the same search again is answered from what was found. */
const areaCodes = [202, 212, 213, 305, 312, 404, 512, 602, 617, 702, 808, 907];
const has = (value: unknown, part: string) => JSON.stringify(value ?? '').includes(part);

class PurchaseDriver extends BrowserDriver {
  private searches = 10;

  constructor(keys: Keyboard, stack: Stack) {
    super('numberPurchase', keys, stack);
  }

  async reset(): Promise<void> {
    await openSession(this.page.context(), this.stack.url, 'ana');
    await this.open('/buy');
    await this.keys.settled();
    await this.keys.focused('search');
    await this.keys.retype('907 starts 800 x2');
  }

  /** The numbers in the list, from the top. */
  private async shown(): Promise<string[]> {
    const texts = await this.page.locator('[data-pane="purchase"] [role="grid"] [role="row"]').allInnerTexts();
    return texts.flatMap((text) => (/\+1 \d{3}-\d{3}-\d{4}/.exec(text)?.[0] ?? '').replace(/[ -]/g, '') || []);
  }

  async perform(event: ModelEvent, outcomes: readonly ModelEvent[] = []): Promise<void> {
    for (const { actor, error, output } of outcomes.map(wantedOf)) {
      const url = calls[actor];
      if (error && url) await failOnce(this.page, url, error);
      if (actor === 'findNumbers' && has(output, '[]') && !has(output, 'number'))
        await this.page.route(url ?? '', (route) => route.fulfill({ json: { data: [], meta: { total: 0, area_codes: [] } } }), { times: 1 });
    }
    if (event.type.startsWith('xstate.') || event.type === 'purchase.progressed') return;
    await this.forget();
    if (event.type === 'search.typed') return this.field('search.typed', event.text === '415 x2' ? this.newSearch() : String(event.text));
    // The same search again is answered from what was found: another one asks the carrier.
    if (event.type === 'search.submitted' && (await this.page.locator('[data-field="search"]').count()) > 0) {
      await this.field('search.typed', this.newSearch(await this.page.locator('[data-field="search"]').inputValue()));
      await this.keys.press('enter');
      return;
    }
    if (event.type === 'type.chosen') return this.command(event.type, 'Toll-Free Voice & SMS');
    if (event.type === 'category.chosen') return this.command(event.type, 'Fax');
    return this.command(event.type);
  }

  /** A search that was not made yet, of the kind that stands there. */
  private newSearch(like = ''): string {
    this.searches += 1;
    if (like.startsWith('fax')) return `fax ${areaCodes[this.searches % areaCodes.length]}`;
    return like.startsWith('8') ? `8** contains ${this.searches}` : `907 contains ${this.searches} x2`;
  }

  /** Somebody else takes as many of the chosen numbers as the path says. */
  async takeMeanwhile(count: number): Promise<void> {
    for (const number of (await this.shown()).slice(0, count)) this.stack.sandbox.inventory.markTaken(number);
  }
}

const { paths, left } = toBrowserPaths(model, (event, snapshot) => {
  if (event.type === 'xstate.done.actor.buyNumbers') return has(event.output, '"state":"buying"');
  if (event.type === 'purchase.progressed')
    return isIn(snapshot, 'buying.waiting') && has(event.purchase, '"state":"bought","items":[{"number":"+14152000001","state":"bought"');
  if (/readPurchase|xstate.after.poll/.test(event.type)) return false;
  return true;
});

test('what a browser cannot cause is walked in memory and against the server', () => {
  expect([...new Set(left.map(({ type }) => type))].sort()).toEqual([
    'others.chosen',
    'purchase.progressed',
    'xstate.after.poll.numberPurchase.buying.waiting',
    'xstate.done.actor.buyNumbers',
    'xstate.done.actor.readPurchase',
    'xstate.error.actor.readPurchase',
  ]);
});

for (const [at, path] of paths.entries()) {
  test(`buying numbers, ${at + 1}: ${path.steps.length} steps, ${pathInWords(path).slice(0, 70)}…`, async ({ keys, stack }) => {
    await walkTelling(new PurchaseDriver(keys, stack), path);
  });
}

test('some taken meanwhile: the pane says which, and offers what else is free', async ({ keys, stack }) => {
  const driver = new PurchaseDriver(keys, stack);
  await driver.reset();
  await driver.perform({ type: 'search.submitted' });
  await driver.expectState('results');
  await driver.perform({ type: 'offers.chosen' });
  await driver.expectState('confirming');
  await driver.takeMeanwhile(1);
  await driver.perform({ type: 'purchase.confirmed' });
  await driver.expectState('partly.shown');
  await expect(keys.page.getByText('Someone else bought it first')).toBeVisible();
  await driver.perform({ type: 'others.chosen' });
  await driver.expectState('results');
  await driver.perform({ type: 'offers.chosen' });
  await driver.perform({ type: 'purchase.confirmed' });
  await driver.expectState('bought');
});
