/** Every way of a number of the catalog that a browser can cause: kept again, deleted, and what the server tells of it meanwhile. */
import type { NumberSnapshot } from '#machines/catalogNumber/index.ts';
import { isIn } from '#machines/index.ts';
import { type ModelEvent, pathInWords, toBrowserPaths } from '#tests/driver/index.ts';
import { inactive, model } from '#tests/models/catalogNumber.fixtures.ts';
import { expect, type Keyboard, type Stack, test } from './fixtures.ts';
import { BrowserDriver, walkTelling } from './support/browserDriver.ts';
import { getText, openAccount, runInCatalog, setNumbers, untilRead } from './support/catalogPage.ts';

test.use({ hasCatalog: true });

type Owned = NumberSnapshot['context']['number'];

const calls = { keepNumber: /\/api\/caddy\/numbers\/activate$/, releaseNumber: /\/api\/caddy\/numbers\/\d+$/ };

const titles: Readonly<Record<string, string>> = {
  'number.kept': 'Keep this number',
  'number.released': 'Delete this number',
  'release.confirmed': 'Delete number',
  'release.left': 'Go back',
};

/** Words of the row in each state. */
const standing: Readonly<Record<string, RegExp>> = {
  ordered: /Being bought/,
  active: /Active$/,
  inactive: /Inactive · removed/,
  failed: /Could not be bought/,
};

const isNumber = (value: unknown): value is Owned => typeof value === 'object' && value !== null && 'willBeRemovedAt' in value;

class NumberDriver extends BrowserDriver {
  private accountId = 0;

  constructor(keys: Keyboard, stack: Stack) {
    super('catalogNumber', keys, stack);
  }

  async reset(): Promise<void> {
    this.accountId = await openAccount(this.page.context(), this.stack);
    await this.set(inactive);
    await this.open('/catalog');
    await untilRead(this.page);
  }

  /** The row says what the number is; only the question before it is deleted is a screen of the flow. */
  override async expectState(name: string): Promise<void> {
    const row = this.page.locator('[data-number]');
    const question = this.page.locator('[data-flow="catalogNumber"]');
    if (name === 'confirming') return expect(question).toBeVisible();
    await expect(question).toHaveCount(0);
    if (name !== 'removed') return expect(row).toContainText(getText(standing, name));
    await expect(row).toHaveCount(0);
    await expect(this.page.getByText('You have no numbers yet')).toBeVisible();
  }

  async perform(event: ModelEvent, outcomes: readonly ModelEvent[] = []): Promise<void> {
    if (event.type === 'number.read' && isNumber(event.number)) return this.set(event.number);
    if (event.type === 'number.vanished') return this.set();
    await this.performAnswered(calls, outcomes, () => runInCatalog(this.keys, getText(titles, event.type)));
  }

  private set = (...numbers: readonly Owned[]) => setNumbers(this.stack, this.page, this.accountId, { numbers, offers: [] });
}

const { paths, left } = toBrowserPaths(model, (_event, snapshot: NumberSnapshot) => !isIn(snapshot, 'removed'));

test('what a browser cannot cause of a number of the catalog is walked in memory', () => {
  expect(left).toEqual([]);
});

for (const [at, path] of paths.entries()) {
  test(`a number of the catalog, ${at + 1}: ${path.steps.length} steps, ${pathInWords(path).slice(0, 70)}…`, async ({ keys, stack }) => {
    test.setTimeout(300_000);
    await walkTelling(new NumberDriver(keys, stack), path);
  });
}
