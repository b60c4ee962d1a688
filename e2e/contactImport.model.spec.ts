/** Ways of importing contacts that a browser can cause: read, mapped, mended, refused, saved and undone. */
import { isIn } from '#machines/index.ts';
import { type ModelEvent, pathInWords, toBrowserPaths } from '#tests/driver/index.ts';
import { model } from '#tests/models/contactImport.fixtures.ts';
import { expect, type Keyboard, type Stack, test } from './fixtures.ts';
import { BrowserDriver, walkTelling } from './support/browserDriver.ts';
import { openSession } from './support/people.ts';

const calls: Readonly<Record<string, RegExp>> = {
  stageRows: /\/imports\/[^/]+\/parts\/\d+$/,
  checkRows: /\/imports\/[^/]+\/check$/,
  fixRow: /\/imports\/[^/]+\/rows\/\d+$/,
  leaveOut: /\/imports\/[^/]+\/leaveOut$/,
  confirmImport: /\/imports\/[^/]+\/confirm$/,
};
const has = (value: unknown, part: string) => JSON.stringify(value ?? '').includes(part);
/** Rows of a file: enough that some stay to be saved. */
const rowCount = 6;

class ImportDriver extends BrowserDriver {
  private nth = 0;

  constructor(keys: Keyboard, stack: Stack) {
    super('contactImport', keys, stack);
  }

  async reset(): Promise<void> {
    await openSession(this.page.context(), this.stack.url, 'ana');
    await this.open('/northwind-motors/import');
    await this.keys.settled();
  }

  /** Contacts of our files. */
  private async count(): Promise<number> {
    const rows = await this.stack.owner.selectFrom('contacts').select('id').where('name', 'like', 'Person %').where('deleted_at', 'is', null).execute();
    return rows.length;
  }

  /** A number that no contact has. */
  private number(): string {
    this.nth += 1;
    return `+1312${String(5_000_000 + this.nth)}`;
  }

  /** A file whose columns are recognized, or one of them not; one that is no sheet at all. */
  private file(name: string, outcomes: readonly ModelEvent[]) {
    const [read] = outcomes;
    if (read?.error !== undefined) return { name: 'people.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from('no sheet') };
    const head = has(read?.output, 'null') ? 'Name,Reach' : 'Name,Phone';
    const rows = Array.from({ length: rowCount }, (_, at) => `Person ${this.nth + at},${this.number()}`);
    return { name, mimeType: 'text/csv', buffer: Buffer.from([head, ...rows].join('\n')) };
  }

  async perform(event: ModelEvent, outcomes: readonly ModelEvent[] = []): Promise<void> {
    await this.performAnswered(calls, outcomes, () => this.act(event, outcomes));
  }

  private async act(event: ModelEvent, outcomes: readonly ModelEvent[]): Promise<void> {
    await this.forget();
    switch (event.type) {
      // Saving ends by itself, with what was confirmed.
      case 'batch.finished':
        return expect.poll(() => this.count()).toBeGreaterThan(0);
      case 'file.chosen': {
        const opened = this.page.waitForEvent('filechooser');
        await this.command(event.type);
        return (await opened).setFiles(this.file(String(event.file), outcomes));
      }
      case 'column.mapped':
        return event.field === 'number' ? this.command(event.type, 'Reach', 'Phone') : this.command(event.type, 'Phone', 'Don’t import');
      case 'group.chosen':
        return event.group === null ? this.keys.attempt('Remove group from import') : this.command(event.type, 'Walkers');
      case 'row.fixed':
        return this.command(event.type, 'Phone', this.number());
      case 'rows.excluded':
        await this.keys.press('j');
        return this.command(event.type);
      case 'import.undone':
        await this.keys.press('z');
        return expect.poll(() => this.count()).toBe(0);
      default:
        return this.command(event.type);
    }
  }
}

const { paths, left } = toBrowserPaths(model, (event, snapshot) => {
  switch (event.type) {
    case 'file.chosen':
      return isIn(snapshot, 'idle');
    case 'column.mapped':
      return event.field === 'number' ? isIn(snapshot, 'rejected') && snapshot.context.sheet !== null : event.field === null && event.column === 1;
    // A file that is no sheet stays none, however often it is read.
    case 'import.retried':
      return snapshot.context.sheet !== null;
    case 'parts.sent':
    case 'xstate.error.actor.readBatch':
    case 'xstate.error.actor.readImport':
    case 'xstate.after.poll.contactImport.saving.running.listening':
      return false;
    default:
      return !has(event.output, '"create":0');
  }
});

test('what a browser cannot cause is walked in memory and against the server', () => {
  const shown = [...new Set(left.map(({ type }) => type))].filter((type) => !type.startsWith('xstate.done')).sort();
  expect(shown).toEqual([
    'column.mapped',
    'parts.sent',
    'xstate.after.poll.contactImport.saving.running.listening',
    'xstate.error.actor.readBatch',
    'xstate.error.actor.readImport',
  ]);
});

for (const [at, path] of paths.entries()) {
  test(`importing contacts, ${at + 1}: ${path.steps.length} steps, ${pathInWords(path).slice(0, 70)}…`, async ({ keys, stack }) => {
    await walkTelling(new ImportDriver(keys, stack), path);
  });
}
