/** Every way of a message that a browser can cause: sent at once, and held back. */
import type { Request } from '@playwright/test';
import type { AnyMachineSnapshot } from 'xstate';
import { isIn } from '#machines/index.ts';
import { type ModelEvent, pathInWords, toBrowserPaths } from '#tests/driver/index.ts';
import { model } from '#tests/models/outgoingMessage.fixtures.ts';
import { expect, type Keyboard, people, type Stack, test } from './fixtures.ts';
import { BrowserDriver, failOnce, walkTelling, wantedOf } from './support/browserDriver.ts';
import { openSession } from './support/people.ts';
import { headersOf } from './support/wire.ts';

const calls: Readonly<Record<string, RegExp>> = {
  sendMessage: /\/api\/message$/,
  scheduleMessage: /\/api\/inbox\/message\/schedule$/,
  takeBack: /\/api\/inbox\/message\/\d+$/,
};
/** A JPEG of 16 × 12 dots. */
const picture = Buffer.from(
  '/9j/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAMABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAAAAAAAAAAAAAAAAAAAABQb/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCaAohj/9k=',
  'base64',
);

class MessageDriver extends BrowserDriver {
  private readonly holdSeconds: number;
  /** The call whose answer never came: it can still reach the server. */
  private lost: Request | null = null;

  constructor(keys: Keyboard, stack: Stack, holdSeconds: number) {
    super('outgoingMessage', keys, stack);
    this.holdSeconds = holdSeconds;
  }

  async reset(): Promise<void> {
    const { owner } = this.stack;
    await owner
      .updateTable('users')
      .set({ preferences: JSON.stringify({ holdSeconds: this.holdSeconds }) })
      .where('email', '=', people.jo)
      .execute();
    const { id } = await owner.selectFrom('conversations').select('id').where('recipient', '=', tom).executeTakeFirstOrThrow();
    await openSession(this.page.context(), this.stack.url, 'jo');
    await this.open(`/conversations/${id}`);
    await this.keys.settled();
    await expect(this.page.locator('[data-field="message"]')).toBeVisible();
  }

  async perform(event: ModelEvent, outcomes: readonly ModelEvent[] = []): Promise<void> {
    for (const { actor, error } of outcomes.map(wantedOf)) {
      const url = calls[actor];
      if (!error || !url) continue;
      if (error.status === 0 && actor !== 'takeBack') await this.lose(url);
      else await failOnce(this.page, url, error);
    }
    const step = this.steps[event.type];
    if (step) return step(event);
    if (!this.exposure(event.type)) return;
    await this.forget();
    await this.command(event.type);
  }

  private async lose(url: RegExp): Promise<void> {
    await this.page.route(
      url,
      (route) => {
        this.lost = route.request();
        return route.abort('connectionfailed');
      },
      { times: 1 },
    );
  }

