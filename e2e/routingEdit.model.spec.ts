/** Every way of editing how a number rings that a browser can cause: typed, switched, saved, refused, and changed by somebody else meanwhile. */
import { type ModelEvent, pathInWords, toBrowserPaths } from '#tests/driver/index.ts';
import { model } from '#tests/models/routingEdit.fixtures.ts';
import { expect, test } from './fixtures.ts';
import { BrowserDriver, failOnce, walkTelling, wantedOf } from './support/browserDriver.ts';
import { signIn } from './support/people.ts';
import { headersOf } from './support/wire.ts';

class RoutingDriver extends BrowserDriver {
  private numberId = 0;
  /** The routing as the world has it, on the wire, and as it is printed. */
  private original: Record<string, unknown> = {};
  private printed = '';

  private get line() {
    return this.page.locator('[data-field="routing"]');
  }
  private get hours() {
    return this.page.locator('[data-field="hours"]');
  }
  private get extension() {
    return this.page.getByRole('region', { name: 'Extension 1' });
  }

  async reset(outcomes: readonly ModelEvent[] = []): Promise<void> {
    const main = this.stack.owner.selectFrom('phone_numbers').select('id').where('company_id', '=', 1).where('label', '=', 'Main line');
    this.numberId = (await main.executeTakeFirstOrThrow()).id;
    await this.arrange(outcomes);
    await this.open(`/routing/${this.numberId}`);
    await signIn(this.keys, 'ana');
    this.original = await this.routing('GET');
    if (outcomes.some((each) => wantedOf(each).error)) return;
    await expect(this.line).toHaveValue(/^1 .*→/);
    this.printed = await this.line.inputValue();
  }

  private async arrange(outcomes: readonly ModelEvent[]): Promise<void> {
    for (const { error } of outcomes.map(wantedOf)) if (error) await failOnce(this.page, new RegExp(`/numbers/${this.numberId}(/routing)?$`), error);
  }

  /** A call of another window of this person. */
  private async routing(method: 'GET' | 'PUT', data?: Record<string, unknown>): Promise<Record<string, unknown>> {
    const path = method === 'GET' ? `companies/1/numbers/${this.numberId}/routing` : `numbers/${this.numberId}`;
    const answer = await this.page.request.fetch(`${this.stack.url}/api/${path}`, {
      method,
      headers: await headersOf(this.page.context(), this.stack.url, 1),
      ...(data ? { data } : {}),
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  }

  /** Somebody else saves the routing as the world had it, and the page shows that. */
  private async somebodySaves(): Promise<void> {
    const { version } = await this.routing('GET');
    const { number_id: _, ...routing } = this.original;
    await this.routing('PUT', { ...routing, version });
  }

  async perform(event: ModelEvent, outcomes: readonly ModelEvent[] = []): Promise<void> {
    await this.arrange(outcomes);
    const refused = outcomes.some((each) => wantedOf(each).error);
    switch (event.type) {
      case 'line.typed':
        return this.typed('line.typed', this.line, String(event.text));
      case 'hours.typed':
        return this.typed('hours.typed', this.hours, String(event.text));
      case 'route.removed':
        await this.command(event.type, '1');
        return expect(this.extension).toHaveCount(0);
      case 'route.switched':
        return this.turned(event.type, this.extension.getByRole('button', { name: /accept/i }), '1');
      case 'number.switched':
        return this.turned(event.type, this.page.getByRole('button', { name: 'Recording', exact: true }));
      case 'routing.saved':
        await this.forget();
        await this.command(event.type);
        if (refused) return expect(this.page.getByRole('button', { name: 'Save' })).toBeVisible();
        // A notice may still tell of an earlier one: only what is saved has nothing to save.
        await expect(this.page.getByRole('button', { name: 'Save' })).toHaveCount(0);
        await expect(this.page.getByText('The number has been updated').last()).toBeVisible();
        return this.asBefore(() => this.somebodySaves());
      case 'routing.changed':
        await this.forget();
        return this.somebodySaves();
      case 'routing.discarded':
        return this.asBefore(() => this.command(event.type));
      default:
        await this.forget();
        return this.command(event.type);
    }
  }

  private async typed(type: string, field: RoutingDriver['line'], text: string): Promise<void> {
    await this.field(type, text);
    await expect(field).toHaveValue(text);
  }

  /** A switch stands the other way afterwards. */
  private async turned(type: string, button: RoutingDriver['line'], ...args: readonly string[]): Promise<void> {
    const before = await button.getAttribute('aria-pressed');
    await this.command(type, ...args);
    await expect(button).toHaveAttribute('aria-pressed', before === 'true' ? 'false' : 'true');
  }

  private async asBefore(act: () => Promise<void>): Promise<void> {
    await act();
    await expect(this.line).toHaveValue(this.printed);
    await expect(this.hours).toHaveValue('24/7');
    await expect(this.page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  }
}

const { paths, left } = toBrowserPaths(model, () => true);

test('nothing of editing a routing is left to memory', () => expect(left).toEqual([]));

for (const [at, path] of paths.entries()) {
  test(`editing a routing, ${at + 1}: ${path.steps.length} steps, ${pathInWords(path).slice(0, 70)}…`, async ({ keys, stack }) => {
    await walkTelling(new RoutingDriver('routingEdit', keys, stack), path);
  });
}
