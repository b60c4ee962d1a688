/** Ways of creating a company that a browser can cause: step by step, refused, unanswered, left for the card and taken up again. */
import { isIn } from '#machines/index.ts';
import { type ModelEvent, pathInWords, toBrowserPaths } from '#tests/driver/index.ts';
import { model } from '#tests/models/companyCreate.fixtures.ts';
import { expect, type Keyboard, type Stack, test } from './fixtures.ts';
import { BrowserDriver, walkTelling } from './support/browserDriver.ts';
import { openSession } from './support/people.ts';

const calls: Readonly<Record<string, RegExp>> = {
  createCompany: /\/api\/companies$/,
  findCreation: /\/api\/companies\/creation\?/,
  startPlan: /\/api\/companies$/,
  orderNumber: /\/api\/companies$/,
  openCardPage: /chargify\/security-token$/,
  findNumbers: /numbers\/locate$/,
};

class CreationDriver extends BrowserDriver {
  constructor(keys: Keyboard, stack: Stack) {
    super('companyCreate', keys, stack);
  }

  async reset(): Promise<void> {
    await openSession(this.page.context(), this.stack.url, 'ana');
    await this.open('/northwind-motors/new-company');
    await this.keys.settled();
  }

  async perform(event: ModelEvent, outcomes: readonly ModelEvent[] = []): Promise<void> {
    await this.performAnswered(calls, outcomes, () => this.act(event));
  }

  private async act(event: ModelEvent): Promise<void> {
    switch (event.type) {
      case 'detail.typed':
        await this.keys.goTo('name');
        return this.keys.retype(String(event.value));
      case 'area.typed':
        await this.keys.goTo('areaCode');
        return this.keys.retype(String(event.areaCode));
    }
    await this.forget();
    switch (event.type) {
      case 'plan.chosen':
        return this.command(event.type, 'Starter, monthly');
      case 'number.chosen':
        return this.command(event.type, '212');
      case 'numbers.searched':
        await this.keys.goTo('areaCode');
        return this.keys.press('enter');
      default:
        return this.command(event.type);
    }
  }
}

const isOf = (event: ModelEvent, part: string) => JSON.stringify(event.output ?? null).includes(part);

const { paths, left } = toBrowserPaths(model, (event, snapshot) => {
  switch (event.type) {
    // The app says these, and what they lead to is walked against the server.
    case 'company.known':
    case 'creation.outdated':
    // A card, and a carrier that refuses, are of the walk in e2e/companyCreate.spec.ts and of the server's.
    case 'xstate.done.actor.openCardPage':
    case 'xstate.error.actor.findCreation':
      return false;
    // Of one that was cut off nothing was made; of another the server says what it was told before.
    case 'xstate.done.actor.findCreation':
      return snapshot.context.companyId === null
        ? event.output === null
        : isOf(event, '"number":null') && isOf(event, snapshot.context.creation?.plan?.state === 'needs_card' ? 'needs_card' : '"plan":null');
    case 'xstate.done.actor.startPlan':
      return isOf(event, 'needs_card');
    case 'xstate.done.actor.orderNumber':
      return isOf(event, 'buying');
    case 'creation.opened':
      return isIn(snapshot, 'closed');
    case 'creation.closed':
      return isIn(snapshot, 'details');
    case 'creation.checked':
      return isIn(snapshot, 'unsure');
    default:
      return true;
  }
});

test('what a browser cannot cause is walked in memory and against the server', () => {
  expect([...new Set(left.map(({ type }) => type))].sort()).toEqual([
    'company.known',
    'creation.outdated',
    'xstate.done.actor.findCreation',
    'xstate.done.actor.openCardPage',
    'xstate.done.actor.orderNumber',
    'xstate.done.actor.startPlan',
    'xstate.error.actor.findCreation',
  ]);
});

for (const [at, path] of paths.entries()) {
  test(`creating a company, ${at + 1}: ${path.steps.length} steps, ${pathInWords(path).slice(0, 70)}…`, async ({ keys, stack }) => {
    test.setTimeout(240_000);
    await walkTelling(new CreationDriver(keys, stack), path);
  });
}
