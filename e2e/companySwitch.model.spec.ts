/** Every way through switching company that a browser can cause. */
import type { FlowError } from '#machines/index.ts';
import { type BrowserPath, type ModelEvent, pathInWords, toBrowserPaths } from '#tests/driver/index.ts';
import { model } from '#tests/models/companySwitch.fixtures.ts';
import { expect, type Keyboard, type Stack, test } from './fixtures.ts';
import { BrowserDriver, failOnce, walkTelling, wantedOf } from './support/browserDriver.ts';
import { signIn } from './support/people.ts';

const names: Readonly<Record<number, string>> = { 1: 'Northwind Motors', 2: 'Adams Landscaping' };
const isRef = (value: unknown): value is { id: number } => typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number';

class SwitchDriver extends BrowserDriver {
  /** Answers after each step: a company's data is requested automatically 150 ms after it was chosen. */
  private readonly answers: (FlowError | null)[];

  constructor(keys: Keyboard, stack: Stack, path: BrowserPath) {
    super('companySwitch', keys, stack);
    this.answers = path.steps.map(({ outcomes }) => outcomes.map(wantedOf).find(({ error }) => error)?.error ?? null);
  }

  async reset(): Promise<void> {
    await this.open('/');
    await signIn(this.keys, 'uma');
    await this.forget();
  }

  async perform(event: ModelEvent): Promise<void> {
    const own = this.answers.shift();
    if (event.type.startsWith('xstate.after')) return;
    const error = event.type === 'company.chosen' ? this.answers[0] : own;
    if (error) await failOnce(this.page, /\/api\/me\/abilities/, error);
    await this.forget();
    const company = isRef(event.company) ? names[event.company.id] : undefined;
    await this.command(event.type, ...(company === undefined ? [] : [company]));
  }
}

const { paths, left } = toBrowserPaths(model, (event, snapshot) => {
  if (event.type === 'company.lost') return false;
  // Keys are held while a company is being entered: nobody chooses another one then.
  return event.type !== 'company.chosen' || !snapshot.matches('clearing');
});

test('what a browser cannot cause is walked in memory', () => {
  expect(left.map(({ type }) => type)).toEqual(['company.lost']);
});

for (const path of paths) {
  test(`switching company: ${path.steps.length} steps, ${pathInWords(path).slice(0, 90)}…`, async ({ keys, stack }) => {
    await walkTelling(new SwitchDriver(keys, stack, path), path);
  });
}