  /** A call beside the page, in its session. */
  private async call(path: string, given: { readonly data?: Buffer; readonly headers?: Record<string, string> } = {}): Promise<void> {
    const answer = await this.page.request.post(`${this.stack.url}${path}`, {
      headers: { ...(await headersOf(this.page.context(), this.stack.url, 1)), ...given.headers },
      ...(given.data ? { data: given.data } : {}),
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  }

  private readonly steps: Readonly<Record<string, (event: ModelEvent) => Promise<void>>> = {
    'text.typed': async (event) => {
      if (!(await this.page.locator('[data-field="message"]').evaluate((field) => field === document.activeElement))) await this.keys.palette('Reply');
      await this.keys.focused('message');
      await this.keys.retype(String(event.text));
      await expect(this.page.locator('[data-field="message"]')).toHaveValue(String(event.text));
    },
    'media.attached': async () => {
      const chooser = this.page.waitForEvent('filechooser');
      await this.command('media.attached');
      await (await chooser).setFiles({ name: 'roof.jpg', mimeType: 'image/jpeg', buffer: picture });
      await expect(this.page.getByRole('list', { name: 'Attached files' })).toContainText('roof.jpg');
    },
    'message.scheduled': async () => {
      await this.forget();
      await this.command('message.scheduled', 'tomorrow 9:00');
    },
    'network.changed': async (event) => {
      await this.page.context().setOffline(event.isOnline !== true);
      await expect(this.page.getByText('Offline. Drafts are saved.')).toHaveCount(event.isOnline === true ? 0 : 1);
    },
    'sender.changed': async (event) => {
      const { number } = await this.stack.owner
        .selectFrom('conversations')
        .innerJoin('phone_numbers', 'phone_numbers.id', 'conversations.number_id')
        .select('number')
        .where('recipient', '=', tom)
        .executeTakeFirstOrThrow();
      await this.stack.sandbox.generator.text(number, event.canSend === true ? 'START' : 'STOP', tom);
      await expect(this.page.locator('[data-field="message"]')).toHaveCount(event.canSend === true ? 1 : 0);
    },
    'item.confirmed': async () => {
      const { lost } = this;
      if (!lost) throw new Error('No call was lost');
      await this.forget();
      const headers = await lost.allHeaders();
      await this.call(new URL(lost.url()).pathname, {
        data: lost.postDataBuffer() ?? Buffer.alloc(0),
        headers: { 'content-type': headers['content-type'] ?? '' },
      });
    },
    'message.dispatched': async () => {
      const held = await this.stack.owner.selectFrom('items').select('id').where('delivery_state', '=', 'held').orderBy('id', 'desc').executeTakeFirst();
      await this.forget();
      // Its time may have come meanwhile: then it has gone out by itself.
      if (held) await this.call(`/api/inbox/message/${held.id}/now`);
    },
  };
}

const tom = '+14155550155';
type Can = (event: ModelEvent, snapshot: AnyMachineSnapshot) => boolean;

const isHeld = (value: unknown) => typeof value === 'object' && value !== null && 'holdMs' in value && Number(value.holdMs) > 0;

/** Limits the events to those the composer allows: without a line or a permission to write there is no field. */
const inComposer: Can = (event, { context }) => {
  if (!context.canSend) return event.type === 'sender.changed';
  return context.isOnline || ['network.changed', 'text.typed'].includes(event.type);
};
const canCause =
  (holds: boolean): Can =>
  (event, snapshot) => {
    if (event.type === 'xstate.done.actor.sendMessage') return isHeld(event.output) === holds;
    if (event.type === 'item.confirmed') return isHeld(event.answer) === holds && snapshot.context.media.length === 0;
    // The same text has a link or has none: what is noted of it follows from the company, by `links.spec.ts`.
    if (event.type === 'link.noted') return false;
    if (event.type.startsWith('xstate.')) return true;
    if (isIn(snapshot, 'composing')) return inComposer(event, snapshot);
    return !['network.changed', 'sender.changed'].includes(event.type);
  };

for (const [seconds, words] of [
  [8, 'held back'],
  [0, 'sent at once'],
] as const) {
  const { paths, left } = toBrowserPaths(model, canCause(seconds > 0));
  test(`${words}: nothing else is left to memory`, () => {
    const other = ['item.confirmed', 'link.noted', 'xstate.done.actor.sendMessage'];
    const waiting = [
      'message.dispatched',
      'message.undone',
      'xstate.after.hold.outgoingMessage.held',
      'xstate.done.actor.takeBack',
      'xstate.error.actor.takeBack',
    ];
    expect([...new Set(left.map(({ type }) => type))].sort()).toEqual(seconds > 0 ? other : [...other, ...waiting].sort());
  });
  for (const [at, path] of paths.entries()) {
    test(`${words}, ${at + 1}: ${path.steps.length} steps, ${pathInWords(path).slice(0, 70)}…`, async ({ keys, stack }) => {
      await walkTelling(new MessageDriver(keys, stack, seconds), path);
    });
  }
}
